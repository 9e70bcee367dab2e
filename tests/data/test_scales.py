"""Words on a known scale are kept in order where their owner wants that."""

import pytest

from gesncd.data import Change, Encoding, Plan
from gesncd.data.scales import SCALES, ranks_on_scale


@pytest.mark.parametrize(
    ("categories", "ranks"),
    [
        (("Severe", "mild", " moderate"), (3, 1, 2)),
        (("low", "high"), (1, 2)),
        (("none", "some", "much"), (1, 2, 3)),
        (("always", "never", "often", "sometimes"), (4, 1, 3, 2)),
        (("stage I", "stage IV", "Stage 2"), (1, 3, 2)),
        (("II", "III", "I"), (2, 3, 1)),
        (("mild", "MILD", "severe"), (1, 1, 2)),
        # One of them on no scale, two scales, one place.
        (("mild", "severe", "unknown"), ()),
        (("mild", "often"), ()),
        (("often", "frequently"), ()),
        (("yes", "no"), ()),
        ((), ()),
    ],
)
def test_places_on_a_scale(categories, ranks):
    assert ranks_on_scale(categories) == ranks


def test_no_word_has_two_places_on_one_scale():
    for scale in SCALES:
        words = [word for same in scale for word in same.split("|")]
        assert len(set(words)) == len(words)


def test_an_ordered_column_becomes_numbers_and_says_so(make, base, finding):
    words = ["severe", "mild", "moderate", "Mild"]
    cells = [words[i * 7 % 11 % 4] for i in range(300)]
    made = make(base | {"severity": cells})
    asked = finding(made.strict(), "not-a-number")
    keep = next(m for m in asked.mends if m.id == "order:severity")
    assert keep.label == "Keep 'severity' in order: 1 ('mild') to 3 ('severe')"
    prepared = made.prepare(keep.change.apply(Plan.strict(made.table.names)))
    place = {"mild": 1.0, "moderate": 2.0, "severe": 3.0}
    assert prepared.require().values[:, 3].tolist() == [place[c.lower()] for c in cells]
    said = finding(prepared, "encoded")
    assert said.message == (
        "Column 'severity' is analysed in order: 1 ('mild'), 2 ('moderate') and 3 ('severe')."
    )
    assert said.message in [f["message"] for f in prepared.record["findings"]]
    assert finding(prepared, "ordinal-codes").columns == ("severity",)
    # The usual mends assume no order, and offer it.
    usual = finding(made.prepare(made.proposed), "encoded")
    assert usual.mends[0].label == keep.label


def test_categories_on_no_scale_cannot_be_kept_in_order(make, base, finding):
    made = make(base | {"site": ["uvw"[i % 3] for i in range(300)]})
    assert not [m for m in finding(made.strict(), "not-a-number").mends if "order" in m.id]
    plan = Change(encode=(("site", Encoding.ORDER),)).apply(Plan.strict(made.table.names))
    wrong = finding(made.prepare(plan), "categories")
    assert "not all on one scale with a known order ('u', 'v' and 'w')" in wrong.message
    assert made.prepare(wrong.mends[0].change.apply(plan)).errors == ()
