"""Small charts as SVG: points, bars against τ, a histogram, a line by step."""

from __future__ import annotations

import html
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from components.colours import Palette
from components.learn.line_labels import FONT_SIZE, beside_line
from components.learn.pictures import image
from components.text import tau_number
from gesncd.search.words import score_text

Floats = NDArray[np.float64]
_FONT = "Source Sans Pro, Helvetica, Arial, sans-serif"


def points_chart(
    x: Floats, y: Floats, colours: Palette, *, across: str, up: str, words: str, side: int = 230
) -> str:
    """Points, with the names of the axes instead of numbers on them."""
    left, below, pad = 30.0, 30.0, 6.0
    wide, high = side - left - pad, side - below - pad
    px = left + 8 + (wide - 16) * _unit(x)
    py = pad + 8 + (high - 16) * (1 - _unit(y))
    dots = "".join(
        f'<circle cx="{a:.1f}" cy="{b:.1f}" r="2"/>' for a, b in zip(px, py, strict=True)
    )
    body = (
        f'<rect x="{left}" y="{pad}" width="{wide}" height="{high}" fill="none" '
        f'stroke="{colours.line}"/><g fill="{colours.accent}" fill-opacity="0.55">{dots}</g>'
        + _text(left + wide / 2, side - 9, across, colours.muted, anchor="middle")
        + f'<g transform="rotate(-90 16 {pad + high / 2:.1f})">'
        + _text(16, pad + high / 2, up, colours.muted, anchor="middle")
        + "</g>"
    )
    return image(_document(side, side, body), words)


def bars_chart(
    labels: Sequence[str], scores: Sequence[float], tau: float, colours: Palette, *, words: str
) -> str:
    """Scores as bars against τ; bars that pass are filled, the others are outlines."""
    row, left, width, top = 30.0, 168.0, 500.0, 30.0
    room = width - left - 76
    most = max([*scores, tau, 1e-9])
    parts = []
    for k, (label, score) in enumerate(zip(labels, scores, strict=True)):
        y = top + row * k
        size = max(room * max(score, 0.0) / most, 1.0)
        fill = colours.forward if score > tau else "none"
        parts.append(_text(left - 8, y + 19, label, colours.ink, anchor="end"))
        parts.append(
            f'<rect x="{left}" y="{y + 5:.1f}" width="{size:.1f}" height="18" fill="{fill}" '
            f'stroke="{colours.forward if score > tau else colours.muted}"/>'
        )
        # The line of τ crosses no number.
        end = size if score > tau else max(size, room * tau / most)
        parts.append(_text(left + end + 6, y + 20, score_text(score), colours.muted))
    height = top + row * len(labels) + 8
    parts.append(_tau_line(left + room * tau / most, 20, height - 4, tau, colours))
    return image(_document(width, height, "".join(parts)), words)


def histogram_chart(values: Floats, tau: float, colours: Palette, *, words: str) -> str:
    """How often each score occurs, with the band that noise reaches and τ at its end."""
    width, height, left, below, top = 470.0, 184.0, 12.0, 48.0, 34.0
    most = 1.25 * max(tau, float(values.max()))
    counts, edges = np.histogram(np.maximum(values, 0.0), bins=40, range=(0.0, most))
    room, tall = width - 2 * left, height - below - top
    ground = height - below
    bars = "".join(
        f'<rect x="{left + room * low / most:.1f}" y="{ground - tall * n / counts.max():.1f}" '
        f'width="{room / 40 - 1:.1f}" height="{tall * n / counts.max():.1f}"/>'
        for n, low in zip(counts, edges[:-1], strict=True)
        if n
    )
    ticks = "".join(
        _text(left + room * at / most, ground + 19, score_text(at), colours.muted, anchor="middle")
        for at in np.arange(0.0, most, 0.01)[1:]
    )
    body = (
        f'<rect x="{left}" y="{top}" width="{room * tau / most:.1f}" height="{tall}" '
        f'fill="{colours.noise}" opacity="0.35"/><g fill="{colours.muted}">{bars}</g>'
        f'<path d="M{left} {ground} H{width - left}" stroke="{colours.line}"/>{ticks}'
        + _text(width / 2, height - 6, "score", colours.muted, anchor="middle")
        + _tau_line(left + room * tau / most, 22, ground, tau, colours)
    )
    return image(_document(width, height, body), words)


def line_chart(values: Sequence[float], colours: Palette, *, words: str) -> str:
    """A value after each step, from step 0, with its number beside each point."""
    width, height, left, below, top = 470.0, 190.0, 42.0, 48.0, 30.0
    room, tall, ground = width - 2 * left, height - below - top, height - below
    most = max([*values, 1e-9])
    spots = [
        (left + room * k / max(len(values) - 1, 1), ground - tall * value / most)
        for k, value in enumerate(values)
    ]
    path = " L".join(f"{x:.1f} {y:.1f}" for x, y in spots)
    parts = [
        f'<path d="M{left - 10} {ground} H{width - left + 10}" stroke="{colours.line}"/>',
        f'<path d="M{path}" fill="none" stroke="{colours.muted}" stroke-width="1.5"/>',
    ]
    texts = [score_text(value) for value in values]
    for (x, y), (at, base), text in zip(
        spots, beside_line(spots, texts, width), texts, strict=True
    ):
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colours.accent}"/>')
        parts.append(_text(at, base, text, colours.ink, anchor="middle"))
    for k, (x, _) in enumerate(spots):
        parts.append(_text(x, ground + 19, str(k), colours.muted, anchor="middle"))
    parts.append(_text(width / 2, height - 6, "step", colours.muted, anchor="middle"))
    return image(_document(width, height, "".join(parts)), words)


def _unit(values: Floats) -> Floats:
    low, high = float(values.min()), float(values.max())
    scaled: Floats = (values - low) / max(high - low, 1e-9)
    return scaled


def _tau_line(x: float, top: float, bottom: float, tau: float, colours: Palette) -> str:
    return (
        f'<path d="M{x:.1f} {top:.1f} V{bottom:.1f}" stroke="{colours.ink}" stroke-width="1.5" '
        f'stroke-dasharray="5 3"/>'
        + _text(x, top - 6, f"τ {tau_number(tau)}", colours.ink, "middle")
    )


def _text(x: float, y: float, text: str, colour: str, anchor: str = "start") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" text-anchor="{anchor}">'
        f"{html.escape(text)}</text>"
    )


def _document(width: float, height: float, body: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="{_FONT}" font-size="{FONT_SIZE}">'
        f"{body}</svg>"
    )
