"""A click in the panel means the chapter that was shown, however late it comes."""

from types import SimpleNamespace

import pytest

from components.replay import clicks
from components.replay.moment import Moment
from components.replay.panel import Choice


@pytest.fixture
def done(monkeypatch):
    """What clicks led to."""
    calls = []
    monkeypatch.setattr(clicks.place, "go_to", lambda _, *to: calls.append(("go", *to)))
    monkeypatch.setattr(clicks.place, "look_at_row", lambda _, *row: calls.append(("row", *row)))
    return calls


def test_a_moment_is_one_of_the_chapter_that_was_shown(done):
    clicks.panel_clicked(SimpleNamespace(), Moment(3, 0), Choice(part=2, chapter=2))
    assert done == [("go", 2, 2)]


def test_an_operator_of_another_chapter_is_not_looked_at(done):
    clicks.panel_clicked(SimpleNamespace(), Moment(3, 0), Choice(row="c1", chapter=2))
    clicks.panel_clicked(SimpleNamespace(), Moment(3, 0), Choice(row="c1", chapter=3))
    assert done == [("row", 3, "c1")]
