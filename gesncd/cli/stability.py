"""``stability``: how often each edge is found when the search is repeated."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from gesncd.analysis.replicates import ReplicateResult
from gesncd.analysis.resamples import Replicate, Resampling, plan_replicates
from gesncd.analysis.stability import (
    edge_stability,
    false_edge_bound,
    stable_graph,
    tau_sentence,
)
from gesncd.analysis.stability_of_graph import graph_stability
from gesncd.analysis.stability_sentences import bound_sentence
from gesncd.cli.common import (
    ProgressLine,
    calibrated_measure,
    data_notes,
    read_prepared,
    settings_of,
)
from gesncd.cli.parts import tell_parts
from gesncd.cli.result_files import paths_read, refuse_unwritable, write_whole
from gesncd.cli.stability_lines import (
    by_name,
    own_lines,
    own_values,
    pair_values,
    share_lines,
    without_bound,
)
from gesncd.data import Dataset
from gesncd.engine import chosen_engine
from gesncd.export.named import named_edges
from gesncd.export.result_json import result_text
from gesncd.graphs import PDAG
from gesncd.runs.machine.capacity import Capacity
from gesncd.runs.replicated import search_replicates
from gesncd.search.events import Finished
from gesncd.settings.errors import SettingsError
from gesncd.settings.on_data import constraints_of, resolve_tau
from gesncd.settings.run_search import search_events
from gesncd.settings.run_settings import RunSettings
from gesncd.settings.versions import software_versions

FORMAT: Final = "gesncd stability"
"""Value of the key ``format`` in the JSON file."""


def stability(options: argparse.Namespace) -> int:
    """Run the command; its exit code.

    Raises
    ------
    SettingsError
        If an option is out of range; the message names it.
    """
    settings = settings_of(options, global_score=False)
    resampling = Resampling(options.resampling)
    out: Path | None = options.out
    refuse_unwritable(out, paths_read(options))
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
    prepared = read_prepared(options, quiet=options.quiet)
    dataset = prepared.require()
    jobs = min(options.jobs or Capacity.of().cpus, len(replicates))
    # Before the replicates: what cannot be searched is then said at once.
    graph = _graph_of_all_rows(settings, dataset, quiet=options.quiet)
    results = _searched(settings, dataset, replicates, jobs, quiet=options.quiet)
    found = edge_stability(dataset.n_variables, results, constraints_of(settings, dataset))
    stable = stable_graph(found, options.threshold)
    own = graph_stability(graph, found)
    for line in own_lines(own, dataset.names, resampling):
        print(line)
    for line in share_lines(found, stable, own, dataset.names, options.threshold):
        print(line)
    if found.taus is not None:
        print(tau_sentence(settings.tau, resampling, found.taus))
    bound = false_edge_bound(found, options.threshold)
    if bound is not None:
        print(bound_sentence(bound, found.n_open_edges(stable)))
    elif resampling is Resampling.HALVES:
        print(without_bound(found))
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
            "pairs": pair_values(found, dataset.names),
            "edges_of_all_rows": own_values(own, dataset.names),
            "stable_edges": [dict(edge._asdict()) for edge in named_edges(dataset.names, stable)],
            "left_out": by_name(dataset.names, found.left_out),
            "thinned": by_name(dataset.names, found.thinned),
            "settings": dict(sorted(settings.to_dict().items())),
            "data_sha256": dataset.source_sha256 or dataset.sha256,
            "dataset_sha256": dataset.sha256,
            "versions": dict(sorted(software_versions(settings.measure).items())),
            "notes": data_notes(prepared),
        }
        write_whole(out, result_text(document))
    return 0


def _graph_of_all_rows(settings: RunSettings, dataset: Dataset, *, quiet: bool) -> PDAG:
    """What the search finds that the replicates repeat."""
    measure = calibrated_measure(settings, dataset, quiet=quiet)
    line = ProgressLine(enabled=not quiet and sys.stderr.isatty())
    try:
        tau = resolve_tau(settings, measure)
        events = search_events(settings, dataset, measure, tau, on_progress=line.show)
        return next(event.graph for event in events if isinstance(event, Finished))
    finally:
        line.clear()


def _searched(
    settings: RunSettings,
    dataset: Dataset,
    replicates: Sequence[Replicate],
    jobs: int,
    *,
    quiet: bool,
) -> list[ReplicateResult]:
    """Results in the order of the plan, whatever the number of processes."""
    results = []
    shows = not quiet and sys.stderr.isatty()
    try:
        engine = chosen_engine()
        for result in search_replicates(settings, dataset, replicates, jobs=jobs, engine=engine):
            results.append(result)
            if shows:
                sys.stderr.write(f"\r\x1b[K{len(results)} of {len(replicates)} replicates")
                sys.stderr.flush()
            tell_parts(len(results), len(replicates), "replicates", quiet=quiet)
    finally:
        if shows:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
    return results
