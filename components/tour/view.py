"""Mounting of the tour. Where it stands and whether it was closed, the browser remembers."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from components.browser import source
from components.tour.stops import STOPS

_HERE = Path(__file__).parent


@cache
def _tour() -> ComponentRenderer:
    return st.components.v2.component(
        "gesncd_tour",
        html='<section class="tour" aria-label="Tour" hidden></section>',
        css=(_HERE / "tour.css").read_text(encoding="utf-8"),
        js=source("tour"),
    )


def show_tour(*, live: bool) -> None:
    """The card, unless it was closed in this browser.

    Parameters
    ----------
    live
        Whether a search goes on: closed meanwhile, the card leaves its place empty until
        the search is over, so that nothing under it moves.
    """
    stops = [{"title": stop.title, "text": stop.text} for stop in STOPS]
    _tour()(key="tour", data={"mode": "card", "live": live, "stops": stops})


def offer_tour() -> None:
    """A button that brings a closed tour back."""
    _tour()(key="tour-offer", data={"mode": "offer"})
