from components.name_columns import name_row_height, name_width, table_height


def test_a_column_of_names_is_as_wide_as_the_longest_within_limits():
    assert name_width(["A", "B"]) == 72
    assert name_width(["A", "Übelkeit und mehr"]) > name_width(["Übelkeit"]) > 72
    assert name_width(["x" * 500]) == 190


def test_rows_are_high_where_a_name_needs_more_than_one_line():
    assert name_row_height(["A", "x" * 20]) is None
    # Streamlit breaks lines from more than 64 pixels on.
    assert name_row_height(["A", "x" * 40]) > 64
    assert name_row_height([]) is None


def test_a_table_is_as_high_as_its_rows_as_long_as_they_fit_a_screen():
    assert table_height(12, None) - table_height(11, None) == 35
    assert table_height(3, 66) - table_height(2, 66) == 66
    assert table_height(9, 66) - table_height(8, 66) == 66, "no last row is cut in half"
    assert table_height(500, None) == table_height(500, 66) <= 600
