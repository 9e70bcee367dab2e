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
        (("high", "none", "low"), (3, 1, 2)),
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
    keep, columns = asked.mends[:2]
    assert keep.label == "Read 'Mild' as 'mild': 3 categories in order"
    assert columns.label == "Encode 'severity' as one variable of 3 columns"
    prepared = made.prepare(keep.change.apply(Plan.strict(made.table.names)))
    place = {"mild": 1.0, "moderate": 2.0, "severe": 3.0}
    assert prepared.require().values[:, 3].tolist() == [place[c.lower()] for c in cells]
    said = finding(prepared, "encoded")
    assert said.message == (
        "Column 'severity' is analysed in order: 1 ('mild'), 2 ('moderate') and 3 ('severe')."
    )
    assert said.message in [f["message"] for f in prepared.record["findings"]]
    assert finding(prepared, "ordinal-codes").columns == ("severity",)
    # The usual mends keep the order, say so, and offer columns.
    usual = made.prepare(made.proposed)
    assert usual.require().values.tolist() == prepared.require().values.tolist()
    assert usual.sentence.endswith("spellings of 'severity' merged; 'severity' kept in order.")
    (other,) = finding(usual, "encoded").mends
    assert other.label == columns.label
    unordered = made.prepare(other.change.apply(made.proposed))
    assert unordered.require().variables[3].size == 3
    keep = finding(unordered, "encoded").mends[0]
    assert keep.label == "Keep 'severity' in order: 1 ('mild') to 3 ('severe')"


def test_what_is_encoded_beside_others_is_kept_in_order(make, base, finding):
    made = make(base | {"dose": [("low", "medium", "high")[i % 3] for i in range(300)]})
    asked = finding(made.strict(), "not-a-number")
    assert "Encode its 3 categories in their order" in asked.message
    assert [(m.id, m.label) for m in asked.mends[:2]] == [
        ("encode:dose", "Keep 'dose' in order: 1 ('low') to 3 ('high')"),
        ("columns:dose", "Encode 'dose' as one variable of 3 columns"),
    ]


def test_merging_letter_case_leaves_the_order(make, base, finding):
    words = ("low", "Low", "medium", "high")
    made = make(base | {"dose": [words[i % 4] for i in range(300)]})
    plan = Change(encode=(("dose", Encoding.ORDER),)).apply(Plan.strict(made.table.names))
    (merge,) = finding(made.prepare(plan), "alike-categories").mends
    assert merge.change.apply(plan).columns[3].encoding is Encoding.ORDER


def test_categories_on_no_scale_cannot_be_kept_in_order(make, base, finding):
    made = make(base | {"site": ["uvw"[i % 3] for i in range(300)]})
    assert not [m for m in finding(made.strict(), "not-a-number").mends if "order" in m.id]
    plan = Change(encode=(("site", Encoding.ORDER),)).apply(Plan.strict(made.table.names))
    wrong = finding(made.prepare(plan), "categories")
    assert "not all on one scale with a known order ('u', 'v' and 'w')" in wrong.message
    assert made.prepare(wrong.mends[0].change.apply(plan)).errors == ()
