"""Every control has help, unless its label or its choices say all there is to say."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
CONTROLS = {
    "checkbox",
    "data_editor",
    "multiselect",
    "number_input",
    "pills",
    "radio",
    "segmented_control",
    "select_slider",
    "selectbox",
    "slider",
    "text_area",
    "text_input",
    "toggle",
}
"""What asks for a value. The words on a button, or in the field for a file, say what they do."""
PLAIN = {
    "'Cause'",
    "'Columns to analyse'",
    "'Effect'",
    "'First line is the header'",
    "'Lesson'",
    "'Measures'",
    "'Name'",
    "'Note'",
    "'Other variable'",
    "'Relation'",
    "'Rows'",
    "'Runs to compare with'",
    "'Show those that hold too'",
    "'Variable'",
    "'Variables'",
    "f'Variables, at most {MOST_CHOSEN}'",
    # Choices that speak for themselves, or words beside the control.
    "'Replicates by'",
    "'Runs'",
    "'Columns'",
    "frame",
    "label",
}
"""Labels, as they are written in the code, of controls that need no more words."""


def controls(tree):
    """Each call that makes a control: its label as written, and whether that needs no help."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in CONTROLS
        ):
            given = {word.arg: word.value for word in node.keywords}
            hidden = given.get("label_visibility")
            is_hidden = isinstance(hidden, ast.Constant) and hidden.value == "collapsed"
            label = ast.unparse(node.args[0]) if node.args else ""
            yield label, "help" in given or is_hidden, node.lineno


def test_a_control_without_help_has_a_plain_label():
    unhelped, seen = {}, 0
    for path in sorted((ROOT / "components").rglob("*.py")):
        for label, helped, line in controls(ast.parse(path.read_text("utf-8"))):
            seen += 1
            if not helped:
                unhelped[f"{path.relative_to(ROOT)}:{line}"] = label
    assert {place: label for place, label in unhelped.items() if label not in PLAIN} == {}
    assert PLAIN - set(unhelped.values()) == set(), "these have help, or are gone"
    assert seen > 60


def test_the_check_sees_what_it_shall():
    tree = ast.parse(
        "st.slider('a')\n"
        "left.slider('b', help='words')\n"
        "st.radio('c', label_visibility='collapsed')\n"
        "st.button('d')\n"
        "st.radio('e', label_visibility='hidden')\n"
    )
    found = [(label, helped) for label, helped, _ in controls(tree)]
    assert found == [("'a'", False), ("'b'", True), ("'c'", True), ("'e'", False)]
