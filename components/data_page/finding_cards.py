"""What was found, as cards with their ways out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pandas as pd
import streamlit as st

from components import state
from components.data_page import draft as drafts
from components.data_page.draft import Draft
from components.text import count, markdown_text, short_name
from gesncd.data import Finding, Mend, Severity
from gesncd.data.checks.meaning import MOST_NAMED
from gesncd.data.checks.size import MIN_VARIABLES
from gesncd.data.kinds import Kind
from gesncd.words import listed, names_listed

BADGES = {
    Severity.ERROR: ":orange-badge[:material/block: Error]",
    Severity.WARNING: ":yellow-badge[:material/warning: Warning]",
    Severity.INFORMATION: ":blue-badge[:material/info: Note]",
}
"""A word, an icon and a colour for each severity."""

_MOST_ALIKE = 3
_MOST_LISTED = 100
_LONGEST_LABEL = 72
_LEFT_OUT = "ignored"
_ROWS_SHOWN, _HEIGHT = 12, 460


def show_findings(
    draft: Draft,
    findings: Sequence[Finding],
    names: Sequence[str],
    size_remark: str = "",
    reasons: Callable[[], Sequence[tuple[str, str]]] = tuple,
) -> None:
    """Cards of errors and warnings, and notes under a lid.

    Parameters
    ----------
    draft
        What the mends change.
    findings
        Errors, then warnings, then information.
    names
        Columns of the table; empty where there is none.
    size_remark
        What a search takes, for the findings on the table's size.
    reasons
        Gives each column that is left out with its reason: a finding names the first ones.
    """
    serious = [f for f in findings if f.severity is not Severity.INFORMATION]
    notes = [f for f in findings if f.severity is Severity.INFORMATION]
    for number, group in enumerate(alike(serious)):
        _show_group(draft, group, names, f"{number}", size_remark)
    if notes:
        title = f"{count(len(notes), 'note')} on what is done and what the values mean"
        with st.expander(title, icon=":material/info:"):
            for number, group in enumerate(alike(notes)):
                _show_group(draft, group, names, f"n{number}", size_remark)
                if group[0].code == _LEFT_OUT and len(group[0].columns) > MOST_NAMED:
                    _show_reasons(len(group[0].columns), reasons)


def _show_reasons(n: int, reasons: Callable[[], Sequence[tuple[str, str]]]) -> None:
    """Every column that is left out, in a table that scrolls; worked out when it is asked for."""
    label = f"Why each of the {n:,} columns is left out"
    box = st.expander(label, key=state.LEFT_OUT, on_change="rerun")
    if not box.open:
        return
    rows = [(short_name(name, 60), why) for name, why in reasons()]
    box.dataframe(
        pd.DataFrame(rows, columns=["Column", "Why"]),
        hide_index=True,
        key="left-out",
        height="auto" if n <= _ROWS_SHOWN else _HEIGHT,
        alt="The columns that are left out, each with its reason",
    )


def alike(findings: Sequence[Finding]) -> list[tuple[Finding, ...]]:
    """Findings one by one; more than three of one kind and cause together.

    They keep their order by severity, in which those of one kind may be apart.
    """
    kinds: dict[tuple[Severity, str, str], list[Finding]] = {}
    for finding in findings:
        kinds.setdefault((finding.severity, finding.code, finding.cause), []).append(finding)
    groups: list[tuple[Finding, ...]] = []
    for members in kinds.values():
        if len(members) > _MOST_ALIKE:
            groups.append(tuple(members))
        else:
            groups += [(member,) for member in members]
    return groups


_OF_SIZE = frozenset(["many-rows", "many-variables", "more-columns"])


def _show_group(
    draft: Draft, group: Sequence[Finding], names: Sequence[str], key: str, size_remark: str
) -> None:
    first = group[0]
    with st.container(border=True, key=f"finding-{key}", gap="small"):
        text = finding_text(first)
        if size_remark and first.code in _OF_SIZE:
            text += f" {markdown_text(size_remark)}"
        st.markdown(f"{BADGES[first.severity]} {text}")
        if len(group) == 1:
            _show_mends(draft, first.mends, names, key)
            return
        with st.expander(f"{len(group) - 1} more of this kind"):
            shown = group[1 : _MOST_LISTED + 1]
            st.markdown("\n".join(f"- {finding_text(finding)}" for finding in shown))
            if len(shown) < len(group) - 1:
                st.caption(f"and {len(group) - 1 - len(shown):,} more")
        _show_shared_mends(draft, group, names, key)


def finding_text(finding: Finding) -> str:
    """A finding's message as Markdown that shows it as it is."""
    return markdown_text(finding.message)


def _show_mends(draft: Draft, mends: Sequence[Mend], names: Sequence[str], key: str) -> None:
    if not mends:
        return
    with st.container(horizontal=True):
        for number, mend in enumerate(mends):
            st.button(
                label_text(mend.label),
                key=f"mend-{key}-{number}",
                help=mend_help((mend,)),
                on_click=_apply,
                args=(draft.key, (mend,), tuple(names)),
            )


def _show_shared_mends(
    draft: Draft, group: Sequence[Finding], names: Sequence[str], key: str
) -> None:
    """Each way out that all of them have, once."""
    with st.container(horizontal=True):
        for number, (label, mends) in enumerate(shared_mends(group, len(names))):
            st.button(
                label_text(label),
                key=f"mend-{key}-{number}",
                help=mend_help(mends),
                on_click=_apply,
                args=(draft.key, mends, tuple(names)),
            )


def shared_mends(
    group: Sequence[Finding], n_columns: int | None = None
) -> list[tuple[str, tuple[Mend, ...]]]:
    """Ways out that each finding of a kind offers, with a label for all of them together.

    To ignore them all is none where fewer than two of the table's ``n_columns`` would be left,
    where there is a smaller way out, or where the columns hold values beside what is wrong: these
    may be measurements.
    """
    kinds = [{mend.id.split(":")[0] + _plain(mend): mend for mend in f.mends} for f in group]
    common = [kind for kind in kinds[0] if all(kind in others for others in kinds)]
    is_usual = all(m.id.startswith("ignore") for finding in group for m in finding.mends[:1])
    shared = []
    for kind in common:
        mends = tuple(others[kind] for others in kinds)
        labels = {mend.label for mend in mends}
        if len(labels) == 1:
            shared.append((mends[0].label, mends[:1]))
        elif kind.startswith("ignore"):
            gone = {name for mend in mends for name in mend.change.ignore}
            too_few = n_columns is not None and n_columns - len(gone) < MIN_VARIABLES
            if too_few or group[0].cause == Kind.MIXED.value or not is_usual:
                continue
            shared.append((f"Ignore these {len(group)} columns", mends))
        elif kind.startswith("encode"):
            shared.append((f"Encode these {len(group)} columns", mends))
        else:
            shared.append((f"Mend these {len(group)}: {mends[0].label}, …", mends))
    return shared


def _plain(mend: Mend) -> str:
    """Tells apart the ways to deal with missing values, which share the first part of their id."""
    return mend.change.missing.value if mend.change.missing is not None else ""


def mend_help(mends: Sequence[Mend]) -> str:
    """What a button does in full: each of its mends, and each column that is left out."""
    labels = [mend.label for mend in mends]
    gone = [name for mend in mends for name in mend.change.ignore]
    done = [] if gone and len(mends) > 1 else [f"{listed(labels[:_MOST_LISTED], len(labels))}."]
    if len(gone) > 1:
        done.append(f"Leaves out {names_listed(gone, _MOST_LISTED)}.")
    return markdown_text(" ".join(done))


def label_text(label: str) -> str:
    """A mend's label for a button, where Markdown counts."""
    return markdown_text(short_name(label, _LONGEST_LABEL))


def _apply(key: str, mends: Sequence[Mend], names: Sequence[str]) -> None:
    drafts.update(key, lambda draft: mended_by_all(draft, mends, names))


def mended_by_all(draft: Draft, mends: Sequence[Mend], names: Sequence[str]) -> Draft:
    """The draft after several mends, as one change that can be undone at once."""
    after = draft
    for mend in mends:
        after = after.mended(mend, names)
    return draft.changed(after.options, after.plan)
