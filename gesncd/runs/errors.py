"""Errors of the run store and of settings, with messages for people."""

from __future__ import annotations


class StoreError(Exception):
    """The run store cannot do what was asked; the message says why and what to do."""


class UnknownRunError(StoreError):
    """No run has this id."""


class UnknownTaskError(StoreError):
    """No task has this id."""


class PartError(Exception):
    """A part of a task cannot be done; the message tells people why."""


class SettingsError(ValueError):
    """Settings that no run can have; the message names the setting and its range."""
