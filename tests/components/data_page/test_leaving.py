import pytest

from components.data_page import leaving
from components.data_page.draft import Draft
from components.data_source import UploadedTable
from gesncd.data import Change, Mend

DRAFT = Draft.of([UploadedTable("t.csv", b"a,b\n1,2\n")])
MENDED = DRAFT.mended(Mend("ignore:a", "", Change(ignore=("a",))), ("a", "b"))


@pytest.mark.parametrize(
    ("draft", "n_runs", "asks"),
    [(DRAFT, 0, False), (MENDED, 0, True), (MENDED, 1, False), (MENDED.undone(), 0, False)],
)
def test_the_browser_asks_while_mends_are_in_no_run(monkeypatch, draft, n_runs, asks):
    sent = []
    monkeypatch.setattr(leaving, "_guard", lambda: lambda **told: sent.append(told["data"]))
    leaving.ask_before_leaving(draft, n_runs)
    assert sent == [{"asks": asks}]
