"""The jobs of the app without a browser: ``python -m gesncd COMMAND``."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence

from gesncd.cli.parser import build_parser
from gesncd.processors import use_one_thread


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Returns
    -------
    The exit code: 0; 1 where ``check`` found an error, or a resumed run did not finish; 2
    where the request or the data are at fault, with one line on the error stream; 130 where
    it was interrupted, 141 where nobody reads on.
    """
    _never_fail_to_print()
    options = build_parser().parse_args(arguments)
    # The commands import numpy and more, which read this once.
    use_one_thread(os.environ)
    try:
        code = _run(options.command, options)
        # Here, where it can be said that there was no room for it.
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print("Interrupted; nothing was written.", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader, such as head, has seen enough.
        _print_nothing_more()
        return 141
    except Exception as error:
        message = _message(error)
        if message is None:
            raise
        if _is_full(error):
            _print_nothing_more()
        print(f"gesncd: {message}", file=sys.stderr)
        return 2


def _run(name: str, options: object) -> int:
    import importlib

    command = getattr(importlib.import_module(f"gesncd.cli.{name}"), name)
    return int(command(options))


def _message(error: Exception) -> str | None:
    """One line for people; None for an error that is ours and needs its traceback."""
    from gesncd.data import DataError
    from gesncd.engine import EngineError
    from gesncd.export import ResultError
    from gesncd.knowledge import KnowledgeError
    from gesncd.runs.errors import StoreError
    from gesncd.settings.errors import SettingsError

    known = DataError | ResultError | SettingsError | StoreError | KnowledgeError | EngineError
    if isinstance(error, known):
        return " ".join(str(error).split())
    if isinstance(error, MemoryError):
        return "The memory did not suffice. Use fewer rows or variables, or smaller networks."
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}."
    if _is_full(error):
        return "The output cannot be written where it leads: no space is left there."
    return None


def _is_full(error: Exception) -> bool:
    """Whether what is printed leads to a disk without room."""
    full = (errno.ENOSPC, errno.EDQUOT)
    return isinstance(error, OSError) and error.filename is None and error.errno in full


def _print_nothing_more() -> None:
    """Lead standard output nowhere: Python would complain again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _never_fail_to_print() -> None:
    """Let a terminal that lacks a character show its code instead."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    sys.exit(main())
