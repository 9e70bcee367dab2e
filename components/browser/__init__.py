"""Code for the browser: what several components share, and which files make each of them."""

from components.browser.parts import PARTS, source

__all__ = ["PARTS", "source"]
