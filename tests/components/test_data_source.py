from components.data_source import prepared_remarks


def test_remarks_of_a_kept_preparation_leave_explanations_out():
    preparation = {
        "findings": [
            {"code": "ignored", "message": "Column 'id' was left out."},
            {"code": "scales", "message": "The columns have different scales."},
            {"code": "ragged-rows"},
            "no finding",
        ]
    }
    assert prepared_remarks(preparation) == ("Column 'id' was left out.",)
    assert prepared_remarks({"findings": None}) == ()
    assert prepared_remarks(None) == ()
