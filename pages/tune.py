"""Tune: thresholds, depths and widths judged by evidence."""

from components.router import ensure_routed

ensure_routed()

from components.tune.page import show_tune  # noqa: E402 - the page is set up first

show_tune()
