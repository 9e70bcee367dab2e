"""What the Learn page says and draws is so."""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import numpy as np
import pytest

from components.assumptions import ASSUMPTIONS
from components.colours import DARK, LIGHT
from components.learn import examples
from components.learn.charts import bars_chart, histogram_chart, line_chart, points_chart
from components.learn.failures import N_WALKS, failures, n_walks_joined
from components.learn.glossary import TERMS, matching
from components.learn.line_labels import FONT_SIZE, beside_line
from components.learn.measures import score_table
from components.learn.method import SEARCHED
from components.learn.pictures import graph_picture
from components.learn.questions import BIBTEX, QUESTIONS, REFERENCE
from components.learn.shapes import ALPHA, NCD_TIMES_FLOOR, shape_data, shapes
from components.tour.stops import STOPS
from gesncd.data.dataset import Dataset
from gesncd.graphs import PDAG
from gesncd.graphs.equivalence import cpdag_of_dag, members
from gesncd.measures import DSeparationOracle, Ncd, PartialCorrelation, Query
from gesncd.search import Phase, reframed_ges
from gesncd.search.global_score import global_score_queries, mean_clipped


def svg_of(picture):
    content = re.search(r"base64,([A-Za-z0-9+/=]+)", picture)[1]
    return ElementTree.fromstring(base64.b64decode(content))


def alt_of(picture):
    return re.search(r'alt="([^"]*)"', picture)[1]


def independent(dag, x, y, given=()):
    return DSeparationOracle(dag.to_matrix()).evaluate([Query.pair(x, y, given)])[0] == 0


def test_the_pictured_class_has_the_members_drawn():
    cpdag, inside = examples.chain_class()
    assert len(inside) == 3
    assert all(cpdag_of_dag(member) == cpdag for member in inside)
    assert all(independent(member, 0, 2, (1,)) for member in inside)
    assert not any(independent(member, 0, 2) for member in inside)
    assert cpdag == PDAG.from_edges(3, undirected=[(0, 1), (1, 2)])


def test_the_collider_is_alone_in_its_class():
    assert list(members(cpdag_of_dag(examples.COLLIDER))) == [examples.COLLIDER]
    assert independent(examples.COLLIDER, 0, 1)
    assert not independent(examples.COLLIDER, 0, 1, (2,))


def test_what_is_said_of_the_first_graph_is_so():
    drawn = examples.truth(SEARCHED)
    sun, water, soil, growth = range(4)
    assert drawn.names == ("Sun", "Water", "Soil", "Growth")
    assert independent(drawn.graph, sun, water)
    assert independent(drawn.graph, water, soil)
    # What changes once growth is known: water depends on both.
    assert not independent(drawn.graph, sun, water, (growth,))
    assert not independent(drawn.graph, water, soil, (growth,))


def test_health_explains_the_dependence_of_sport_and_mood():
    plain, given = examples.dependence_clouds()
    tau = examples.taught("chain-and-fork").tau()
    assert plain.score > 10 * tau
    assert given.score < tau
    for cloud in (plain, given):
        assert np.corrcoef(cloud.x, cloud.y)[0, 1] ** 2 == pytest.approx(cloud.score)


def test_the_pictured_search_joins_sun_and_water_and_parts_them_again():
    events = examples.searched(SEARCHED)
    forward = examples.steps(events, Phase.FORWARD)
    (backward,) = examples.steps(events, Phase.BACKWARD)
    sun, water, soil, growth = range(4)
    pair = {sun, water}
    joined = next(s for s in forward if {s.operator.x, s.operator.y} == pair)
    assert (joined.index, joined.conditioning) == (4, (growth,))
    assert {backward.operator.x, backward.operator.y} == pair
    assert (backward.index, backward.conditioning) == (6, (soil,))
    assert backward.cpdag == cpdag_of_dag(examples.truth(SEARCHED).graph)
    assert len(forward[0].pair_scores) == 6


def test_the_global_score_falls_to_almost_nothing():
    scores = examples.global_scores(examples.searched(SEARCHED))
    assert scores[0] > 0.5
    assert scores[-1] < 0.001
    forward = scores[: 1 + len(examples.steps(examples.searched(SEARCHED), Phase.FORWARD))]
    assert list(forward) == sorted(forward, reverse=True)


def test_a_graph_that_joins_everything_has_global_score_zero():
    full = PDAG.from_edges(4, undirected=[(i, j) for j in range(4) for i in range(j)])
    assert not global_score_queries(full)
    assert mean_clipped([], 4) == 0


def test_the_global_score_sees_a_missing_edge_and_a_wrong_collider():
    dataset = examples.taught("chain-and-fork").dataset()
    measure = PartialCorrelation(dataset)

    def score(graph):
        queries = global_score_queries(graph)
        return mean_clipped(measure.evaluate(list(queries)), 3)

    assert score(examples.CHAIN) < 0.01
    assert score(PDAG.from_edges(3, [(0, 1)])) > 0.05
    assert score(PDAG.from_edges(3, [(0, 1), (2, 1)])) > 0.05


def test_three_thresholds_find_too_few_enough_and_too_many_edges():
    graphs = [examples.steps(examples.searched("tau", v))[-1].cpdag for v in (1, 0, 2)]
    truth = cpdag_of_dag(examples.truth("tau").graph)
    assert [graph.n_edges for graph in graphs] == [2, 3, 5]
    assert graphs[1] == truth


def test_unrelated_pairs_seldom_exceed_the_noise_floor():
    null = examples.null_scores()
    assert len(null.scores) == 1000
    assert null.n_above <= 4
    at_a_tenth = PartialCorrelation(Dataset.from_array(np.eye(null.n_rows, 2)))
    above = (null.scores > at_a_tenth.null_quantile(0.1)).mean()
    assert above == pytest.approx(0.1, abs=0.03)


def test_the_graph_to_read_is_as_its_marks_are_explained():
    age, talent, luck, fame, fans = range(5)
    graph = examples.graph_to_read().graph
    assert set(graph.edges()) == {
        (age, talent, False),
        (talent, fame, True),
        (luck, fame, True),
        (fame, fans, True),
    }
    both = list(members(graph))
    assert len(both) == 2
    for member in both:
        assert independent(member, talent, luck)
        assert not independent(member, talent, luck, (fame,))
        assert independent(member, age, fans, (fame,))
        assert not independent(member, age, fans)


def test_no_edge_is_said_to_have_no_direction():
    told = [stop.text for stop in STOPS] + [f"{ask} {answer}" for ask, answer in QUESTIONS]
    assert not [text for text in told if "no direction" in text]
    assert any("the data allow either direction" in text for text in told)
    assert any("independences in the data allow either" in text for text in told)


def test_each_assumption_has_its_failure():
    hidden, rows, loop, cancelled = failures()
    assert len(failures()) == len(ASSUMPTIONS)
    assert list(hidden.found.graph.edges()) == [(0, 1, False)]
    assert rows.truth.graph.n_edges == 0
    assert rows.found.graph.n_edges == 1
    assert loop.found.graph == PDAG.from_edges(3, undirected=[(0, 1), (0, 2), (1, 2)])
    assert loop.truth.graph not in list(members(loop.found.graph))
    assert cancelled.found.graph == PDAG.from_edges(3, [(0, 1), (2, 1)])
    assert cancelled.truth.graph == PDAG.from_edges(3, [(0, 1), (1, 2), (0, 2)])


def test_random_walks_are_counted_as_a_search_joins_them():
    _, rows, *_ = failures()
    assert f"of 1,000 such pairs, {n_walks_joined()} are joined." in rows.text
    # By searches of their own, on other walks: the counts differ by chance only.
    joined = 0
    for seed in range(200):
        walks = np.cumsum(np.random.default_rng(seed).normal(size=(300, 2)), axis=0)
        measure = PartialCorrelation(Dataset.from_array(walks))
        *_, last = reframed_ges(measure, measure.null_quantile(0.001), global_score=False)
        joined += last.graph.n_edges
    assert abs(joined / 200 - n_walks_joined() / N_WALKS) < 0.1


def test_what_each_measure_sees():
    seen = {
        shape.title: {name for name, times in shape.times_floor.items() if times > 1}
        for shape in shapes()
    }
    assert seen == {
        "A line": {"ncd", "rcd", "partial-correlation"},
        "A parabola": {"ncd", "rcd"},
        "A ring": {"ncd"},
        "A spread": {"ncd"},
        "Nothing": set(),
    }


def test_the_scores_of_ncd_are_those_it_has():
    for title, values in shape_data().items():
        measure = Ncd(Dataset.from_array(values), jobs=1)
        (score,) = measure.evaluate([Query.pair(0, 1)])
        times = score / measure.null_quantile(ALPHA)
        assert times == pytest.approx(NCD_TIMES_FLOOR[title], abs=0.06), title


def test_the_table_says_seen_in_words():
    head, _, *rows = score_table(shapes()).split("\n")
    assert head.startswith("| Measure | A line |")
    assert [row.split(" | ")[0] for row in rows] == ["| NCD", "| RCD", "| Partial correlation"]
    assert rows[2].count("not seen") == 4


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_a_graph_is_drawn_in_the_colours_of_the_theme_and_told_in_words(colours):
    cpdag, _ = examples.chain_class()
    picture = graph_picture(examples.drawn("chain-and-fork", cpdag), colours, title="The class.")
    svg = svg_of(picture)
    fills = {each.get("fill") for each in svg.iter() if each.get("fill")}
    assert {colours.background, colours.surface, colours.ink} <= fills
    assert alt_of(picture) == (
        "The class. Graph of 3 variables with 2 edges: Sport — Health; Health — Mood."
    )


def test_names_keep_their_size_where_a_graph_is_drawn_narrow():
    drawn = examples.truth(SEARCHED)
    wide, narrow = (svg_of(graph_picture(drawn, LIGHT, spread=s)) for s in (1.0, 0.6))
    assert float(narrow.get("width")) < 0.75 * float(wide.get("width"))
    assert narrow.get("font-size") == wide.get("font-size")


def test_charts_are_well_formed_and_escape_what_they_write():
    values = np.linspace(0.0, 0.02, 40)
    pictures = (
        points_chart(values, values**2, LIGHT, across="<x>", up="y & z", words="Points <1>."),
        bars_chart(["a < b", "c"], [0.5, 0.001], 0.1, LIGHT, words="Bars."),
        histogram_chart(values, 0.05, LIGHT, words="Scores."),
        line_chart([0.7, 0.2, 0.0], LIGHT, words="S_g."),
    )
    for picture in pictures:
        assert svg_of(picture).get("viewBox")
        assert alt_of(picture)
    assert alt_of(pictures[0]) == "Points &lt;1&gt;."
    texts = [each.text for each in svg_of(pictures[0]).iter() if each.text]
    assert "<x>" in texts
    bars = [each.get("fill") for each in svg_of(pictures[1]).iter() if each.tag.endswith("rect")]
    assert bars == [LIGHT.forward, "none"], "what passes τ is filled, the other an outline"


def spoken(word):
    return word.split(", ")[-1].casefold() if word[0] in "ατ" else word.casefold()


def test_the_glossary_is_in_alphabetical_order_and_ends_each_entry():
    words = [spoken(word).replace("τ", "tau") for word in TERMS]
    assert words == sorted(words)
    assert all(text.endswith(".") and len(text) < 200 for text in TERMS.values())


def test_a_search_finds_names_first_and_ignores_case():
    assert matching("COLLIDER")[0] == "Collider, v-structure"
    assert "Meek's rules" in matching("collider")
    assert matching("  ") == list(TERMS)
    assert matching("no such word") == []


def test_every_question_has_an_answer_and_the_reference_is_the_papers():
    assert all(question.endswith(("?", ".")) and answer for question, answer in QUESTIONS)
    for part in ("Shen", "Zhu", "Zhang", "Hu", "Chen", "2022"):
        assert part in REFERENCE
        assert part in BIBTEX


def test_numbers_beside_a_line_touch_neither_it_nor_each_other():
    values = (0.766, 0.632, 0.243, 0.0549, 0.0104, 0.000157, 0.000189)
    spots = [(42 + 64 * k, 142 - 112 * value / 0.766) for k, value in enumerate(values)]
    texts = [f"{value:.7f}".rstrip("0") for value in values]
    boxes = []
    for (x, base), text in zip(beside_line(spots, texts, 470), texts, strict=True):
        # As wide as digits of half their height.
        half = FONT_SIZE * len(text) / 4
        boxes.append((x - half, base - 0.75 * FONT_SIZE, x + half, base))
    for k, (left, top, right, bottom) in enumerate(boxes):
        assert left >= 0
        assert right <= 470
        for other in boxes[:k]:
            apart = other[2] < left or other[0] > right or other[3] < top or other[1] > bottom
            assert apart, (texts[k], other)
        for (a, b), (c, d) in pairwise(spots):
            for share in np.linspace(0, 1, 200):
                x, y = a + share * (c - a), b + share * (d - b)
                assert not (left < x < right and top < y < bottom), texts[k]
