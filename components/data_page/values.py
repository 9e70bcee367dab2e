"""Values and names, short enough for tables and axes."""

from __future__ import annotations

import html

from components.bidi import isolated


def value_text(value: float) -> str:
    """Four significant digits: 0.01234, 853, -999, 1.2e+06."""
    return f"{value:.4g}"


def plot_text(text: str) -> str:
    """Text for a plotly label, which reads tags and some entities, but not that of a quote."""
    return html.escape(isolated(" ".join(text.split())), quote=False)
