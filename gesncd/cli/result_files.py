"""Files that commands write their results to."""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
from collections.abc import Iterable
from pathlib import Path

from gesncd.settings.errors import SettingsError


def paths_read(options: argparse.Namespace) -> list[Path]:
    """The files that a command was told to read: all of its paths but ``--out``."""
    given = [value for name, value in vars(options).items() if name != "out"]
    listed = [each if isinstance(each, list) else [each] for each in given]
    return [path for paths in listed for path in paths if isinstance(path, Path)]


def refuse_unwritable(out: Path | None, read: Iterable[Path] = ()) -> None:
    """Find out before a long search that its result could not be written.

    Parameters
    ----------
    out
        The file to be written; None where there is none.
    read
        Files that are read, and so must not be replaced: see :func:`paths_read`.

    Raises
    ------
    SettingsError
        If the folder of the file does not exist or cannot be written to, or there is a folder,
        or something else that cannot be written, in the file's place, or one that is read.
    """
    if out is None:
        return
    if out.is_dir():
        # An empty path is the folder one is in.
        what = "empty, or '.', the folder you are in" if out == Path() else f"{out}, a folder"
        raise SettingsError(f"--out is {what}; give the name of a file.")
    target = _target(out)
    if target.is_symlink() and not _is_special(target):
        raise SettingsError(f"{out} is a link that leads to itself; give another name.")
    folder = target.parent
    leads = "" if target.parent == out.absolute().parent else f" It is a link to {target}."
    if not folder.is_dir():
        raise SettingsError(f"The folder of {out} does not exist; make it first.{leads}")
    if target.is_file() and any(path.exists() and path.samefile(target) for path in read):
        raise SettingsError(
            f"--out is {out}, which this command reads and would replace; give another name.{leads}"
        )
    if target.exists() and not os.access(target, os.W_OK):
        raise SettingsError(f"{out} cannot be written; change its permissions, or its name.{leads}")
    if not _is_special(target) and not os.access(folder, os.W_OK | os.X_OK):
        raise SettingsError(
            f"{out} cannot be written, as its folder cannot; choose another folder.{leads}"
        )


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file that is either complete or as it was before.

    A link stays one: the file that it leads to is written. What is no file, such as a named
    pipe, takes the content as it comes.

    Raises
    ------
    OSError
        If it cannot be written, such as on a full disk; it names the file.
    """
    try:
        _write_whole(path, content)
    except OSError as error:
        # Where there was no room to write, Python does not say in which file.
        raise OSError(error.errno, error.strerror, str(path)) from error


def _write_whole(path: Path, content: str | bytes) -> None:
    raw = content.encode("utf-8") if isinstance(content, str) else content
    target = _target(path)
    if _is_special(target):
        target.write_bytes(raw)
        return
    temporary = target.with_name(f".{target.name[:200]}.{secrets.token_hex(4)}.tmp")
    try:
        temporary.write_bytes(raw)
        if target.exists():
            shutil.copymode(target, temporary)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def _target(path: Path) -> Path:
    """The file that a path leads to, all links followed; the path itself where that is no file.

    Links such as /dev/stdout can lead to a pipe that has no path of its own.
    """
    return path.absolute() if _is_special(path) else Path(os.path.realpath(path))


def _is_special(path: Path) -> bool:
    """Whether something is there that is no file: a pipe, a device, a socket."""
    return path.exists() and not path.is_file()
