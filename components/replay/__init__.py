"""Replay: a run as a lesson, one decision at a time."""
