"""Values and names, short enough for tables and axes."""

from __future__ import annotations

import html

from components.bidi import isolated
from components.text import rounded

_GROUPED, _LARGE = 10_000, 1_000_000_000


def value_text(value: float) -> str:
    """Four significant digits, and whole numbers whole: 0.01234, 853, -999, 11,330."""
    if value.is_integer() and abs(value) < _LARGE:
        return f"{value:,.0f}" if abs(value) >= _GROUPED else f"{value:.0f}"
    return rounded(value, 4)


def plot_text(text: str) -> str:
    """Text for a plotly label, which reads tags and some entities, but not that of a quote."""
    return html.escape(isolated(" ".join(text.split())), quote=False)
