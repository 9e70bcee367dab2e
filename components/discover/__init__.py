"""The Discover page: a search chosen, begun, watched and read."""
