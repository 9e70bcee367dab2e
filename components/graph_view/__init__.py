"""The graph view: one interactive graph, mounted once, to which only data travel.

``load_vis()`` puts vis-network, as pyvis ships it, into the page; call it once a
page run, outside fragments. ``graph_view(...)`` then shows a graph. ``graph_frames(...)``
brings many graphs ahead, so that the view turns to any of them without asking the server.
"""

from components.graph_view.view import (
    graph_frames,
    graph_view,
    load_vis,
    marks_source,
    vis_source,
)

__all__ = ["graph_frames", "graph_view", "load_vis", "marks_source", "vis_source"]
