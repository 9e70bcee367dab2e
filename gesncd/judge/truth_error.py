"""The error of a file that can be no truth."""

from __future__ import annotations


class TruthError(ValueError):
    """A truth that cannot be used, with a message for the person who gave it."""
