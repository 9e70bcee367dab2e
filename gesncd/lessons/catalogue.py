"""The six lessons, in order."""

from __future__ import annotations

from gesncd.lessons import samples
from gesncd.lessons.lesson import Lesson, Variant

LESSONS: tuple[Lesson, ...] = (
    Lesson(
        "chain-and-fork",
        "A chain and a fork are one class",
        (
            "In one data set sport keeps people healthy, and health lifts their mood: a chain. In "
            "the other, health is the cause of both: the healthy do more sport. A fork.",
            "Either way sport and mood depend on each other, and given health they do not. "
            "The data say the same, so the search must find the same class.",
            "An undirected edge says that: some members point one way, some the other.",
        ),
        "Step to the end, then switch to the other data: the graph is the same.",
        ("Sport", "Health", "Mood"),
        ((-170.0, 0.0), (0.0, 0.0), (170.0, 0.0)),
        (
            Variant("Chain", (("Sport", "Health"), ("Health", "Mood")), samples.chain),
            Variant("Fork", (("Health", "Sport"), ("Health", "Mood")), samples.fork),
        ),
        seed=1,
    ),
    Lesson(
        "collider",
        "A collider orients",
        (
            "Talent and luck have nothing to do with each other, and both make fame.",
            "Among people of equal fame they do depend: who has less talent must have had more "
            "luck. Only one pattern explains that, two arrows that meet in fame.",
            "So the data alone decide both directions. Such a pattern is called a collider, or "
            "v-structure.",
        ),
        "Watch step 2. Luck and fame score 0.371; among people of equal talent, which the table "
        "calls “given Talent”, they score 0.68. Talent and luck score 0.0000437, and among people "
        "of equal fame 0.491.",
        ("Talent", "Luck", "Fame"),
        ((-130.0, -70.0), (130.0, -70.0), (0.0, 80.0)),
        (
            Variant(
                "Collider",
                (("Talent", "Fame"), ("Luck", "Fame")),
                samples.collider,
            ),
        ),
        seed=2,
    ),
    Lesson(
        "meek-rule-1",
        "Meek's rule 1: one arrow forces another",
        (
            "Fame also brings fans. Talent and luck meet in fame, as before.",
            "Fame — Fans could point either way by itself. Were it Fans → Fame, fans would meet "
            "talent in a new collider, and the data show none.",
            "So the edge must be Fame → Fans. That is Meek's first rule. There are three "
            "more, the last of them needed only with background knowledge.",
        ),
        "Go through the moments of the step that makes the collider, one at a time.",
        ("Talent", "Luck", "Fame", "Fans"),
        ((-130.0, -90.0), (130.0, -90.0), (0.0, 20.0), (0.0, 130.0)),
        (
            Variant(
                "Collider and child",
                (("Talent", "Fame"), ("Luck", "Fame"), ("Fame", "Fans")),
                samples.collider_and_child,
            ),
        ),
        seed=3,
    ),
    Lesson(
        "backward-phase",
        "Why there is a backward phase",
        (
            "Sun, water and soil make growth; sun also changes the soil. Water and sun have "
            "nothing to do with each other.",
            "Half way, the forward phase asks about water and sun given growth, that is, among "
            "plants of equal growth. Growth is an effect of both, so among these they do depend, "
            "and it joins them: right for its question, wrong for the world.",
            "Later the graph has changed, and the backward phase asks again without growth. Now "
            "they are independent, and the edge goes.",
        ),
        "Find the step that joins Sun and Water, and the step that parts them.",
        ("Sun", "Water", "Soil", "Growth"),
        ((-150.0, -80.0), (150.0, -80.0), (-150.0, 80.0), (150.0, 80.0)),
        (
            Variant(
                "Three causes",
                (("Sun", "Growth"), ("Water", "Growth"), ("Soil", "Growth"), ("Sun", "Soil")),
                samples.three_causes,
            ),
        ),
        seed=2,
    ),
    Lesson(
        "beyond-linear",
        "Where linear methods fail",
        (
            "A dose as far below the middle as another is above it has the same effect: a "
            "parabola. Then noise is added, and the sum is bent. This is a post-nonlinear model.",
            "Partial correlation sees straight lines only. Low and high doses cancel out, and it "
            "finds nothing between dose and effect.",
            "NCD lets two networks choose the curves that correlate most, and finds the parabola.",
        ),
        "Compare what dose and effect score under both measures.",
        ("Dose", "Effect", "Report"),
        ((-170.0, 0.0), (0.0, 0.0), (170.0, 0.0)),
        (
            Variant(
                "Partial correlation",
                (("Dose", "Effect"), ("Effect", "Report")),
                samples.folded,
            ),
            Variant(
                "NCD",
                (("Dose", "Effect"), ("Effect", "Report")),
                samples.folded,
                measure="ncd",
            ),
        ),
        seed=1,
    ),
    Lesson(
        "tau",
        "What τ does",
        (
            "τ enters no score. It only says where the search stops: a score above τ counts as "
            "dependence.",
            "A large τ misses the weak link of mood and work. A small τ lies below what noise "
            "alone reaches, and joins strangers.",
            "The automatic τ is the score that noise exceeds once in a thousand questions.",
        ),
        "Run the three thresholds to the end: the first steps are the same.",
        ("Sleep", "Mood", "Work", "Coffee", "Pulse"),
        ((-180.0, -60.0), (0.0, -60.0), (180.0, -60.0), (-90.0, 80.0), (90.0, 80.0)),
        tuple(
            Variant(
                label,
                (("Sleep", "Mood"), ("Mood", "Work"), ("Coffee", "Pulse")),
                samples.strong_and_weak,
                tau=tau,
            )
            for label, tau in (
                ("Automatic", None),
                ("Large, τ 0.3", 0.3),
                ("Small, τ 0.002", 0.002),
            )
        ),
        seed=2,
    ),
)
"""All lessons."""


def lesson(lesson_id: str) -> Lesson | None:
    """The lesson of an id, or None."""
    return next((each for each in LESSONS if each.id == lesson_id), None)
