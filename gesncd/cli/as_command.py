"""A run's settings as the command that searches with them."""

from __future__ import annotations

import shlex
from typing import Final

from gesncd.settings.run_settings import RunSettings

KNOWLEDGE_FILE: Final = "knowledge.json"
"""What the command calls the file of a run's knowledge, which must be written first."""


def discover_command(settings: RunSettings, data: str) -> str:
    """The command ``discover`` with the settings of a run, for a POSIX shell.

    Parameters
    ----------
    settings
        Of the run.
    data
        The table's file.
    """
    # A name that begins with a dash would be read as an option.
    data = f"./{data}" if data.startswith("-") else data
    words = ["python", "-m", "gesncd", "discover", data, *_options(settings)]
    return shlex.join(words)


def _options(settings: RunSettings) -> list[str]:
    words = ["--measure", settings.measure]
    if settings.measure == "ncd":
        words += ["--networks", settings.networks]
        if settings.networks != "radial":
            words += ["--depth", str(settings.depth), "--width", str(settings.width)]
            words += ["--device", settings.device]
        words += _parts(settings)
    words += ["--tau", "auto" if settings.tau is None else repr(settings.tau)]
    words += ["--alpha", repr(settings.alpha), "--seed", str(settings.seed)]
    for name in ("max_conditioning", "max_subset", "screen"):
        value = getattr(settings, name)
        if value is not None:
            words += [_option(name), str(value)]
    if not settings.knowledge.is_empty:
        words += ["--knowledge", KNOWLEDGE_FILE]
    if not settings.global_score:
        words.append("--no-global-score")
    return words


def _parts(settings: RunSettings) -> list[str]:
    words: list[str] = []
    for name, value in settings.ncd.to_dict().items():
        if isinstance(value, bool):
            words.append(_option(name) if value else f"--no-{_option(name)[2:]}")
        else:
            words += [_option(name), str(value)]
    return words


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"
