"""Who is at the page: in shared mode a login, else a secret that the browser keeps.

Streamlit hands cookies to a page when it connects, and has no way to set one; a
small component does. The store sees a hash of the secret only.
"""

from __future__ import annotations

import re
import secrets
from functools import cache
from typing import Any, Final

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from components import state
from gesncd.data import Dataset
from gesncd.runs.sharing import Sharing, owner_of_login, owner_of_workspace
from gesncd.runs.store.run_store import RunStore

COOKIE: Final = "gesncd_workspace"
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{22,128}")
_JS: Final = """
export default function ({ data, setStateValue }) {
  const known = document.cookie.match(/(?:^|; *)gesncd_workspace=([A-Za-z0-9_-]{22,128})(?:;|$)/);
  const secret = known ? known[1] : data.secret;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie =
    `gesncd_workspace=${secret}; Path=/; Max-Age=31536000; SameSite=Strict${secure}`;
  // Another tab of this browser was first.
  if (secret !== data.secret) setStateValue("secret", secret);
}
"""


def current_owner() -> str:
    """Owner's mark of whoever is at the page; empty where the app is one person's.

    Raises
    ------
    gesncd.runs.errors.StoreError
        If the environment's limits are not understood.
    """
    if Sharing.of() is None:
        return ""
    claims = _claims()
    if claims is not None:
        return owner_of_login(str(claims.get("iss", "")), str(claims["sub"]))
    return owner_of_workspace(_secret())


def admit_run(store: RunStore, dataset: Dataset) -> str:
    """Owner's mark for a new search on some data, of whoever is at the page.

    Raises
    ------
    gesncd.runs.errors.StoreError
        If this person has reached a limit.
    """
    sharing, owner = Sharing.of(), current_owner()
    if sharing is not None:
        size = dataset.values.nbytes
        sharing.admit(store, owner, n_bytes=size, dataset_sha256=dataset.sha256)
    return owner


def admit_task(store: RunStore, dataset_sha256: str) -> str:
    """Owner's mark for a new task on data of the store, of whoever is at the page.

    Raises
    ------
    gesncd.runs.errors.StoreError
        If this person has reached a limit.
    """
    sharing, owner = Sharing.of(), current_owner()
    if sharing is not None:
        size = store.data_bytes(dataset_sha256)
        sharing.admit(store, owner, n_bytes=size, dataset_sha256=dataset_sha256)
    return owner


def admit_capsule(store: RunStore, n_bytes: int) -> str:
    """Owner's mark for the run of a capsule that whoever is at the page opens.

    Raises
    ------
    gesncd.runs.errors.StoreError
        If this person has reached a limit.
    """
    sharing, owner = Sharing.of(), current_owner()
    if sharing is not None:
        sharing.admit(store, owner, n_bytes=n_bytes, starts=False)
    return owner


def keep_owner() -> None:
    """Once a page: ask for a login where one is set up, else have the browser keep its secret."""
    if Sharing.of() is None:
        return
    if getattr(st.user, "is_logged_in", None) is False:
        st.title("gesncd", anchor=False)
        st.markdown("Log in to see your runs and to start new ones.")
        st.button("Log in", type="primary", on_click=st.login)
        st.stop()
    if _claims() is None:
        _keeper()(
            key=state.WORKSPACE_KEEPER,
            data={"secret": _secret()},
            on_secret_change=_adopt,
            height=1,
        )


def _claims() -> dict[str, Any] | None:
    if getattr(st.user, "is_logged_in", None) is not True:
        return None
    return dict(st.user.to_dict())


def _secret() -> str:
    known = st.session_state.get(state.WORKSPACE) or st.context.cookies.get(COOKIE, "")
    if not isinstance(known, str) or _SECRET.fullmatch(known) is None:
        known = secrets.token_urlsafe(24)
    st.session_state[state.WORKSPACE] = known
    return known


def _adopt() -> None:
    value = st.session_state[state.WORKSPACE_KEEPER]["secret"]
    if isinstance(value, str) and _SECRET.fullmatch(value):
        st.session_state[state.WORKSPACE] = value


@cache
def _keeper() -> ComponentRenderer:
    return st.components.v2.component("gesncd_workspace", js=_JS)
