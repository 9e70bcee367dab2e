"""The panel beside the graph: the steps, a variable, or why a pair is joined or not."""

from components.detail_panel.contents import node_content, pair_content, steps_content
from components.detail_panel.view import Choice, detail_panel

__all__ = ["Choice", "detail_panel", "node_content", "pair_content", "steps_content"]
