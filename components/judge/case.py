"""What the page is about: a run, its graph, and the truth where there is one."""

from __future__ import annotations

from dataclasses import dataclass

from components.judge.stated import stated_in
from components.opened_run import OpenedRun
from gesncd.data import Dataset
from gesncd.graphs import PDAG
from gesncd.judge.stated import Stated
from gesncd.judge.truth import Truth


@dataclass(frozen=True, slots=True)
class JudgeTruth:
    """A truth on offer, in the order of the run's variables.

    Parameters
    ----------
    id
        Distinguishes it from others of the same data.
    label
        What a list calls it.
    truth
        What is taken for true.
    origin
        Where it comes from, a few words.
    """

    id: str
    label: str
    truth: Truth
    origin: str


@dataclass(frozen=True, eq=False, slots=True)
class Case:
    """A run and the truth beside it.

    Parameters
    ----------
    opened
        The run.
    chosen
        The truth that is taken; None where there is none.
    """

    opened: OpenedRun
    chosen: JudgeTruth | None

    @property
    def names(self) -> tuple[str, ...]:
        """The variables in node order."""
        return self.opened.names

    @property
    def dataset(self) -> Dataset | None:
        """The data; None where only their hash is here."""
        return self.opened.dataset

    @property
    def truth(self) -> Truth | None:
        """What is taken for true."""
        return None if self.chosen is None else self.chosen.truth

    @property
    def graph(self) -> PDAG:
        """The run's newest graph; the final one where the run is over."""
        trace = self.opened.trace
        return trace.graph_at(trace.n_steps, len(self.opened.names))

    @property
    def stated(self) -> Stated:
        """What of that graph was stated beforehand."""
        return stated_in(self.opened.record, self.opened.trace)
