"""Discover: choose data and a measure, run, and watch the graph being found."""

from components.router import ensure_routed

ensure_routed()

from components import discover  # noqa: E402 - the page is set up first

scene = discover.open_scene()
if scene is None:
    discover.show_first_screen()
else:
    settings = discover.show_sidebar(scene)
    discover.show_scene(scene, settings)
