import argparse
import subprocess
import sys
from pathlib import Path

import pytest

from gesncd import __version__
from gesncd.cli.common import settings_of
from gesncd.cli.parser import build_parser
from gesncd.cli.search_commands import MODELS
from gesncd.cli.search_options import line_numbers
from gesncd.judge.figures import ENTRIES
from gesncd.settings.errors import SettingsError
from gesncd.settings.ncd_parts import NcdParts
from gesncd.settings.run_settings import RunSettings
from gesncd.simulate import MODELS as SIMULATED


def test_discover_has_the_defaults_of_a_run():
    options = build_parser().parse_args(["discover", "data.csv"])
    assert settings_of(options, global_score=True) == RunSettings()
    assert options.data == Path("data.csv")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("discover x.csv --nope", "gesncd discover: error: unrecognized arguments: --nope"),
        (
            "stability x.csv y.csv --replicate=3",
            "gesncd stability: error: unrecognized arguments: y.csv --replicate=3 "
            "(did you mean --replicates?)",
        ),
        (
            "runs list --hom x",
            "gesncd runs list: error: unrecognized arguments: --hom x (did you mean --home?)",
        ),
        ("tau-path x.csv more", "gesncd tau-path: error: unrecognized arguments: more"),
    ],
)
def test_what_a_command_does_not_know_is_told_with_its_own_usage(line, said, capsys):
    with pytest.raises(SystemExit) as stopped:
        build_parser().parse_args(line.split())
    assert stopped.value.code == 2
    assert capsys.readouterr().err.endswith(f"{said}\n")


def test_a_depth_or_a_width_asks_for_perceptrons():
    def settings(*arguments):
        options = build_parser().parse_args(["discover", "data.csv", *arguments])
        return settings_of(options, global_score=True)

    assert settings("--depth", "2") == RunSettings(networks="perceptron", depth=2)
    assert settings("--width", "20") == RunSettings(networks="perceptron", width=20)
    assert settings("--preset", "paper").networks == "paper"
    assert settings("--preset", "paper", "--width", "80").width == 80
    assert settings("--networks", "paper") == settings("--preset", "paper")
    assert settings("--networks", "paper", "--width", "80").networks == "paper"
    with pytest.raises(SettingsError, match="--depth is of NCD's networks; the measure 'rcd'"):
        settings("--measure", "rcd", "--depth", "2")
    with pytest.raises(SettingsError, match="no depth and width"):
        settings("--networks", "radial", "--depth", "2")
    with pytest.raises(SettingsError, match="has perceptrons"):
        settings("--networks", "radial", "--preset", "paper")


def test_parts_of_ncd_can_be_set_one_by_one():
    def settings(*arguments):
        options = build_parser().parse_args(["discover", "data.csv", *arguments])
        return settings_of(options, global_score=True)

    assert settings("--restarts", "5", "--inputs", "both").ncd == NcdParts(5, "both")
    made = settings("--networks", "perceptron", "--learning-rate", "0.02", "--no-cross-fit")
    assert made.ncd == NcdParts(learning_rate=0.02, cross_fit=False)
    with pytest.raises(SettingsError, match="no use for outer_steps"):
        settings("--outer-steps", "3")


def test_a_device_is_decided_before_the_search(monkeypatch):
    def device(*arguments):
        options = build_parser().parse_args(["discover", "data.csv", *arguments])
        return settings_of(options, global_score=True).device

    monkeypatch.delenv("GESNCD_ENGINE", raising=False)
    monkeypatch.delenv("GESNCD_DEVICE", raising=False)
    monkeypatch.setattr("gesncd.measures.ncd.device.gpu_is_here", lambda: True)
    monkeypatch.setattr("gesncd.measures.ncd.device.gpu_name", lambda: "one")
    assert device() == device("--measure", "rcd") == "cpu"
    assert device("--depth", "2") == device("--preset", "paper") == "cuda"
    assert device("--depth", "2", "--device", "cpu") == "cpu"
    with pytest.raises(SettingsError, match="radial networks and the other measures run on the"):
        device("--device", "cuda")
    monkeypatch.setattr("gesncd.measures.ncd.device.gpu_is_here", lambda: False)
    assert device("--depth", "2") == "cpu"
    with pytest.raises(SettingsError, match="torch finds none here"):
        device("--depth", "2", "--device", "cuda")


def test_tau_is_auto_or_a_number(capsys):
    parse = build_parser().parse_args
    assert parse(["discover", "d", "--tau", "auto"]).tau is None
    assert parse(["discover", "d", "--tau", "1e-3"]).tau == 0.001
    with pytest.raises(SystemExit):
        parse(["discover", "d", "--tau", "large"])
    assert "neither 'auto' nor a number" in capsys.readouterr().err


def test_simulate_knows_every_model():
    assert set(MODELS) == set(SIMULATED)


def test_help_loads_no_numerical_library():
    code = (
        "import sys, gesncd.__main__ as m\n"
        "try: m.main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'numpy', 'scipy', 'torch', 'pandas'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "discover" in done.stdout
    assert done.stdout.endswith("[]\n")


@pytest.mark.parametrize(
    ("text", "expected"), [("3", (3,)), ("1-2,4", (1, 2, 4)), ("7,3,3", (3, 7)), ("2-2", (2,))]
)
def test_lines_to_skip(text, expected):
    assert line_numbers(text) == expected


@pytest.mark.parametrize("text", ["", "0", "x", "2-1", "1,,2", "-3", "1-99999999", "1.5"])
def test_what_is_no_list_of_lines(text):
    with pytest.raises(argparse.ArgumentTypeError, match="no list of lines"):
        line_numbers(text)


@pytest.mark.parametrize(
    ("started", "name"),
    [
        ("/usr/local/bin/gesncd", "gesncd"),
        ("gesncd.exe", "gesncd"),
        ("/site-packages/gesncd/__main__.py", "python -m gesncd"),
        ("", "python -m gesncd"),
    ],
)
def test_help_goes_by_the_name_that_was_called(monkeypatch, capsys, started, name):
    monkeypatch.setattr(sys, "argv", [started, "--help"])
    with pytest.raises(SystemExit):
        build_parser().parse_args(["--help"])
    assert capsys.readouterr().out.startswith(f"usage: {name} [-h] [--version] COMMAND")
    with pytest.raises(SystemExit):
        build_parser().parse_args(["check", "--help"])
    assert capsys.readouterr().out.startswith(f"usage: {name} check ")


def test_the_version_is_told(capsys):
    with pytest.raises(SystemExit) as ended:
        build_parser().parse_args(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"gesncd {__version__}\n"


def test_compare_says_how_its_figures_count_in_the_words_of_the_page_judge(capsys):
    with pytest.raises(SystemExit):
        build_parser().parse_args(["compare", "--help"])
    assert " ".join(ENTRIES.split()) in " ".join(capsys.readouterr().out.split())
