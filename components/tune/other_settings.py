"""What a result was computed with, where that is not what the page is set to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import streamlit as st

from components.names import MEASURE_NAMES, networks_text
from components.text import count, markdown_text, tau_number
from gesncd.analysis import SEEDLESS_MEASURES
from gesncd.analysis.statements import statements_of
from gesncd.runs.settings import RunSettings


def differences(there: RunSettings, here: RunSettings) -> tuple[str, ...]:
    """What leads to other graphs there than here, but for τ, in words: as it is there.

    What a measure has no use for, and the device, are no differences.
    """
    words = []
    if there.measure != here.measure or _networks(there) != _networks(here):
        words.append(MEASURE_NAMES[there.measure])
        words += filter(None, [_networks(there)])
    seeded = there.measure not in SEEDLESS_MEASURES and there.measure == here.measure
    if seeded and there.seed != here.seed:
        words.append(f"seed {there.seed}")
    if there.tau is None and there.alpha != here.alpha:
        words.append(f"α {there.alpha:g}")
    if there.max_conditioning != here.max_conditioning:
        words.append(f"conditioning sets {_size(there.max_conditioning)}")
    if there.max_subset != here.max_subset:
        words.append(f"sets T and H {_size(there.max_subset)}")
    if there.screen != here.screen:
        words.append(
            "all pairs as candidates"
            if there.screen is None
            else f"{count(there.screen, 'candidate partner')} a variable"
        )
    if set(statements_of(there.knowledge)) != set(statements_of(here.knowledge)):
        words.append(_enforced(there, here))
    return tuple(words)


def all_differences(pairs: Iterable[tuple[RunSettings, RunSettings]]) -> tuple[str, ...]:
    """Those of several settings, each said once."""
    found = (words for there, here in pairs for words in differences(there, here))
    return tuple(dict.fromkeys(found))


def threshold_words(settings: RunSettings) -> str:
    """How τ came about."""
    return "τ automatic" if settings.tau is None else f"τ {tau_number(settings.tau)}"


def show_differences(differs: Sequence[str], *, threshold: str = "τ automatic") -> None:
    """Say that a result is not one of the page's settings, and what it is one of."""
    if not differs:
        return
    words = [*differs, threshold]
    st.warning(
        f"Not of the settings above: computed with {markdown_text(', '.join(words))}. Run it "
        "again for a result of these settings.",
        icon=":material/difference:",
    )


def _networks(settings: RunSettings) -> str:
    if settings.measure != "ncd":
        return ""
    return networks_text(replace(settings, device="cpu"))


def _size(cap: int | None) -> str:
    return "of any size" if cap is None else f"of at most {cap}"


def _enforced(there: RunSettings, here: RunSettings) -> str:
    n = len(statements_of(there.knowledge))
    if not n:
        return "nothing enforced"
    if n == len(statements_of(here.knowledge)):
        return f"{'another statement' if n == 1 else f'{n} other statements'} enforced"
    return f"{count(n, 'statement')} enforced"
