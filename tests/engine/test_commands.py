import json

import pytest

from gesncd.__main__ import main
from gesncd.engine import choose, chosen_engine
from gesncd.engine.joblib_engine import JoblibEngine


@pytest.fixture
def table(tmp_path, data):
    lines = [",".join(data.names), *(",".join(map(repr, row)) for row in data.values.tolist())]
    path = tmp_path / "data.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture
def asked(monkeypatch):
    """Chooses threads of this process as the engine; how often it was asked."""
    calls = []
    run = JoblibEngine.run

    def counted(self, function, *arguments, **more):
        calls.append(function.__name__)
        return run(self, function, *arguments, **more)

    monkeypatch.setattr(JoblibEngine, "run", counted)
    yield calls
    choose._opened.cache_clear()


@pytest.mark.parametrize(
    ("command", "more", "option", "functions"),
    [
        ("discover", [], "--out", {"answer"}),
        ("tau-path", [], "--out", {"answer"}),
        # The search of all rows asks by query, the replicates are searched whole.
        (
            "stability",
            ["--replicates", "6", "--jobs", "1"],
            "--out",
            {"answer", "_search_there"},
        ),
    ],
)
def test_commands_write_the_same_with_an_engine(
    table, tmp_path, asked, monkeypatch, capsys, command, more, option, functions
):
    texts = []
    for engine in ("local", "joblib:threading"):
        monkeypatch.setenv("GESNCD_ENGINE", engine)
        out = tmp_path / f"{engine.partition(':')[0]}.json"
        arguments = [command, str(table), "--measure", "rcd", "--seed", "4", *more]
        assert main([*arguments, option, str(out)]) == 0
        texts.append((out.read_text(), capsys.readouterr().out))
        if engine == "local":
            assert asked == []
    assert set(asked) == functions
    assert texts[0] == texts[1]
    assert json.loads(texts[0][0])["version"] >= 1


def test_a_wrong_engine_is_one_line(table, monkeypatch, capsys):
    monkeypatch.setenv("GESNCD_ENGINE", "mainframe")
    assert main(["discover", str(table), "--measure", "rcd"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("gesncd: GESNCD_ENGINE is 'mainframe'")
    assert error.count("\n") == 1
    with pytest.raises(Exception, match="names no engine"):
        chosen_engine()
