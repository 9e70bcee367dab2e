import pytest

from components.bidi import isolated, plain
from components.export.table_download import frame_csv


@pytest.mark.parametrize("text", ["", "Raf", "Größe 5 → x", "温度", "x² ≥ 3"])
def test_text_that_runs_from_left_to_right_is_left_alone(text):
    assert isolated(text) == text


@pytest.mark.parametrize("text", ["שם", "اسم 3", "x שם", "٣"])
def test_text_that_runs_from_right_to_left_is_isolated_once(text):
    once = isolated(text)
    assert once == f"\u2068{text}\u2069"
    assert isolated(once) == once
    assert isolated(f"{once} → {once}: 0.5") == f"{once} → {once}: 0.5"
    assert plain(once) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\u2068שם, cut he", "\u2068שם, cut he\u2069"),
        ("שם\u2069 x", "\u2068שם x\u2069"),
        ("a\u202egpj.exe", "agpj.exe"),
        ("\u2067a", "\u2067a\u2069"),
    ],
    ids=["an isolate cut in two", "an end too many", "an override", "one never closed"],
)
def test_no_control_reaches_out_of_a_text(text, shown):
    assert isolated(text) == shown


def test_a_saved_table_has_names_as_they_are():
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"Pair": [f"{isolated('שם')} → Erk"], "Score": [0.5]})
    assert frame_csv(frame).splitlines() == ["Pair,Score", "שם → Erk,0.5"]
