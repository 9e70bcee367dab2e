"""Errors of engines, with messages for people."""

from __future__ import annotations


class EngineError(Exception):
    """The engine cannot do what was asked; the message says why and what to do."""
