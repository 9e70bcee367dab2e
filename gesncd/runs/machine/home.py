"""The one folder that holds a person's data sets, runs and scores."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gesncd.runs.errors import StoreError

_NETWORK_FILE_SYSTEMS: Final = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "afpfs", "ncpfs", "fuse.sshfs", "fuse.rclone"}
)


@dataclass(frozen=True, slots=True)
class Home:
    """Where things lie under the folder."""

    path: Path

    @property
    def database(self) -> Path:
        """The SQLite file of runs, events and scores."""
        return self.path / "gesncd.sqlite"

    @property
    def datasets(self) -> Path:
        """Folder of the data sets, one Parquet file each, named by SHA-256."""
        return self.path / "datasets"

    @property
    def locks(self) -> Path:
        """Folder of the lock files by which a worker shows that it lives."""
        return self.path / "locks"

    @property
    def logs(self) -> Path:
        """Folder of the workers' logs."""
        return self.path / "logs"

    def dataset(self, sha256: str) -> Path:
        """File of one data set."""
        return self.datasets / f"{sha256}.parquet"

    def lock(self, run_id: str) -> Path:
        """Lock file of one run."""
        return self.locks / f"{run_id}.lock"

    def log(self, run_id: str) -> Path:
        """Log of one run's workers."""
        return self.logs / f"{run_id}.log"


def prepare_home(path: Path | None = None) -> Home:
    """Choose the folder and make it ready.

    Parameters
    ----------
    path
        The folder; else the environment variable ``GESNCD_HOME``, else the
        platform's folder for user data.

    Raises
    ------
    StoreError
        If the folder cannot be made or written, or lies on a network drive.
    """
    home = Home(_choose(path).expanduser().absolute())
    try:
        for folder in (home.path, home.datasets, home.locks, home.logs):
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"The folder {home.path} for runs cannot be made ({error.strerror}). "
            "Set GESNCD_HOME to a folder that can be written."
        ) from error
    if not os.access(home.path, os.W_OK | os.X_OK):
        raise StoreError(
            f"The folder {home.path} for runs cannot be written. "
            "Set GESNCD_HOME to a folder that can be."
        )
    kind = network_file_system(home.path)
    if kind is not None:
        raise StoreError(
            f"The folder {home.path} lies on a network drive ({kind}), where the run store "
            "could be damaged. Set GESNCD_HOME to a folder on a local disk."
        )
    return home


def network_file_system(path: Path, mounts: str | None = None) -> str | None:
    """Name of the network file system a path lies on, or None.

    Only Linux (through ``/proc/self/mounts``) and Windows' paths to a server
    are recognised; elsewhere the answer is None.

    Parameters
    ----------
    path
        Absolute path.
    mounts
        Text in the format of ``/proc/self/mounts``; read from there by default.
    """
    if str(path).startswith("\\\\"):
        return "UNC path"
    if mounts is None:
        if not sys.platform.startswith("linux"):
            return None
        try:
            mounts = Path("/proc/self/mounts").read_text(errors="replace")
        except OSError:
            return None
    resolved = path.resolve()
    best, kind = -1, ""
    for line in mounts.splitlines():
        parts = line.split(" ")
        if len(parts) < 3:
            continue
        # The kernel writes a space in a path as \040.
        point = Path(parts[1].replace("\\040", " "))
        if resolved.is_relative_to(point) and len(point.parts) >= best:
            best, kind = len(point.parts), parts[2]
    return kind if kind in _NETWORK_FILE_SYSTEMS else None


def _choose(path: Path | None) -> Path:
    if path is not None:
        return Path(path)
    named = os.environ.get("GESNCD_HOME")
    if named:
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_data_dir("gesncd", appauthor=False))
