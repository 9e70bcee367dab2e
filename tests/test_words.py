from gesncd.words import at_lines, columns_named, listed, names_listed, percent, plural, quoted


def test_a_count_takes_its_noun_along():
    assert [plural(n, "row") for n in (0, 1, 2, 1200)] == [
        "0 rows",
        "1 row",
        "2 rows",
        "1,200 rows",
    ]


def test_parts_are_joined_as_in_a_sentence():
    assert [listed(parts) for parts in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert listed(["a", "b"], 1500) == "a, b and 1,498 more"


def test_lines_are_named_with_their_number():
    assert at_lines([3], 1) == "line 3"
    assert at_lines([3, 5], 14, "row") == "rows 3, 5 and 12 more"


def test_text_of_a_file_is_quoted_on_one_line_and_cut():
    assert quoted("a\nb\x1b") == "'a b '"
    assert quoted("x" * 41) == "'" + "x" * 40 + "…'"
    assert quoted("x" * 40) == "'" + "x" * 40 + "'"


def test_columns_are_named_in_quotes_the_first_where_there_are_many():
    assert columns_named(["a"]) == "Column 'a'"
    assert columns_named(list("abc"), "The column", 2) == "The columns 'a', 'b' and 1 more"
    assert names_listed(list("abc"), None) == "'a', 'b' and 'c'"


def test_none_and_all_are_told_from_nearly_none_and_nearly_all():
    shares = (0.0, 0.0001, 0.125, 0.625, 2 / 3, 0.9999, 1.0)
    assert [percent(share) for share in shares] == [
        "0 %",
        "1 %",
        "13 %",
        "63 %",
        "67 %",
        "99 %",
        "100 %",
    ]
