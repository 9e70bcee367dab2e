"""Errors of the run store and of settings, with messages for people."""

from __future__ import annotations


class StoreError(Exception):
    """The run store cannot do what was asked; the message says why and what to do."""


class UnknownRunError(StoreError):
    """No run has this id."""


class SettingsError(ValueError):
    """Settings that no run can have; the message names the setting and its range."""
