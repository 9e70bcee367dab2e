"""The line into which statements are typed, with completion of names and relations."""

from components.typed_line.view import typed_data, typed_line

__all__ = ["typed_data", "typed_line"]
