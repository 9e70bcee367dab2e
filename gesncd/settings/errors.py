"""The error of settings, with a message for people."""

from __future__ import annotations


class SettingsError(ValueError):
    """Settings that no run can have; the message names the setting and its range."""
