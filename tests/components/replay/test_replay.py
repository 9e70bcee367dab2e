"""The parts of the Replay page that need no page: chapters, rows, predictions, the panel's data."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from components.graph_view.build import view_data
from components.labels import distinct_names
from components.replay.fitted import fitted
from components.replay.fork_code import ForkCode
from components.replay.moment import Moment
from components.replay.paint import moment_changes, moment_paint, row_paint
from components.replay.panel_contents import explanations, panel_content
from components.replay.predictions import (
    SKIPPED,
    comparison,
    judge,
    pick_of_pair,
    read_picks,
    refined,
    tally,
    write_picks,
)
from components.replay.rows import pair_label, pair_of, ranked_rows
from components.replay.scrubber import scrubber_data
from components.replay.story import Story
from components.trace import Trace
from gesncd.data import Dataset
from gesncd.graphs import EdgeKind
from gesncd.knowledge import Constraints, Knowledge
from gesncd.lessons import lesson
from gesncd.measures import PartialCorrelation
from gesncd.search import Finished, PhaseEnded, Step, reframed_ges
from gesncd.search.claims import TrueGraph
from gesncd.search.words import score_text


def subject_of(trace, names, tau, truth=None, knowledge=None):
    """As much of a subject as the panel needs."""
    return SimpleNamespace(
        story=Story.of(trace),
        trace=trace,
        tau=tau,
        names=names,
        spoken=names,
        truth=truth,
        knowledge=knowledge,
    )


@pytest.fixture(scope="module")
def linear():
    """A search of 20 variables with more than 60 steps, and its true graph."""
    rng = np.random.default_rng(4)
    matrix = np.triu(rng.random((20, 20)) < 0.25, 1).astype(int)
    weights = np.where(matrix, rng.uniform(0.5, 1.2, (20, 20)), 0.0)
    values = rng.normal(size=(1000, 20)) @ np.linalg.inv(np.eye(20) - weights)
    data = Dataset.from_array(values)
    measure = PartialCorrelation(data)
    tau = measure.null_quantile(0.001)
    trace = Trace.of(reframed_ges(measure, tau, global_score=False))
    assert trace.n_steps >= 60
    return subject_of(trace, data.names, tau, TrueGraph.of(matrix))


@pytest.fixture(scope="module")
def backward():
    """The lesson on the backward phase: six steps, the last one backward."""
    each = lesson("backward-phase")
    return subject_of(Trace.of(each.search()), each.names, each.tau(), TrueGraph.of(each.truth()))


def test_chapters_are_steps_and_ends_in_order(trace):
    story = Story.of(trace)
    kinds = [type(chapter.event) for chapter in story.chapters]
    assert kinds.count(Step) == story.n_steps == trace.n_steps
    assert kinds.count(PhaseEnded) == 2
    assert kinds[-1] is Finished
    for chapter, following in zip(story.chapters, story.chapters[1:], strict=False):
        assert following.before == chapter.after or isinstance(following.event, Finished)
    assert story.chapters[-1].after == trace.finished.graph
    assert [c.label for c in story.chapters][-2:] == ["End of the backward phase", "Result"]
    assert Story.of(Trace.of(())).n_moments == 0


def test_knowledge_is_told_arrow_by_arrow_at_the_end(known_trace):
    last = Story.of(known_trace).chapters[-1]
    assert last.n_parts == 1 + len(known_trace.finished.changes) > 1
    assert last.before == known_trace.finished.cpdag
    assert last.after == known_trace.finished.graph


def test_moments_and_places_agree(linear):
    story = linear.story
    for moment in range(story.n_moments):
        assert story.moment(*story.place(moment)) == moment
    assert story.place(-3) == (0, 0)
    assert story.place(10**6) == (len(story.chapters) - 1, story.chapters[-1].n_parts - 1)
    assert story.moment(2, 99) == story.starts[3] - 1


def test_twins_are_one_row_and_ranks_keep_the_order(linear):
    for chapter, offer in zip(linear.story.chapters, linear.story.offers, strict=True):
        step = chapter.step
        if step is None:
            continue
        rows = offer.rows
        assert sum(len(row.candidates) for row in rows) == len(step.candidates)
        assert rows[0].first == step.candidates[0]
        scores = [row.first.score for row in rows]
        assert scores == sorted(scores, reverse=step.phase.value == "forward")
        for row in rows:
            assert len({c.operator.apply(chapter.before) for c in row.candidates}) == 1
    assert ranked_rows(()) == ()


def test_predictions_are_compared_with_what_the_search_did(backward):
    story = backward.story
    chapter, offer = story.chapters[3], story.offers[3]
    names = backward.names
    # Two variables that have one operator are that operator.
    assert pick_of_pair(chapter, offer, (0, 1)) == "c0"
    exact = judge(chapter, offer, "c0")
    assert (exact.exact, exact.same_graph, exact.same_pair, exact.rank) == (True, True, True, 1)
    assert comparison(chapter, offer, "c0", names) == "Your pick is the search's own."
    wrong = judge(chapter, offer, "c1")
    assert not wrong.exact
    assert wrong.rank == 2
    assert "Your pick is number 2 on offer, with" in comparison(chapter, offer, "c1", names)
    assert judge(chapter, offer, SKIPPED) is None
    assert comparison(chapter, offer, SKIPPED, names) == "You had it shown."
    assert not judge(chapter, offer, "p0.3").same_graph
    assert "No operator on this pair" in comparison(chapter, offer, "p0.3", names)
    assert judge(chapter, offer, "c99").rank is None


def test_the_right_pair_given_another_set(linear):
    for chapter, offer in zip(linear.story.chapters, linear.story.offers, strict=True):
        if chapter.step is None:
            continue
        for row in offer.rows[1:]:
            if row.pair == offer.rows[0].pair:
                found = judge(chapter, offer, f"c{row.rank}")
                assert found.same_pair
                assert not found.exact
                text = comparison(chapter, offer, f"c{row.rank}", linear.names)
                assert text.startswith("The right pair, but given")
                same = row.first.operator.apply(chapter.before) == chapter.step.cpdag
                assert found.same_graph == same
                assert ("same graph" in text) == same
                return
    pytest.fail("no step had two operators on the winner's pair")


def test_a_click_on_two_variables_does_not_choose_among_their_operators():
    each = lesson("collider")
    trace = Trace.of(each.search())
    subject = subject_of(trace, each.names, each.tau())
    chapter, offer = subject.story.chapters[1], subject.story.offers[1]
    pair = pair_of(chapter.step.operator)
    best, other = offer.rows_on(pair)
    pick = pick_of_pair(chapter, offer, pair)
    assert pick == f"q{pair[0]}.{pair[1]}"
    # It is the right pair, and no more is said of the step until its operator is chosen.
    asked = Moment(1, 1, predicting=True, picks={2: pick})
    assert asked.is_waiting(subject)
    content = panel_content(subject, asked)
    assert content["say"][0] == "The right pair: Luck and Fame. Given what?"
    assert {row["id"] for row in content["table"]["rows"]} == {f"c{best.rank}", f"c{other.rank}"}
    counted = tally(subject.story, {2: pick})
    assert (counted.n_picked, counted.n_exact, counted.n_same_pair) == (1, 0, 1)
    # A row of the pair, or none; not of another pair, and not a second time.
    elsewhere = next(row for row in offer.rows if row.pair != pair)
    assert refined(chapter, offer, pick, f"c{elsewhere.rank}") == pick
    alone = refined(chapter, offer, pick, SKIPPED)
    assert not Moment(1, 1, predicting=True, picks={2: alone}).is_waiting(subject)
    assert tally(subject.story, {2: alone}) == counted
    assert comparison(chapter, offer, alone, each.names) == (
        "The right pair, with no operator chosen: the search's own is given Talent."
    )
    chosen = refined(chapter, offer, pick, f"c{best.rank}")
    assert judge(chapter, offer, chosen).exact
    assert refined(chapter, offer, chosen, f"c{other.rank}") == chosen


def test_a_click_on_a_wrong_pair_with_several_operators_is_told_its_best(linear):
    for chapter, offer in zip(linear.story.chapters, linear.story.offers, strict=True):
        for row in offer.rows if chapter.step is not None else ():
            is_wrong = row.pair != pair_of(chapter.step.operator)
            if is_wrong and len(offer.rows_on(row.pair)) > 1:
                pick = pick_of_pair(chapter, offer, row.pair)
                assert pick == f"p{row.pair[0]}.{row.pair[1]}"
                assert not judge(chapter, offer, pick).same_pair
                said = comparison(chapter, offer, pick, linear.names)
                assert f"its best operator is number {row.rank + 1} on offer" in said
                return
    pytest.fail("no step had two operators on another pair")


def test_the_first_of_two_variables_is_told(backward):
    moment = Moment(0, 0, predicting=True, picks={}, first=1)
    said = panel_content(backward, moment)["say"]
    assert said[1] == f"{backward.names[1]} chosen: click the second variable."


def test_picks_survive_the_address_and_are_counted(backward):
    picks = {1: "c0", 2: "c1", 3: "s", 4: "p0.3", 5: "r0"}
    assert read_picks("1-q0.3") == {1: "q0.3"}
    assert read_picks(write_picks(picks)) == picks
    assert read_picks("nonsense~7-q~2-c1") == {2: "c1"}
    counted = tally(backward.story, picks)
    assert (counted.n_steps, counted.n_picked, counted.n_exact) == (6, 4, 1)
    assert counted.sentence.startswith("You predicted 4 steps of 6: 1 exactly, ")
    assert tally(backward.story, {}).sentence == "No predictions yet."


def test_nothing_of_a_step_is_told_before_it_is_predicted(linear):
    for number, chapter in enumerate(linear.story.chapters):
        if chapter.step is None:
            continue
        moment = Moment(number, 0, predicting=True, picks={})
        assert moment.is_waiting(linear)
        content = panel_content(linear, moment)
        assert content["table"]["mode"] == "pick"
        rows = content["table"]["rows"]
        assert rows == sorted(
            rows, key=lambda r: (r["pair"].casefold(), r["given"].casefold(), r["id"])
        )
        assert not {"score", "share", "rank", "winner", "broken"} & {k for r in rows for k in r}
        assert any(row["id"] == "c0" for row in rows)
        assert content["marks"] == []
        assert content["verdict"] is content["arrows"] is None
        judged = panel_content(linear, replace(moment, judging=True))
        assert judged["verdict"] is judged["arrows"] is None
        picked = Moment(number, 1, predicting=True, picks={chapter.step.index: "c0"})
        assert not picked.is_waiting(linear)
        assert panel_content(linear, picked)["compared"] == "Your pick is the search's own."


def test_the_panel_shows_bars_against_tau_and_the_condition_that_is_broken(linear):
    n_rejected = 0
    for number, chapter in enumerate(linear.story.chapters):
        table = panel_content(linear, Moment(number, 0, row="r0"))["table"]
        if isinstance(chapter.event, Finished):
            assert table is None
            continue
        valid = [row for row in table["rows"] if row["valid"]]
        forward = chapter.phase.value == "forward"
        for row, kept in zip(valid, linear.story.offers[number].rows, strict=False):
            assert row["passes"] == ((kept.first.score > linear.tau) == forward)
            assert (row["share"] > table["tau"]["share"]) == (kept.first.score > linear.tau)
            assert 0 <= row["share"] <= 1
        for k, row in enumerate(row for row in table["rows"] if not row["valid"]):
            n_rejected += 1
            assert row["broken"] in ("not a clique", "open path")
            assert bool(row["why"]) == (k == 0)
    assert n_rejected > 50


def test_a_broken_condition_is_drawn(linear):
    seen = set()
    for chapter, offer in zip(linear.story.chapters, linear.story.offers, strict=True):
        for k, rejected in enumerate(offer.rejected):
            paint = row_paint(chapter, offer, f"r{k}", None)
            if paint.path:
                seen.add("path")
                assert paint.path == rejected.obstacle.nodes
            else:
                seen.add("clique")
                assert paint.pattern == rejected.obstacle.nodes
                (missing,) = paint.extra
                assert chapter.before.kind(missing.i, missing.j) is EdgeKind.NONE
    assert seen == {"path", "clique"}
    assert row_paint(linear.story.chapters[0], linear.story.offers[0], "c0", None).path == ()


def test_the_pattern_of_a_mark_is_framed(backward):
    chapter = backward.story.chapters[2]
    part = next(k for k, f in enumerate(chapter.frames, 1) if f.kind.value == "v-structure")
    paint = moment_paint(chapter, part, backward.truth.cpdag)
    assert set(paint.pattern) == {1, 2, 3}
    assert paint.pattern_edges == ((2, 3), (1, 3)) or paint.pattern_edges == ((1, 3), (2, 3))
    assert paint.halo == backward.truth.cpdag
    assert {c.kind for c in moment_changes(chapter, part)} == {"reoriented"}
    assert moment_changes(chapter, 0) == ()


def test_every_explanation_is_short_at_every_moment(linear, backward):
    n_texts = 0
    for subject in (linear, backward):
        for number, chapter in enumerate(subject.story.chapters):
            for part in range(chapter.n_parts):
                content = panel_content(subject, Moment(number, part, judging=True))
                verdict = content["verdict"]
                arrows = content["arrows"]
                texts = [*content["say"], *([verdict["text"]] if verdict else [])]
                texts += [verdict["more"]] if verdict and verdict["more"] else []
                texts += [arrows["text"]] if arrows else []
                assert texts[0] == explanations(subject, chapter, part)[0]
                for text in texts:
                    n_texts += 1
                    assert 0 < len(text.split()) < 40, text
    assert n_texts > 500


def test_verdicts_follow_the_truth(backward):
    kinds = []
    for number, chapter in enumerate(backward.story.chapters):
        verdict = panel_content(backward, Moment(number, chapter.n_parts - 1, judging=True))[
            "verdict"
        ]
        kinds.append(verdict and verdict["kind"])
    assert kinds[3] == "search"
    assert kinds[:3] == ["true"] * 3
    # At the end of the forward phase one pair is joined yet that the truth parts.
    assert kinds[4:] == ["true", "differs", "true", "true", "true"]


def test_forks_survive_the_address():
    for code in (ForkCode(3, "u"), ForkCode(4, "c2"), ForkCode(1, "t", 0.0123)):
        assert ForkCode.read(code.text) == code
    for nonsense in ("", "x", "3-", "3-q", "-u", "3-t"):
        assert ForkCode.read(nonsense) is None


def test_forks_leave_where_they_say(backward):
    story, tau = backward.story, backward.tau
    departure = ForkCode(4, "u").departure(story, tau)
    assert departure.first == story.chapters[3].step.runner_up
    assert (departure.n_steps, departure.tau) == (3, tau)
    assert departure.cpdag == story.chapters[3].before
    assert departure.earlier == tuple(c.before for c in story.chapters[:3])
    assert ForkCode(4, "c1").departure(story, tau).first == story.offers[3].rows[1].first
    assert ForkCode(2, "t", 0.3).departure(story, tau).tau == 0.3
    assert ForkCode(99, "u").departure(story, tau) is None
    assert ForkCode(4, "c99").departure(story, tau) is None
    assert ForkCode(len(story.chapters), "u").departure(story, tau) is None


def test_positions_are_drawn_together_but_boxes_never_meet():
    names = [f"X{k}" for k in range(6)]
    wide = np.array([[x, y] for x in (-400.0, 0.0, 400.0) for y in (-200.0, 200.0)])
    near = fitted(wide, names, 500, 400)
    assert np.abs(near[:, 0]).max() < 300
    np.testing.assert_allclose(near, wide * near[0, 0] / wide[0, 0])
    tight = np.array([[60.0 * k, 0.0] for k in range(6)])
    assert fitted(tight, names, 100, 100)[1, 0] >= 50
    small = wide / 10
    assert (fitted(small * 3, names, 2000, 2000) == small * 3).all()


def test_a_step_is_prepared_well_within_its_time(linear):
    """60 steps of 20 variables: 200 ms a step for all of the server's work on its data."""
    rng = np.random.default_rng(0)
    positions = rng.uniform(-400, 400, (20, 2))
    picks = {step.index: "c1" for step in linear.trace.steps}
    seconds, sizes = [], []
    for number, chapter in enumerate(linear.story.chapters[:60]):
        begun = time.thread_time()
        payload = [
            panel_content(linear, Moment(number, 1, predicting=True, picks=picks)),
            scrubber_data(linear.story, linear.story.moment(number, 1), waiting=False, large=False),
            view_data(
                linear.names,
                chapter.graph(1),
                fitted(positions, linear.names, 470, 410),
                layout_id="x",
                stamp=str(number),
                changes=moment_changes(chapter, 1),
                hold=True,
                paint=moment_paint(chapter, 1, linear.truth.cpdag),
            ),
        ]
        sizes.append(len(json.dumps(payload)))
        seconds.append(time.thread_time() - begun)
    assert np.median(seconds) < 0.2
    assert max(sizes) < 100_000


def test_blank_and_broken_names_can_be_told_in_a_row():
    assert pair_label((0, 1), ["  ", "a\nb"]) == "(no name), a b"
    assert pair_label((0, 1), ["a" * 300, "b"]) == "a" * 300 + ", b"


@pytest.mark.parametrize("predicting", [False, True])
def test_long_names_are_cut_apart_in_rows_which_also_have_them_whole(linear, predicting):
    names = tuple(f"expression of kinase {k} after a day of rest" for k in range(20))
    subject = subject_of(linear.trace, names, linear.tau)
    subject.spoken = distinct_names(names, 24)
    moment = Moment(0, 0, predicting=predicting, picks={})
    rows = panel_content(subject, moment)["table"]["rows"]
    assert max(len(row["pair"]) for row in rows) <= 24 + len(" to ") + 24
    whole = {row["whole"] for row in rows}
    assert all(sum(name in text for name in names) == 2 for text in whole)
    rows = panel_content(linear, moment)["table"]["rows"]
    assert {row["whole"] for row in rows} == {""}


def test_an_arrow_that_stays_for_another_reason_says_so(backward):
    chapter = backward.story.chapters[4]
    last = chapter.n_parts - 1
    said = explanations(backward, chapter, last)
    assert said[1].startswith("Water → Sun stays for another reason now: Water and Soil both")
    assert "Growth → Sun has lost its arrowhead" in said[2]
    for part in range(last):
        assert not any("another reason" in text for text in explanations(backward, chapter, part))


def test_the_panel_has_the_global_score_of_a_whole_graph_only(backward):
    scores = [panel_content(backward, Moment(3, part))["score"] for part in range(3)]
    values = backward.trace.global_scores
    assert scores == [score_text(values[3]), "", score_text(values[4])]
    assert panel_content(backward, Moment(len(backward.story.chapters) - 1, 0))["score"]


def test_pairs_that_knowledge_keeps_apart_are_told_where_operators_are_counted():
    names = ("a", "b", "c")
    rows = np.random.default_rng(1).normal(size=(200, 3))
    rows[:, 1:] += rows[:, :1]
    known = Constraints.of(Knowledge(not_adjacent=(("a", "b"),)), names)
    measure = PartialCorrelation(Dataset.from_array(rows, names))
    trace = Trace.of(reframed_ges(measure, 0.05, global_score=False, knowledge=known))
    subject = subject_of(trace, names, 0.05, knowledge=known)
    said = explanations(subject, subject.story.chapters[0], 0)
    assert said[0].startswith("The graph has 0 edges. 4 operators are valid;")
    assert said[1] == (
        "Operators on 1 pair that background knowledge keeps apart are not among them."
    )
