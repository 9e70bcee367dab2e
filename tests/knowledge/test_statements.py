"""Knowledge refuses what is no pair and no tier, above all a forgotten comma."""

import pytest

from gesncd.knowledge import Knowledge, KnowledgeError


@pytest.mark.parametrize("field", ["required", "forbidden", "adjacent", "not_adjacent"])
@pytest.mark.parametrize("given", [("X1", "X2"), [("a", "b", "c")], [("a",)], [7], "ab", 3])
def test_what_is_no_list_of_pairs_is_refused(field, given):
    with pytest.raises(KnowledgeError, match=f"{field} must be a "):
        Knowledge(**{field: given})


@pytest.mark.parametrize("given", [("X1", "X2"), ["a"], [3]])
def test_a_tier_is_a_list_of_names(given):
    with pytest.raises(KnowledgeError, match="A tier must be a list of names"):
        Knowledge(tiers=given)


def test_any_iterables_will_do_and_order_is_kept_where_it_tells():
    known = Knowledge(
        required=iter([["b", "a"]]), adjacent={("d", "c")}, tiers=[["b"], iter(["a", "c"])]
    )
    assert known == Knowledge((("b", "a"),), adjacent=(("c", "d"),), tiers=(("b",), ("a", "c")))
