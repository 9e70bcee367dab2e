"""The Learn page without a browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from components.learn.page import SECTIONS
from components.learn.questions import QUESTIONS

LEARN = str(Path(__file__).parents[2] / "pages" / "learn.py")


def texts(app):
    kinds = ("title", "header", "markdown", "caption")
    return "\n".join(str(e.value) for kind in kinds for e in app.get(kind)).replace("\\", "")


def open_section(app, name):
    app.query_params["learn"] = SECTIONS[name][0]
    app.run()
    return app.switch_page(LEARN).run()


@pytest.mark.parametrize("name", SECTIONS)
def test_every_section_opens_by_its_address(app, name):
    open_section(app, name)
    assert not app.exception
    assert app.title[0].value == "Learn"
    (choice,) = [each for each in app.get("segmented_control") if each.key == "learn"]
    assert choice.value == name


def test_the_method_is_told_in_pictures_with_words(app):
    open_section(app, "method")
    bodies = [each.proto.body for each in app.get("html")]
    pictures = [body for body in bodies if not body.startswith("<style>")]
    assert len(pictures) >= 15
    assert all(re.search(r'<img [^>]*alt="[^"]{10,}"', picture) for picture in pictures)
    assert "Step 4, forward, adds Water — Sun" in texts(app)
    assert "Step 6, backward, removes Water — Sun" in texts(app)


def test_the_glossary_is_searched(app):
    open_section(app, "glossary")
    assert "Capsule" in texts(app)
    (box,) = [each for each in app.text_input if each.label == "Find a word"]
    box.set_value("meek").run()
    assert "Meek's rules" in texts(app)
    assert "Capsule" not in texts(app)
    box.set_value("zzz").run()
    assert "No word matches" in texts(app)


def test_questions_are_folded(app):
    open_section(app, "questions")
    assert [each.label for each in app.expander] == [question for question, _ in QUESTIONS]


def test_the_reference_can_be_copied(app):
    open_section(app, "cite")
    assert app.code[0].value.startswith("@inproceedings{")


def test_the_collider_leads_to_its_own_lesson(app):
    open_section(app, "method")
    links = [e.proto.label for e in app.get("page_link")]
    assert [label.split(": ", 1)[1] for label in links if "Replay" in label] == [
        "A chain and a fork are one class",
        "A collider orients",
        "Why there is a backward phase",
        "What τ does",
    ]
