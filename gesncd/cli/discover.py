"""``discover``: a table becomes a CPDAG, one printed line a step."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, replace

from gesncd.cli.common import (
    ProgressLine,
    calibrated_measure,
    data_notes,
    read_prepared,
    refuse_missing_folder,
    settings_of,
    write_whole,
)
from gesncd.cli.sentences import edge_lines, number, shown, step_sentence
from gesncd.data import Dataset, Prepared
from gesncd.export.result_json import result_document, result_text
from gesncd.runs.calibration import CALIBRATION, calibrates
from gesncd.runs.errors import SettingsError
from gesncd.runs.search import search_events
from gesncd.runs.settings import RunSettings, noise_floor, resolve_tau
from gesncd.runs.versions import software_versions
from gesncd.search.events import Event, Finished, GlobalScore, Step


@dataclass(frozen=True, slots=True)
class Discovery:
    """A finished search with its threshold and noise floor."""

    events: tuple[Event, ...]
    tau: float
    noise_floor: float | None


def discover(options: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    settings = settings_of(options, global_score=not options.no_global_score)
    refuse_missing_folder(options.out)
    prepared = read_prepared(options.data, quiet=options.quiet, skip_lines=options.skip_lines)
    dataset = prepared.require()
    if settings.networks == "paper":
        settings, discovery = _better_of_two(dataset, settings, quiet=options.quiet)
    else:
        discovery = _search(dataset, settings, quiet=options.quiet)
    _print_result(dataset, settings, discovery)
    if options.out is not None:
        write_whole(options.out, _result(dataset, prepared, settings, discovery))
    return 0


def _better_of_two(
    dataset: Dataset, settings: RunSettings, *, quiet: bool
) -> tuple[RunSettings, Discovery]:
    """The paper's rule: search from two initialisations, keep the graph with the lower S_g.

    Returns
    -------
    Settings, with the seed that won, and what was found with it.

    Raises
    ------
    SettingsError
        If S_g, by which the rule decides, is switched off.
    """
    if not settings.global_score:
        raise SettingsError("The preset 'paper' keeps the run with the lower S_g; compute it.")
    runs = []
    for seed in (settings.seed, settings.seed + 1):
        if not quiet:
            print(f"Initialisation from seed {seed}:")
        one = replace(settings, seed=seed)
        runs.append((one, _search(dataset, one, quiet=quiet)))
    scores = [_final_global_score(discovery) for _, discovery in runs]
    kept = int(scores[1] < scores[0])
    print(f"S_g {number(scores[0])} and {number(scores[1])}: seed {runs[kept][0].seed} is kept.")
    return runs[kept]


def _final_global_score(discovery: Discovery) -> float:
    return [event.value for event in discovery.events if isinstance(event, GlobalScore)][-1]


def _search(dataset: Dataset, settings: RunSettings, *, quiet: bool) -> Discovery:
    measure = calibrated_measure(settings, dataset, quiet=quiet)
    tau = resolve_tau(settings, measure)
    line = ProgressLine(enabled=not quiet and sys.stderr.isatty())
    events: list[Event] = []
    for event in search_events(settings, dataset, measure, tau, on_progress=line.show):
        events.append(event)
        if isinstance(event, Step) and not quiet:
            line.clear()
            print(step_sentence(dataset.names, event, tau), flush=True)
    line.clear()
    return Discovery(tuple(events), tau, noise_floor(settings, measure))


def _print_result(dataset: Dataset, settings: RunSettings, discovery: Discovery) -> None:
    finished = _finished(discovery)
    for line in edge_lines(dataset.names, finished.graph, finished.changes):
        print(line)
    scores = [event for event in discovery.events if isinstance(event, GlobalScore)]
    if scores:
        print(f"Global score S_g: {number(scores[-1].value)}.")
    source = "automatic" if settings.tau is None else "given"
    print(f"Threshold τ: {number(discovery.tau)} ({source}).")
    if settings.device != "cpu":
        print("Networks were trained on a GPU.")
    if discovery.noise_floor is not None:
        how = f" ({CALIBRATION})" if calibrates(settings) else ""
        print(
            f"Noise floor: {number(discovery.noise_floor)}{how}; independence exceeds it in about "
            f"{settings.alpha:.4g} of queries."
        )
    for note in finished.notes:
        print(shown(note))


def _result(
    dataset: Dataset, prepared: Prepared, settings: RunSettings, discovery: Discovery
) -> str:
    document = result_document(
        dataset.names,
        discovery.events,
        settings=settings.to_dict(),
        noise_floor=discovery.noise_floor,
        data_sha256=dataset.source_sha256,
        dataset_sha256=dataset.sha256,
        versions=software_versions(settings.measure),
        notes=data_notes(prepared),
        preparation=prepared.record,
    )
    return result_text(document)


def _finished(discovery: Discovery) -> Finished:
    last = discovery.events[-1]
    if not isinstance(last, Finished):
        raise RuntimeError("The search ended without saying so.")
    return last
