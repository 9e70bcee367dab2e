"""The outer shell of a capsule: a zip of a few known files with their hashes.

A capsule may come from anybody. Nothing in it is unpickled, extracted to a path or
executed; every entry is read into memory under a limit, and only names that a
capsule can have are accepted.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from gesncd.runs.errors import StoreError

FORMAT: Final = "gesncd capsule"
VERSION: Final = 2
MANIFEST: Final = "capsule.json"
RUN: Final = "run.json"
EVENTS: Final = "events.json"
DATA: Final = "data.parquet"
STATEMENTS: Final = "statements.json"
_SINCE: Final = {STATEMENTS: 2}
"""The version from which on a capsule may hold a file; those not named were there at first."""
_MEBIBYTE: Final = 2**20
_TIME: Final = (1980, 1, 1, 0, 0, 0)


class CapsuleError(StoreError):
    """A capsule that cannot be opened; the message says why."""


@dataclass(frozen=True, slots=True)
class CapsuleLimits:
    """How large a capsule may be, in bytes.

    Parameters
    ----------
    archive
        The file itself.
    text
        Each JSON file in it, unpacked.
    data
        The Parquet file in it.
    values
        The numbers that the Parquet file unpacks to.
    """

    archive: int = 1024 * _MEBIBYTE
    text: int = 256 * _MEBIBYTE
    data: int = 1024 * _MEBIBYTE
    values: int = 2048 * _MEBIBYTE


def write_archive(target: IO[bytes], files: Mapping[str, bytes], made_with: str) -> None:
    """Write files and a manifest with their hashes; equal files give equal bytes.

    The version is the smallest that has these files, so that an older release opens what it can.

    Parameters
    ----------
    target
        Open for writing.
    files
        Contents by name.
    made_with
        Version of the software.
    """
    manifest = {
        "format": FORMAT,
        "version": _least_version(files),
        "made_with": made_with,
        "files": {name: hashlib.sha256(content).hexdigest() for name, content in files.items()},
    }
    text = json.dumps(manifest, indent=2).encode("ascii")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {MANIFEST: text, **files}.items():
            # A fixed time, so that the same run gives the same bytes.
            entry = zipfile.ZipInfo(name, _TIME)
            # Parquet is compressed already.
            entry.compress_type = zipfile.ZIP_STORED if name == DATA else zipfile.ZIP_DEFLATED
            entry.external_attr = 0o600 << 16
            archive.writestr(entry, content)


def is_capsule(path: Path) -> bool:
    """Whether a file is an archive with a capsule's manifest, whatever else is in it."""
    try:
        with zipfile.ZipFile(path) as archive:
            return MANIFEST in archive.namelist()
    except zipfile.BadZipFile:
        return False


def read_archive(source: IO[bytes], limits: CapsuleLimits) -> dict[str, bytes]:
    """Contents by name, their hashes checked.

    Raises
    ------
    CapsuleError
        If it is no capsule, is damaged, too large or newer, or holds anything else.
    """
    size = source.seek(0, 2)
    source.seek(0)
    if size > limits.archive:
        raise CapsuleError(
            f"The file has {size / _MEBIBYTE:,.0f} MB; a capsule has at most "
            f"{limits.archive / _MEBIBYTE:,.0f}."
        )
    try:
        with zipfile.ZipFile(source) as archive:
            entries = _known_entries(archive)
            contents = {name: _read(archive, entry, limits) for name, entry in entries.items()}
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        NotImplementedError,
        RuntimeError,
        OSError,
        ValueError,
    ) as error:
        raise CapsuleError(
            f"The file is no capsule, or it is damaged or cut short ({error})."
        ) from error
    others = {name: content for name, content in contents.items() if name != MANIFEST}
    _check_manifest(parse_json(contents[MANIFEST], MANIFEST), others)
    return contents


def other_release(contents: Mapping[str, bytes], ours: str) -> str:
    """What to do about a capsule that is refused and was made by another release than ours.

    Empty where it was made by ours.
    """
    manifest = parse_json(contents[MANIFEST], MANIFEST)
    made_with = manifest.get("made_with") if isinstance(manifest, dict) else None
    if not isinstance(made_with, str) or made_with == ours:
        return ""
    return (
        f" It was made with gesncd {made_with[:40]}, and this is {ours}, which reads capsules of "
        f"versions 1 to {VERSION}: open it with that release, or run the data again here."
    )


def parse_json(content: bytes, name: str) -> object:
    """The value of a JSON file.

    Raises
    ------
    CapsuleError
        If it is none: also for NaN, infinities, and nesting without end.
    """
    try:
        value: object = json.loads(content.decode("utf-8"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise CapsuleError(f"The capsule's {name} is not readable as JSON ({error}).") from error
    return value


def _refuse_constant(text: str) -> object:
    raise ValueError(f"{text} is no number that JSON has")


def _known_entries(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    entries: dict[str, zipfile.ZipInfo] = {}
    for entry in archive.infolist():
        # The library mends odd names, such as those with a null byte: take none of them.
        name = entry.orig_filename
        if name not in (MANIFEST, RUN, EVENTS, DATA, STATEMENTS) or name != entry.filename:
            raise CapsuleError(f"The capsule holds a file {name[:80]!r}, which no capsule has.")
        if name in entries:
            raise CapsuleError(f"The capsule holds {name} twice.")
        if entry.flag_bits & 1:
            raise CapsuleError(f"The capsule's {name} is encrypted, which no capsule's is.")
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise CapsuleError(f"The capsule's {name} is packed in a way that no capsule's is.")
        entries[name] = entry
    for name in (MANIFEST, RUN, EVENTS):
        if name not in entries:
            raise CapsuleError(f"The file is no capsule: it holds no {name}.")
    return entries


def _read(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, limits: CapsuleLimits) -> bytes:
    limit = limits.data if entry.filename == DATA else limits.text
    with archive.open(entry) as file:
        # What the archive says of a size may be a lie.
        content = file.read(limit + 1)
    if len(content) > limit or entry.file_size > limit:
        raise CapsuleError(
            f"The capsule's {entry.filename} unpacks to more than {limit / _MEBIBYTE:,.0f} MB."
        )
    return content


def _least_version(files: Iterable[str]) -> int:
    return max(_SINCE.get(name, 1) for name in files)


def _check_manifest(manifest: object, contents: Mapping[str, bytes]) -> None:
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise CapsuleError("The file is a zip archive, but no capsule.")
    version = manifest.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise CapsuleError(
            f"The capsule's version is {version!r:.40}, which none is; this release reads versions "
            f"1 to {VERSION}. Export it anew."
        )
    if version > VERSION:
        raise CapsuleError(
            f"The capsule is of version {version}, made by a newer release; this one reads "
            f"versions 1 to {VERSION}. Update gesncd to open it, or export it anew with this "
            "release."
        )
    if version < _least_version(contents):
        late = sorted(name for name in contents if _SINCE.get(name, 1) > version)
        raise CapsuleError(
            f"The capsule says it is of version {version}, but holds {', '.join(late)}, which "
            f"came with version {_least_version(contents)}: it was changed after it was made. "
            f"This release reads versions 1 to {VERSION}; export it anew."
        )
    hashes = manifest.get("files")
    if not isinstance(hashes, dict) or set(hashes) != set(contents):
        raise CapsuleError("The capsule's list of files is not that of the files in it.")
    for name, content in contents.items():
        if hashlib.sha256(content).hexdigest() != hashes[name]:
            raise CapsuleError(
                f"The capsule's {name} has another hash than its list says: it was changed or "
                "damaged after it was made."
            )
