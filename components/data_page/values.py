"""Values and names, short enough for tables and axes."""

from __future__ import annotations

import html

from components.text import short_name


def value_text(value: float) -> str:
    """Four significant digits: 0.01234, 853, -999, 1.2e+06."""
    return f"{value:.4g}"


def middle_cut(name: str, limit: int) -> str:
    """A name on one line, cut in the middle: names of one family differ at their ends."""
    flat = short_name(name, 10 * limit)
    if len(flat) <= limit:
        return flat
    head = (limit - 1) // 2
    return f"{flat[:head]}…{flat[head + 1 - limit :]}"


def plot_text(text: str) -> str:
    """Text for a plotly label, which reads tags and some entities, but not that of a quote."""
    return html.escape(" ".join(text.split()), quote=False)
