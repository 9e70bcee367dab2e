"""What the table of operators says of itself."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from components.replay.moment import Moment
from components.replay.operators_table import offer_caption
from components.replay.panel_contents import panel_content
from components.replay.rows import ChapterOffer
from components.replay.story import Story
from components.trace import Trace
from gesncd.data import Dataset
from gesncd.knowledge import Constraints, Knowledge
from gesncd.lessons import lesson
from gesncd.measures import PartialCorrelation
from gesncd.search import reframed_ges
from gesncd.search.invalid import AgainstKnowledge


def subject_of(events, names, tau):
    """As much of a subject as the table needs."""
    trace = Trace.of(events)
    return SimpleNamespace(
        trace=trace,
        story=Story.of(trace),
        tau=tau,
        names=names,
        spoken=names,
        truth=None,
        knowledge=None,
    )


@pytest.fixture(scope="module")
def linear():
    """A search of 20 variables, many of them joined."""
    rng = np.random.default_rng(4)
    matrix = np.triu(rng.random((20, 20)) < 0.25, 1).astype(int)
    weights = np.where(matrix, rng.uniform(0.5, 1.2, (20, 20)), 0.0)
    data = Dataset.from_array(rng.normal(size=(1000, 20)) @ np.linalg.inv(np.eye(20) - weights))
    measure = PartialCorrelation(data)
    tau = measure.null_quantile(0.001)
    return subject_of(reframed_ges(measure, tau, global_score=False), data.names, tau)


@pytest.fixture(scope="module")
def backward():
    """The lesson on the backward phase."""
    each = lesson("backward-phase")
    return subject_of(each.search(), each.names, each.tau())


def test_the_caption_says_how_many_operators_stand_in_how_many_rows(backward, linear):
    def caption(subject, number):
        return panel_content(subject, Moment(number, 0))["table"]["caption"]

    assert caption(backward, 0) == "12 operators in 6 rows, best first"
    # Both orders of a pair share a row only where they ask the same.
    assert [len(row.candidates) for row in backward.story.offers[3].rows] == [1, 1, 2]
    assert caption(backward, 3) == "4 operators in 3 rows, best first"
    (last,) = [c for c in linear.story.chapters if c.label == "End of the backward phase"]
    offer = linear.story.offers[linear.story.chapters.index(last)]
    alone = replace(last, event=replace(last.event, candidates=offer.rows[0].candidates[:1]))
    alone = replace(alone, event=replace(alone.event, n_candidates=1))
    assert offer_caption(ChapterOffer(alone), 30) == "1 operator on offer, best first"
    assert linear.story.offers[0].n_candidates == 380
    assert caption(linear, 0) == "50 of 380 operators in 25 rows, best first"
    none = replace(alone, event=replace(alone.event, candidates=(), n_candidates=0, barred=()))
    assert offer_caption(ChapterOffer(none), 30) == "No operator is valid"
    assert offer_caption(linear.story.offers[0], 3) == "6 of 380 operators in 3 rows, best first"


def test_some_are_said_not_to_be_valid_only_where_some_are_not(backward, linear):
    said = set()
    for subject in (backward, linear):
        for number, chapter in enumerate(subject.story.chapters):
            if chapter.step is None:
                continue
            table = panel_content(subject, Moment(number, 0, predicting=True, picks={}))["table"]
            invalid = any(row["id"].startswith("r") for row in table["rows"])
            assert ("some that are not valid" in table["caption"]) == invalid
            offer = subject.story.offers[number]
            twins = any(len(row.candidates) > 1 for row in offer.rows[:30])
            assert bool(table["legend"]) == twins
            listed = [
                row for row in offer.rows if f"c{row.rank}" in [r["id"] for r in table["rows"]]
            ]
            complete = sum(len(row.candidates) for row in listed) == offer.n_candidates
            begin = "All valid operators" if complete else "The best operators"
            assert table["caption"].startswith(begin)
            said.add((invalid, complete))
    assert said == {(True, False), (False, True), (False, False)}


def test_the_rows_of_the_right_pair_are_not_called_the_best_of_all(backward):
    step = backward.story.chapters[2].step
    x, y = sorted((step.operator.x, step.operator.y))
    moment = Moment(2, 0, predicting=True, picks={step.index: f"q{x}.{y}"})
    table = panel_content(backward, moment)["table"]
    assert table["caption"] == "The pair's operators, in order of their names"
    ranks = [int(row["id"][1:]) for row in table["rows"]]
    assert len(ranks) == 3
    assert sorted(ranks) != list(range(3)), "others stand between them"


def test_what_knowledge_rules_out_has_rows_of_its_own_and_no_rank():
    rng = np.random.default_rng(1)
    x = rng.normal(size=(400, 3))
    x[:, 2] += x[:, 0] + x[:, 1]
    names = ("a", "b", "c")
    measure = PartialCorrelation(Dataset.from_array(x, names=names))
    known = Constraints.of(Knowledge(required=(("c", "a"),)), names)
    tau = measure.null_quantile(0.001)
    subject = subject_of(
        reframed_ges(measure, tau, global_score=False, knowledge=known), names, tau
    )
    first = panel_content(subject, Moment(0, 0, row="r0"))
    step = subject.story.chapters[0].step
    assert step.n_candidates == 6
    assert first["say"][0].startswith("The graph has 1 edge. 6 operators are valid; ")
    assert "Of those that background knowledge allows, it takes" in first["say"][0]
    assert first["say"][1] == "1 of them would go against background knowledge."
    table = first["table"]
    assert table["caption"] == "5 operators in 3 rows, best first"
    assert table["more"] == ""
    barred = [row for row in table["rows"] if row.get("group", "").startswith("Ruled out")]
    (row,) = barred
    assert (row["pair"], row["set"], row["valid"]) == ("b to c", "T = a", False)
    assert row["broken"].endswith(", ruled out")
    assert row["why"].endswith("each graph of the class that it leads to has a → c.")
    winner = panel_content(subject, Moment(0, 1))["say"]
    assert any(
        text.startswith("Background knowledge rules out what ranks before it: ") for text in winner
    )
    picked = panel_content(subject, Moment(0, 1, predicting=True, picks={1: "r0"}))
    assert picked["compared"].startswith("Your pick is ruled out. Valid, but against")
    last = panel_content(subject, Moment(len(subject.story.chapters) - 1, 0))
    assert "With background knowledge it is" in last["say"][0]


def test_what_knowledge_rules_out_is_said_and_offered_once():
    rng, said = np.random.default_rng(8), set()
    for _ in range(6):
        matrix = np.triu(rng.uniform(0.4, 1.0, (6, 6)) * (rng.random((6, 6)) < 0.5), 1)
        data = Dataset.from_array(rng.normal(size=(500, 6)) @ np.linalg.inv(np.eye(6) - matrix))
        measure = PartialCorrelation(data)
        # An order that the data speak against.
        tiers = (data.names[4:], data.names[2:4], data.names[:2])
        knowledge = Constraints.of(Knowledge(tiers=tiers), data.names)
        tau = measure.null_quantile(0.001)
        events = reframed_ges(measure, tau, global_score=False, knowledge=knowledge)
        subject = subject_of(events, data.names, tau)
        for number, chapter in enumerate(subject.story.chapters):
            if chapter.step is None:
                continue
            table = panel_content(subject, Moment(number, 0, predicting=True, picks={}))["table"]
            rows = [(row["pair"], row["set"], row["given"]) for row in table["rows"]]
            assert len(rows) == len(set(rows))
            rejected = subject.story.offers[number].rejected
            shown = [rejected[int(row["id"][1:])] for row in table["rows"] if row["id"][0] == "r"]
            ruled = [isinstance(each.obstacle, AgainstKnowledge) for each in shown]
            expected = ["not valid"] * (not all(ruled)) + ["ruled out"] * any(ruled)
            words = f", and some that are {' or '.join(expected)}, in" if shown else "operators, in"
            assert words in table["caption"]
            said.add(tuple(expected))
    assert {("ruled out",), ("not valid", "ruled out"), ("not valid",)} <= said
