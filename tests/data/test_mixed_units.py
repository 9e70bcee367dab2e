"""Columns whose cells carry several units of one quantity."""

import pytest

from gesncd.data import Kind, settle_plan
from gesncd.data.mixed_units import mixed_units
from gesncd.data.table import Texts


@pytest.mark.parametrize(
    ("cells", "units"),
    [
        (["10 µM", "0.05 mM"], ("µM", "mM")),
        (["10 μM", "10 µM", "3 uM"], ()),
        (["5 mmol/l", "90 mg/dl", "4.1 mmol/L"], ("mmol/l", "mg/dl")),
        (["3 h", "2 d", "control"], ("h", "d")),
        (["12 kg", "30 lb"], ("kg", "lb")),
        # Sizes, stages, ordinals: no units of one quantity.
        (["38M", "38L"], ()),
        (["3a", "3b"], ()),
        (["1st", "2nd"], ()),
        (["5 mg", "a", "b", "c", "2 g"], ()),
    ],
)
def test_units_of_one_quantity(cells, units):
    assert mixed_units(Texts.of(range(len(cells)), range(len(cells)), cells)) == units


@pytest.mark.parametrize("n_doses", [3, 60])
def test_a_column_that_mixes_units_waits_for_its_owner(make, base, finding, n_doses):
    doses = [f"{1 + i} µM" if i % 2 else f"{(1 + i) / 100} mM" for i in range(n_doses)]
    made = make(base | {"dose": [doses[i % n_doses] for i in range(300)]})
    told = finding(made.strict(), "mixed-units")
    assert "The column mixes units ('mM' and 'µM'). Write all its cells in one of them" in (
        told.message
    )
    assert told.cause == Kind.MIXED.value
    # Neither encoded nor left out by the usual mends.
    plan = settle_plan(made.table, made.proposed, made.profile)
    assert [f.code for f in made.prepare(plan).errors] == ["mixed-units"]
