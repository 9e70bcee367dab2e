"""A click in the panel means the chapter that was shown, however late it comes."""

from types import SimpleNamespace

import pytest

from components.replay import clicks
from components.replay.moment import Moment
from components.replay.panel import Choice
from components.replay.story import Story
from components.trace import Trace
from gesncd.lessons import lesson


@pytest.fixture
def done(monkeypatch):
    """What clicks led to."""
    calls = []
    monkeypatch.setattr(clicks.place, "go_to", lambda _, *to: calls.append(("go", *to)))
    monkeypatch.setattr(clicks.place, "look_at_row", lambda _, *row: calls.append(("row", *row)))
    return calls


def test_a_first_variable_is_let_go_of_by_a_second_click_on_it(monkeypatch):
    chosen = []
    monkeypatch.setattr(clicks.place, "current_first", lambda *_: 1)
    monkeypatch.setattr(clicks.place, "choose_first", lambda _, *first: chosen.append(first))
    story = Story.of(Trace.of(lesson("collider").search()))
    moment = Moment(0, 0, predicting=True, picks={})
    clicks.graph_clicked(SimpleNamespace(story=story), moment, ())
    assert chosen == [(0, None)]


def test_a_moment_is_one_of_the_chapter_that_was_shown(done):
    clicks.panel_clicked(SimpleNamespace(), Moment(3, 0), Choice(part=2, chapter=2))
    assert done == [("go", 2, 2)]


def test_an_operator_of_another_chapter_is_not_looked_at(done):
    clicks.panel_clicked(SimpleNamespace(), Moment(3, 0), Choice(row="c1", chapter=2))
    clicks.panel_clicked(SimpleNamespace(), Moment(3, 0), Choice(row="c1", chapter=3))
    assert done == [("row", 3, "c1")]
