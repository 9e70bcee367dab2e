from gesncd.data import Marker, Missing, Plan


def test_a_record_names_every_column_that_a_message_leaves_out(check, the, base):
    names = [f"v{k}" for k in range(8)]
    for k, name in enumerate(names):
        base[name] = [-99 if i < k + 1 else (i * (k + 3)) % 101 for i in range(300)]
    plan = Plan.strict([*base])
    markers = tuple(Marker("-99", (name,)) for name in names)
    plan = Plan(plan.columns, Missing.DROP, markers)
    prepared = check(base, plan)
    recorded = {f["code"]: f["message"] for f in prepared.record["findings"]}
    dropped = the(prepared, "missing-dropped").message
    assert "'v7' 8, 'v6' 7, 'v5' 6, 'v4' 5, 'v3' 4 and 3 more" in dropped
    assert "'v3' 4, 'v2' 3, 'v1' 2 and 'v0' 1)" in recorded["missing-dropped"]
    assert "and 3 more" in the(prepared, "markers").message
    assert all(f"'{name}'" in recorded["markers"] for name in names)
    assert recorded["missing-dropped"] in prepared.notes
    filled = check(base, Plan(plan.columns, Missing.MEDIAN, markers))
    recorded = {f["code"]: f["message"] for f in filled.record["findings"]}
    assert "'v0' 1)" in recorded["missing-imputed"]
