from pathlib import Path

import pytest

from gesncd.runs.errors import StoreError
from gesncd.runs.machine.home import network_file_system, prepare_home

MOUNTS = """\
/dev/sda1 / ext4 rw 0 0
server:/export /mnt/shared nfs4 rw 0 0
//server/c /mnt/my\\040drive cifs rw 0 0
/dev/sdb1 /mnt/shared/local ext4 rw 0 0
"""


def test_the_argument_goes_before_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("GESNCD_HOME", str(tmp_path / "environment"))
    assert prepare_home(tmp_path / "argument").path == tmp_path / "argument"
    assert prepare_home().path == tmp_path / "environment"


def test_the_platform_decides_where_nothing_is_said(tmp_path, monkeypatch):
    monkeypatch.delenv("GESNCD_HOME", raising=False)
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *a, **k: str(tmp_path / "data"))
    assert prepare_home().path == tmp_path / "data"


def test_a_folder_that_cannot_be_made_is_an_error_for_people(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"cannot be made.*Set GESNCD_HOME"):
        prepare_home(tmp_path / "file" / "home")


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/home/me", None),
        ("/mnt/shared/runs", "nfs4"),
        ("/mnt/shared", "nfs4"),
        ("/mnt/sharedless", None),
        ("/mnt/shared/local/runs", None),
        ("/mnt/my drive/runs", "cifs"),
    ],
)
def test_a_network_drive_is_recognised_by_the_nearest_mount(path, kind):
    assert network_file_system(Path(path), MOUNTS) == kind


def test_a_network_drive_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("gesncd.runs.machine.home.network_file_system", lambda path: "nfs")
    with pytest.raises(StoreError, match=r"network drive \(nfs\)"):
        prepare_home(tmp_path)
