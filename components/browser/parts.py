"""Which files make the browser's side of each component, in one place.

Streamlit takes a component's code as one text, so its files are put one after the other and
share one scope: each can use what the others declare, whatever their order, and no name may
stand at the top of two of them. The one file with ``export default`` is the entry.
"""

from __future__ import annotations

from pathlib import Path

_COMPONENTS = Path(__file__).parents[1]
_ELEMENTS = "browser/elements.js"
_COLOURS = "browser/colours.js"
_FRAMES = "graph_view/frames.js"
_EDGE_MARKS = ("graph_view/curve.js", "graph_view/edge_marks.js")

PARTS: dict[str, tuple[str, ...]] = {
    "graph_view": (
        _ELEMENTS,
        _COLOURS,
        _FRAMES,
        *_EDGE_MARKS,
        "graph_view/network.js",
        "graph_view/boxes.js",
        "graph_view/places.js",
        "graph_view/sight.js",
        "graph_view/routes.js",
        "graph_view/changes.js",
        "graph_view/choice.js",
        "graph_view/styles.js",
        "graph_view/pattern.js",
        "graph_view/underlay.js",
        "graph_view/overlay.js",
        "graph_view/tools.js",
        "graph_view/legend.js",
        "graph_view/graph_view.js",
        "graph_view/test_hook.js",
    ),
    "graph_frames": (_FRAMES, "graph_view/bring_frames.js"),
    "tau_path": (
        _ELEMENTS,
        _COLOURS,
        _FRAMES,
        "tune/numbers.js",
        "tune/scale.js",
        "tune/levels.js",
        "tune/sheet.js",
        "tune/tip.js",
        "tune/curves.js",
        "tune/strips.js",
        "tune/agreement.js",
        "tune/questions.js",
        "tune/hand.js",
        "tune/path_view.js",
        "tune/path_hook.js",
    ),
    "replay_scrubber": (
        _ELEMENTS,
        "replay/controls.js",
        "replay/player.js",
        "replay/keys.js",
        "replay/full_screen.js",
        "replay/wait.js",
        "replay/scrubber.js",
    ),
    "replay_panel": (_ELEMENTS, "replay/panel.js"),
    "in_sight": ("replay/in_sight.js",),
    "one_entry": ("browser/one_entry.js",),
    "leaving": ("data_page/leaving.js",),
    "detail_panel": (_ELEMENTS, "detail_panel/detail_panel.js"),
    "tau_slider": (_ELEMENTS, "tau_slider/tau_slider.js"),
    "tour": (_ELEMENTS, "tour/tour.js"),
    "typed_line": (_ELEMENTS, "typed_line/typed_line.js"),
}
"""The files of each component, from the folder of all components."""

PAGE_PARTS: dict[str, tuple[str, ...]] = {
    "edge_marks": _EDGE_MARKS,
    "standalone_replay": (
        *_EDGE_MARKS,
        "graph_view/network.js",
        "graph_view/boxes.js",
        "graph_view/routes.js",
        "graph_view/pattern.js",
        "replay/standalone.js",
    ),
}
"""Likewise for pages that are saved and need no app: plain scripts without an entry."""


def source(name: str) -> str:
    """The code of a component, or of a script for a saved page."""
    files = PARTS.get(name) or PAGE_PARTS[name]
    return "\n".join((_COMPONENTS / each).read_text(encoding="utf-8") for each in files)
