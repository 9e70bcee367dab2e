"""``stability``: how often each edge is found when the search is repeated."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from gesncd.analysis.replicates import ReplicateResult
from gesncd.analysis.resamples import Replicate, Resampling, plan_replicates
from gesncd.analysis.stability import (
    Stability,
    edge_stability,
    false_edge_bound,
    stable_graph,
    tau_sentence,
)
from gesncd.cli.common import (
    data_notes,
    read_prepared,
    refuse_missing_folder,
    settings_of,
    write_whole,
)
from gesncd.cli.sentences import edge_lines, number, shown
from gesncd.data import Dataset
from gesncd.engine import Engine, EngineError, Lost, chosen_engine
from gesncd.export.named import named_edges
from gesncd.export.result_json import result_text
from gesncd.graphs import PDAG
from gesncd.runs.machine.capacity import Capacity
from gesncd.runs.tasks.parts_stability import search_replicate
from gesncd.settings.engine_measure import refuse_other_versions
from gesncd.settings.errors import SettingsError
from gesncd.settings.on_data import build_measure
from gesncd.settings.run_settings import RunSettings
from gesncd.settings.versions import software_versions

FORMAT: Final = "gesncd stability"
"""Value of the key ``format`` in the JSON file."""

_IDLE_SECONDS: Final = 60
_THREAD_VARIABLES: Final = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")


def stability(options: argparse.Namespace) -> int:
    """Run the command; its exit code.

    Raises
    ------
    SettingsError
        If an option is out of range; the message names it.
    """
    settings = settings_of(options, global_score=False)
    resampling = Resampling(options.resampling)
    out: Path | None = options.json
    refuse_missing_folder(out)
    if not 0.5 < options.threshold <= 1:
        raise SettingsError(
            f"threshold must be above one half and at most 1, not {options.threshold}: below, "
            "both directions of an edge could count as stable."
        )
    if options.jobs is not None and options.jobs < 1:
        raise SettingsError(f"jobs must be a whole number from 1 on, not {options.jobs}.")
    try:
        replicates = plan_replicates(
            resampling, options.replicates, seed=settings.seed, measure=settings.measure
        )
    except ValueError as error:
        raise SettingsError(str(error)) from error
    prepared = read_prepared(options.data, quiet=options.quiet, skip_lines=options.skip_lines)
    dataset = prepared.require()
    jobs = min(options.jobs or Capacity.of().cpus, len(replicates))
    shows = not options.quiet and sys.stderr.isatty()
    results = _searched(settings, dataset, replicates, jobs, shows=shows)
    found = edge_stability(dataset.n_variables, results)
    stable = stable_graph(found, options.threshold)
    for line in _lines(found, stable, dataset.names, options.threshold):
        print(line)
    if found.taus is not None:
        print(tau_sentence(settings.tau, resampling, found.taus))
    bound = false_edge_bound(found, options.threshold)
    if bound is not None:
        print(
            f"Of these edges, at most {number(bound)} are expected to be between pairs that a half "
            "rarely joins."
        )
    elif resampling is Resampling.HALVES:
        print(_without_bound(found))
    if out is not None:
        document = {
            "format": FORMAT,
            "version": 1,
            "variables": list(dataset.names),
            "resampling": resampling.value,
            "n_replicates": found.n_replicates,
            "threshold": options.threshold,
            "taus": None if found.taus is None else list(found.taus),
            "false_edge_bound": bound,
            "pairs": _pairs(found, dataset.names),
            "stable_edges": [dict(edge._asdict()) for edge in named_edges(dataset.names, stable)],
            "left_out": _by_name(dataset.names, found.left_out),
            "thinned": _by_name(dataset.names, found.thinned),
            "settings": dict(sorted(settings.to_dict().items())),
            "data_sha256": dataset.source_sha256 or dataset.sha256,
            "dataset_sha256": dataset.sha256,
            "versions": dict(sorted(software_versions(settings.measure).items())),
            "notes": data_notes(prepared),
        }
        write_whole(out, result_text(document))
    return 0


def _search(settings: RunSettings, dataset: Dataset, replicate: Replicate) -> ReplicateResult:
    """Search one replicate in this process alone."""
    return search_replicate(settings, dataset, replicate, partial(build_measure, jobs=1))


def _searched(
    settings: RunSettings,
    dataset: Dataset,
    replicates: Sequence[Replicate],
    jobs: int,
    *,
    shows: bool,
) -> list[ReplicateResult]:
    """Results in the order of the plan, whatever the number of processes."""
    results = []
    try:
        for result in _in_order(settings, dataset, replicates, jobs):
            results.append(result)
            if shows:
                sys.stderr.write(f"\r\x1b[K{len(results)} of {len(replicates)} replicates")
                sys.stderr.flush()
    finally:
        if shows:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
    return results


def _in_order(
    settings: RunSettings, dataset: Dataset, replicates: Sequence[Replicate], jobs: int
) -> Iterator[ReplicateResult]:
    engine = chosen_engine()
    if engine is not None:
        yield from _on_engine(engine, settings, dataset, replicates)
        return
    if jobs == 1:
        yield from (_search(settings, dataset, replicate) for replicate in replicates)
        return
    # Imported here: one process needs none of it.
    from loky import ProcessPoolExecutor

    executor = ProcessPoolExecutor(
        max_workers=jobs, timeout=_IDLE_SECONDS, env=dict.fromkeys(_THREAD_VARIABLES, "1")
    )
    try:
        yield from executor.map(partial(_search, settings, dataset), replicates)
    finally:
        executor.shutdown(wait=True, kill_workers=True)


def _on_engine(
    engine: Engine, settings: RunSettings, dataset: Dataset, replicates: Sequence[Replicate]
) -> Iterator[ReplicateResult]:
    """Results in the order of the plan, from the workers of an engine."""
    versions = software_versions(settings.measure)
    asked = iter([_Asked(settings, replicate, versions) for replicate in replicates])
    came: dict[Replicate, ReplicateResult] = {}
    results = engine.run(_search_there, dataset, lambda: next(asked, None))
    with closing(results):
        for replicate in replicates:
            while replicate not in came:
                part, result = next(results)
                if isinstance(result, Lost):
                    raise EngineError(result.message)
                came[part.replicate] = result
            yield came.pop(replicate)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A replicate on its way to a worker, with the versions of whoever asks."""

    settings: RunSettings
    replicate: Replicate
    versions: Mapping[str, str]


def _search_there(dataset: Dataset, asked: _Asked) -> ReplicateResult:
    """Search a replicate in a worker of an engine."""
    refuse_other_versions(asked.versions, software_versions(asked.settings.measure))
    return _search(asked.settings, dataset, asked.replicate)


def _lines(found: Stability, stable: PDAG, names: Sequence[str], threshold: float) -> Iterator[str]:
    """A table of the pairs joined at least once, most often first, then the stable graph."""
    yield f"Shares of {found.n_replicates} replicates, pairs joined at least once:"
    rows: list[tuple[str, ...]] = [("", "", "joined", "→", "←", "—", "none")]
    ordered = sorted(found.pairs.items(), key=lambda item: (-item[1].joined, item[0]))
    for (i, j), shares in ordered:
        values = (shares.joined, shares.forward, shares.backward, shares.undirected, shares.none)
        rows.append((shown(names[i]), shown(names[j]), *(f"{value:.0%}" for value in values)))
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    for row in rows:
        ends = (cell.ljust(width) for cell, width in zip(row[:2], widths[:2], strict=True))
        cells = (cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True))
        yield "  " + "  ".join((*ends, *cells))
    for kind, counts in (("left out of", found.left_out), ("thinned in", found.thinned)):
        for name, count in _by_name(names, counts).items():
            yield (
                f"{shown(name)} was {kind} {count} of {found.n_replicates} replicates, in which "
                "it was nearly constant."
            )
    heading, *edges = edge_lines(names, stable)
    yield f"Stable in at least {threshold:.0%} of replicates: {heading[0].lower()}{heading[1:]}"
    yield from edges


def _without_bound(found: Stability) -> str:
    if 2 * found.n_complete_pairs != found.n_replicates:
        return (
            "A bound on the false edges among these needs each half with its complement: take an "
            "even number of replicates."
        )
    return "The theorem's bound on the false edges among these is too large to say anything."


def _pairs(found: Stability, names: Sequence[str]) -> list[dict[str, object]]:
    return [
        {
            "a": names[i],
            "b": names[j],
            "a_to_b": shares.forward,
            "b_to_a": shares.backward,
            "undirected": shares.undirected,
            "none": shares.none,
            "n": shares.n,
        }
        for (i, j), shares in found.pairs.items()
    ]


def _by_name(names: Sequence[str], counts: Sequence[int]) -> dict[str, int]:
    return {name: count for name, count in zip(names, counts, strict=True) if count}
