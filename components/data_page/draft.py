"""The table at hand and everything its owner chose, kept for this browser tab."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import streamlit as st

from components import state
from components.data_source import UploadedTable
from gesncd.data import ColumnPlan, Mend, Plan, ReadOptions

Choices = tuple[ReadOptions, Plan | None]

_MOST_UNDONE = 100


@dataclass(frozen=True, slots=True)
class Draft:
    """Files and choices; every change is a new draft that knows those before it.

    Parameters
    ----------
    files
        One file, or several that are one table.
    title
        What people call the data.
    key
        Hash of the files' names and bytes.
    sample
        Id of the sample that it is, if it is one.
    options
        How the files are read.
    plan
        What becomes of the columns; None while nothing was mended.
    past
        Earlier choices, the oldest first.
    truth, knowledge
        Files attached: the true graph, and background knowledge.
    revision
        Counts the changes, so that widgets show the choices as they are.
    """

    files: tuple[UploadedTable, ...] = field(repr=False)
    title: str
    key: str
    sample: str | None = None
    options: ReadOptions = ReadOptions()
    plan: Plan | None = None
    past: tuple[Choices, ...] = field(default=(), repr=False)
    truth: UploadedTable | None = field(default=None, repr=False)
    knowledge: UploadedTable | None = field(default=None, repr=False)
    revision: int = 0

    @classmethod
    def of(cls, files: Sequence[UploadedTable], title: str | None = None) -> Draft:
        """A draft of files in which nothing was chosen yet."""
        digest = hashlib.sha256()
        for file in files:
            digest.update(hashlib.sha256(file.name.encode("utf-8", "surrogatepass")).digest())
            digest.update(hashlib.sha256(file.content).digest())
        more = f" and {len(files) - 1} more" if len(files) > 1 else ""
        return cls(tuple(files), title or f"{files[0].name}{more}", digest.hexdigest())

    @property
    def is_untouched(self) -> bool:
        """Whether the table is used just as it came."""
        return self.plan is None and self.options == ReadOptions()

    def changed(self, options: ReadOptions, plan: Plan | None) -> Draft:
        """The draft with other choices; the same draft if they are none."""
        if (options, plan) == (self.options, self.plan):
            return self
        past = (*self.past, (self.options, self.plan))[-_MOST_UNDONE:]
        return replace(self, options=options, plan=plan, past=past, revision=self.revision + 1)

    def mended(self, mend: Mend, names: Sequence[str]) -> Draft:
        """The draft after a mend.

        Parameters
        ----------
        mend
            What to do.
        names
            Columns of the table as it is read now; empty where it cannot be read yet.
        """
        options = self.options.changed(mend.change) if mend.rereads else self.options
        before = fitted(self.plan, names)
        plan = mend.change.apply(before)
        return self.changed(options, self.plan if plan == before else plan)

    def undone(self) -> Draft:
        """The draft as it was before the last change."""
        if not self.past:
            return self
        options, plan = self.past[-1]
        return replace(
            self, options=options, plan=plan, past=self.past[:-1], revision=self.revision + 1
        )

    def reset(self) -> Draft:
        """The draft with nothing chosen, which can be undone."""
        return self.changed(ReadOptions(), None)


def fitted(plan: Plan | None, names: Sequence[str]) -> Plan:
    """A plan for a table with these columns, which keeps what was said on those it knows."""
    if plan is None:
        return Plan.strict(names)
    known = {column.name: column for column in plan.columns}
    return replace(plan, columns=tuple(known.get(name, ColumnPlan(name)) for name in names))


def current() -> Draft | None:
    """The draft of this tab."""
    draft: Draft | None = st.session_state.get(state.DRAFT)
    return draft


def keep(draft: Draft) -> None:
    """Make a draft the one of this tab."""
    st.session_state[state.DRAFT] = draft


def update(key: str, change: Callable[[Draft], Draft]) -> None:
    """Change the draft as it is now: a click may come from a page that shows an earlier one.

    Parameters
    ----------
    key
        Of the draft that the click was about; another table is left alone.
    change
        Makes the new draft.
    """
    draft = current()
    if draft is not None and draft.key == key:
        keep(change(draft))


def drop() -> None:
    """Forget the draft."""
    st.session_state.pop(state.DRAFT, None)
