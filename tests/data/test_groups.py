import numpy as np

from gesncd.data import profile_table, read_table


def groups(columns, to_csv):
    profile = profile_table(read_table(to_csv(columns), name="t.csv"))
    return [(g.name, g.columns, g.one_hot) for g in profile.groups]


def one_hot(names, n=90):
    place = np.arange(n) * 7 % 31 % len(names)
    return {name: (place == i).astype(int) for i, name in enumerate(names)}


def test_one_hot_by_prefix(base, to_csv):
    flags = one_hot(["arm_a", "arm_b", "arm_c"], 300)
    columns = {"arm_a": flags["arm_a"], **base, "arm_b": flags["arm_b"], "arm_c": flags["arm_c"]}
    assert groups(columns, to_csv) == [("arm", ("arm_a", "arm_b", "arm_c"), True)]


def test_one_hot_side_by_side(base, to_csv):
    columns = {**base, **one_hot(["red", "green", "blue"], 300)}
    assert groups(columns, to_csv) == [("red / green / blue", ("red", "green", "blue"), True)]


def test_flags_that_overlap_are_no_group(base, to_csv):
    flags = one_hot(["arm_a", "arm_b", "arm_c"], 300)
    flags["arm_a"][0] = 1 - flags["arm_a"][0]
    assert groups({**base, **flags}, to_csv) == []


def test_families_of_names(base, to_csv):
    rng = np.random.default_rng(1)
    more = {name: rng.normal(size=300) for name in ("pos_x", "pos_y", "gene_abc", "gene_def")}
    assert groups({**base, **more}, to_csv) == [("pos", ("pos_x", "pos_y"), False)]


def test_a_name_in_use_is_not_taken(base, to_csv):
    rng = np.random.default_rng(1)
    more = {name: rng.normal(size=300) for name in ("pos", "pos_1", "pos_2")}
    assert groups({**base, **more}, to_csv)[0][0] == "pos (group)"


def test_a_table_of_numbered_columns_is_no_family(to_csv):
    rng = np.random.default_rng(1)
    assert groups({f"V_{i}": rng.normal(size=30) for i in range(6)}, to_csv) == []
