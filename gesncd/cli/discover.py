"""``discover``: a table becomes a CPDAG, one printed line a step."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence

from gesncd.cli.common import ProgressLine, data_notes, read_prepared, settings_of
from gesncd.cli.result_files import paths_read, refuse_unwritable, write_whole
from gesncd.cli.sentences import edge_lines, floor_sentence, shown, step_sentence
from gesncd.discovery import Discovery
from gesncd.discovery import discover as search
from gesncd.search.events import Event, GlobalScore, Started, Step
from gesncd.search.words import score_text
from gesncd.settings.run_settings import RunSettings


def discover(options: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    settings = settings_of(options, global_score=not options.no_global_score)
    refuse_unwritable(options.out, paths_read(options))
    prepared = read_prepared(options, quiet=options.quiet)
    dataset = prepared.require()
    shown_steps = _Steps(dataset.names, settings, quiet=options.quiet)
    try:
        found = search(
            dataset, settings, on_event=shown_steps.take, on_progress=shown_steps.line.show
        )
    finally:
        shown_steps.line.clear()
    # Before it is printed, which can fail where the output leads to a full disk.
    if options.out is not None:
        write_whole(options.out, found.to_json(data_notes(prepared), prepared.record))
    if len(shown_steps.global_scores) > 1:
        first, second = (score_text(value) for value in shown_steps.global_scores)
        print(f"S_g {first} and {second}: seed {found.settings.seed} is kept.")
    _print_result(found)
    return 0


class _Steps:
    """What is printed while a search goes on.

    Parameters
    ----------
    names
        One name a node.
    settings
        Of the search; with the paper's networks it is done from two initialisations.
    quiet
        Whether to print no steps.
    """

    def __init__(self, names: Sequence[str], settings: RunSettings, *, quiet: bool) -> None:
        self.line = ProgressLine(enabled=not quiet and sys.stderr.isatty())
        self.global_scores: list[float] = []
        """The last S_g of each search so far."""
        self._names, self._settings, self._quiet = names, settings, quiet
        self._tau = 0.0

    def take(self, event: Event) -> None:
        """Print what an event is about."""
        if isinstance(event, GlobalScore):
            self.global_scores[-1] = event.value
            return
        if isinstance(event, Started):
            self._tau = event.tau
            self.global_scores.append(math.inf)
        if self._quiet:
            return
        self.line.clear()
        if isinstance(event, Step):
            print(step_sentence(event, self._tau, self._names), flush=True)
        elif isinstance(event, Started) and self._settings.networks == "paper":
            seed = self._settings.seed + len(self.global_scores) - 1
            print(f"Initialisation from seed {seed}:", flush=True)


def _print_result(found: Discovery) -> None:
    settings = found.settings
    place = {name: node for node, name in enumerate(found.names)}
    sources = {(place[a], place[b]): source for (a, b), source in found.arrow_sources.items()}
    for line in edge_lines(found.graph, found.names, sources):
        print(line)
    if found.global_score is not None:
        print(f"Global score S_g: {score_text(found.global_score)}.")
    source = "automatic" if settings.tau is None else "given"
    print(f"Threshold τ: {score_text(found.tau)} ({source}).")
    if settings.device != "cpu":
        print("Networks were trained on a GPU.")
    if found.noise_floor is not None:
        print(floor_sentence(found.noise_floor, settings))
    for note in found.notes:
        print(shown(note))
