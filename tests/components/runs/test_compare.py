from types import SimpleNamespace

from components.runs.compare import stated_differently
from gesncd.knowledge import Knowledge
from gesncd.settings.run_settings import RunSettings

NAMES = ("Age", "Sex", "IL6", "CRP")


def run(**stated):
    settings = RunSettings(knowledge=Knowledge(**stated))
    return SimpleNamespace(names=NAMES, settings=settings)


def test_what_only_one_run_was_told_is_said():
    first = {"tiers": (("Age", "Sex"), ("IL6", "CRP")), "closed_tiers": (0,)}
    one = run(not_adjacent=(("CRP", "IL6"),), **first)
    other = run(required=(("Age", "CRP"),), **first)
    assert stated_differently(one, other) == [
        "Background knowledge only in A: CRP, IL6 not adjacent.",
        "Background knowledge only in B: Age → CRP.",
    ]
    assert stated_differently(run(), run(**first)) == [
        "Background knowledge only in B: Age, Sex come first."
    ]
    # The order in which a pair is named says nothing.
    assert stated_differently(one, run(not_adjacent=(("IL6", "CRP"),), **first)) == []
