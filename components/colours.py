"""The palette, one place: Okabe–Ito hues with a light and a dark value each.

Every meaning that has a colour also has a shape, a dash or a word. Text has colours of its
own where those of lines and areas would be too light to read; a test computes the contrasts.
``.streamlit/config.toml`` repeats the page colours, which Streamlit reads itself; a test keeps
the two in step.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of one theme, as hexadecimal strings."""

    background: str
    surface: str
    """Sidebar, node boxes, table headers."""
    ink: str
    """Text and settled edges."""
    muted: str
    """Secondary text, axes."""
    line: str
    """Borders and grid lines."""
    accent: str
    """Selection, and the arrowhead of an edge that was re-oriented."""
    forward: str
    """Forward phase, FES: insertions."""
    backward: str
    """Backward phase, BES: deletions."""
    noise: str
    """Noise floor band."""
    forward_text: str
    """Words about the forward phase, and about what is well."""
    backward_text: str
    """Words about the backward phase, and warnings."""

    def as_dict(self) -> dict[str, str]:
        """The palette as plain data, for components."""
        return asdict(self)


LIGHT = Palette(
    background="#ffffff",
    surface="#f6f7f8",
    ink="#10151a",
    muted="#5d6670",
    line="#d9dde1",
    accent="#0067a3",
    forward="#009e73",
    backward="#d55e00",
    noise="#c9ced4",
    forward_text="#007a59",
    backward_text="#b04e00",
)

DARK = Palette(
    background="#14171a",
    surface="#1f2429",
    ink="#e7eaed",
    muted="#9aa4ae",
    line="#363d44",
    accent="#56b4e9",
    forward="#2fc79a",
    backward="#f08a3c",
    noise="#4a525a",
    forward_text="#2fc79a",
    backward_text="#f08a3c",
)


def palette(theme_type: str | None) -> Palette:
    """The palette for Streamlit's ``st.context.theme.type``; light when it is not known."""
    return DARK if theme_type == "dark" else LIGHT
