"""``discover``: a CSV file becomes a CPDAG, one printed line a step."""

from __future__ import annotations

import argparse
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path

from gesncd.cli.sentences import edge_lines, number, shown, step_sentence
from gesncd.data import Dataset, ReadReport, read_csv
from gesncd.export.result_json import result_document, result_text
from gesncd.knowledge import Knowledge, read_knowledge
from gesncd.runs.errors import SettingsError
from gesncd.runs.search import search_events
from gesncd.runs.settings import RunSettings, build_measure, noise_floor, resolve_tau
from gesncd.runs.versions import software_versions
from gesncd.search.events import Event, Finished, GlobalScore, Step
from gesncd.search.progress import Progress


@dataclass(frozen=True, slots=True)
class Discovery:
    """A finished search with its threshold and noise floor."""

    events: tuple[Event, ...]
    tau: float
    noise_floor: float | None


def discover(options: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    settings = RunSettings(
        measure=options.measure,
        tau=options.tau,
        alpha=options.alpha,
        depth=options.depth,
        width=options.width,
        seed=options.seed,
        global_score=not options.no_global_score,
        max_subset=options.max_subset,
        max_conditioning=options.max_conditioning,
        knowledge=Knowledge() if options.knowledge is None else read_knowledge(options.knowledge),
    )
    # Found out now rather than after a long search.
    if options.out is not None and not options.out.absolute().parent.is_dir():
        raise SettingsError(f"The folder of {options.out} does not exist; make it first.")
    dataset, report = read_csv(options.data, name=options.data.name)
    if not options.quiet:
        for note in report.notes:
            print(shown(note))
    discovery = _search(dataset, settings, quiet=options.quiet)
    _print_result(dataset, settings, discovery)
    if options.out is not None:
        _write(options.out, _result(dataset, report, settings, discovery))
    return 0


def _search(dataset: Dataset, settings: RunSettings, *, quiet: bool) -> Discovery:
    measure = build_measure(settings, dataset)
    tau = resolve_tau(settings, measure)
    line = _ProgressLine(enabled=not quiet and sys.stderr.isatty())
    events: list[Event] = []
    for event in search_events(settings, dataset, measure, tau, on_progress=line.show):
        events.append(event)
        if isinstance(event, Step) and not quiet:
            line.clear()
            print(step_sentence(dataset.names, event, tau), flush=True)
    line.clear()
    return Discovery(tuple(events), tau, noise_floor(settings, measure))


class _ProgressLine:
    """One line on a terminal's error stream that is overwritten as scores come in."""

    def __init__(self, *, enabled: bool) -> None:
        self._enabled = enabled

    def show(self, progress: Progress) -> None:
        """Overwrite the line."""
        if self._enabled:
            sys.stderr.write(
                f"\r\x1b[K{progress.phase.value}, step {progress.step}, {progress.purpose}: "
                f"{progress.done} of {progress.asked} queries"
            )
            sys.stderr.flush()

    def clear(self) -> None:
        """Empty the line."""
        if self._enabled:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _print_result(dataset: Dataset, settings: RunSettings, discovery: Discovery) -> None:
    finished = _finished(discovery)
    for line in edge_lines(dataset.names, finished.graph, finished.changes):
        print(line)
    scores = [event for event in discovery.events if isinstance(event, GlobalScore)]
    if scores:
        print(f"Global score S_g: {number(scores[-1].value)}.")
    source = "automatic" if settings.tau is None else "given"
    print(f"Threshold τ: {number(discovery.tau)} ({source}).")
    if discovery.noise_floor is not None:
        print(
            f"Noise floor: {number(discovery.noise_floor)}; independence exceeds it in about "
            f"{settings.alpha:.4g} of queries."
        )
    for note in finished.notes:
        print(shown(note))


def _result(
    dataset: Dataset, report: ReadReport, settings: RunSettings, discovery: Discovery
) -> str:
    document = result_document(
        dataset.names,
        discovery.events,
        settings=settings.to_dict(),
        noise_floor=discovery.noise_floor,
        data_sha256=dataset.source_sha256,
        dataset_sha256=dataset.sha256,
        versions=software_versions(settings.measure),
        notes=[finding.message for finding in report.findings],
    )
    return result_text(document)


def _finished(discovery: Discovery) -> Finished:
    last = discovery.events[-1]
    if not isinstance(last, Finished):
        raise RuntimeError("The search ended without saying so.")
    return last


def _write(path: Path, text: str) -> None:
    """Write a file that is either complete or as it was before."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        temporary.write_bytes(text.encode("utf-8"))
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
