"""Whether settings lead to the same search, and where not, what they differ in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from components.names import MEASURE_NAMES, networks_text
from components.text import count, tau_text, unbroken
from gesncd.analysis import SEEDLESS_MEASURES
from gesncd.analysis.statements import statements_of
from gesncd.settings.run_settings import RunSettings


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
        words.append(unbroken("seed", f"{there.seed}"))
    if there.tau is None and there.alpha != here.alpha:
        words.append(unbroken("α", f"{there.alpha:g}"))
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


def same_search(panel: RunSettings, run: RunSettings) -> bool:
    """Whether a panel is set to what a run was searched with.

    An address holds six digits of τ.
    """
    taus = [None if tau is None else f"{tau:.6g}" for tau in (panel.tau, run.tau)]
    return taus[0] == taus[1] and not differences(run, panel)


def threshold_words(settings: RunSettings) -> str:
    """How τ came about."""
    return "τ automatic" if settings.tau is None else tau_text(settings.tau, None)


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
