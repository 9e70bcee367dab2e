"""Errors of the run store and of tasks, with messages for people."""

from __future__ import annotations


class StoreError(Exception):
    """The run store cannot do what was asked; the message says why and what to do."""


class UnknownRunError(StoreError):
    """No run has this id."""


class UnknownTaskError(StoreError):
    """No task has this id."""


class PartError(Exception):
    """A part of a task cannot be done; the message tells people why."""
