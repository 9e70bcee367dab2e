"""Six short lessons: small simulated data sets, each with a text and what it shows."""

from gesncd.lessons.catalogue import LESSONS, lesson
from gesncd.lessons.lesson import Lesson, Variant

__all__ = ["LESSONS", "Lesson", "Variant", "lesson"]
