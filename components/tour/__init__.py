"""A tour of the Discover page in a few cards, closed once and then gone from this browser."""

from components.tour.view import offer_tour, show_tour

__all__ = ["offer_tour", "show_tour"]
