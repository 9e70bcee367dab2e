"""Choosing a run's settings, with what they will cost beside them."""
