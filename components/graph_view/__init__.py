"""The graph view: one interactive graph, mounted once, to which only data travel.

``load_vis()`` puts vis-network, as pyvis ships it, into the page; call it once a
page run, outside fragments. ``graph_view(...)`` then shows a graph.
"""

from components.graph_view.view import graph_view, load_vis

__all__ = ["graph_view", "load_vis"]
