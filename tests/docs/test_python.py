"""The blocks of docs/python.md run, one after the other, and say what the text says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "python.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def test_every_block_runs_and_prints_what_it_should(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sample_data").symlink_to(ROOT / "sample_data")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    printed = []
    for block in BLOCKS:
        exec(compile(block, "docs/python.md", "exec"), names)
        printed.append(capsys.readouterr().out)
    assert len(BLOCKS) == len(re.findall(r"^## ", TEXT, re.MULTILINE)) == 10
    assert "Raf — Mek" in printed[0] or "Mek — Raf" in printed[0]
    assert "2 variables, 120 rows" in printed[1]
    assert "queries" in printed[2]
    assert "inf" in printed[3]
    assert printed[8].startswith("adjustment ['Jnk']")
    assert "digraph" in printed[-1]
