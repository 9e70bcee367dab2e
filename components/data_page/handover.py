"""From the Data page to Discover."""

from __future__ import annotations

import contextlib
from dataclasses import replace

import streamlit as st

from components import state
from components.attached_truth import keep_attached_truth
from components.data_page import draft as drafts
from components.data_page.attachments import match_knowledge, match_truth
from components.data_page.draft import Draft
from components.data_page.work import Outcome
from components.data_source import LoadedData, UploadedTable, choose_data, choose_sample, remarks
from components.runs.owner import current_owner
from components.settings.kept_knowledge import (
    DataStatedOf,
    WholeKnowledge,
    kept_for,
    without_file,
)
from components.settings.knowledge_panel import AttachedKnowledge
from components.store import run_store
from gesncd.data import Dataset
from gesncd.runs.errors import StoreError


def hand_over(draft: Draft, outcome: Outcome) -> dict[str, str]:
    """Make the prepared data those of Discover, with what is attached and fits.

    Returns
    -------
    Parameters for Discover's address: a sample that was left as it came is named there.
    """
    dataset = outcome.prepared.require()
    said, about = _stated_before(draft, dataset)
    told = _still_gone()
    fits = draft.truth is not None and match_truth(draft.truth, dataset.names)[0] is not None
    truth = draft.truth if fits else None
    if draft.sample is not None and draft.is_untouched:
        choose_sample(draft.sample)
        parameters = {state.SAMPLE: draft.sample}
    else:
        record = {**outcome.prepared.record, "reading": draft.options.to_dict()}
        notes = remarks(outcome.prepared.findings)
        data = LoadedData(draft.title, dataset, notes, record, truth)
        choose_data(data)
        # Of data that were searched before it is kept at once, else as soon as they are.
        with contextlib.suppress(StoreError):
            keep_attached_truth(run_store(), data, current_owner())
        parameters = {}
    replaced: tuple[str, ...] = ()
    handed: tuple[str, UploadedTable] | None = None
    counted = said.name if said.is_of_data_page else ""
    if counted:
        # What was attached here counts only as long as it still is.
        said = without_file(said)
    if draft.knowledge is not None:
        knowledge, match = match_knowledge(draft.knowledge, dataset.names)
        if knowledge is not None:
            replaced = (said.name,) if said.name else ()
            said = replace(
                said,
                name=match.file,
                knowledge=knowledge,
                left_aside=match.left_aside,
                problem="",
                is_of_data_page=True,
            )
            handed = (draft.key, draft.knowledge)
        elif counted == match.file:
            replaced = (counted,)
    st.session_state[state.KNOWLEDGE_HANDED] = handed
    _state_again(said, about, dataset.names, (*told, *replaced))
    return parameters


def as_left_on_discover(draft: Draft, outcome: Outcome | None) -> Draft:
    """The draft without attached knowledge that was removed, or replaced, on Discover."""
    dataset = outcome.prepared.dataset if outcome is not None else None
    handed = st.session_state.get(state.KNOWLEDGE_HANDED)
    if dataset is None or draft.knowledge is None or handed != (draft.key, draft.knowledge):
        return draft
    said, about = _stated_before(draft, dataset)
    if not about or said.is_of_data_page:
        return draft
    st.session_state[state.KNOWLEDGE_HANDED] = None
    drafts.update(draft.key, lambda now: replace(now, knowledge=None))
    return drafts.current() or draft


def is_stated_on_discover(draft: Draft, outcome: Outcome) -> bool:
    """Whether Discover holds statements about these variables, besides a file attached here."""
    dataset = outcome.prepared.dataset
    if dataset is None:
        return False
    said, about = _stated_before(draft, dataset)
    said = without_file(said) if said.is_of_data_page else said
    return kept_for(said, about, dataset.names)[0] != AttachedKnowledge()


def _stated_before(draft: Draft, dataset: Dataset) -> tuple[AttachedKnowledge, tuple[str, ...]]:
    """What was stated on Discover of the same table, and the variables that it had there."""
    said = _said_now()
    of: DataStatedOf | None = st.session_state.get(state.KNOWLEDGE_OF)
    if of is None or not of.is_source_of(draft.title, dataset.source_sha256):
        return AttachedKnowledge(), ()
    whole: WholeKnowledge | None = st.session_state.get(state.KNOWLEDGE_WHOLE)
    if whole is not None and whole.kept == (said or AttachedKnowledge()):
        return whole.said, whole.about
    return (AttachedKnowledge(), ()) if said is None else (said, of.names)


def _said_now() -> AttachedKnowledge | None:
    """What Discover holds, or held when its data were left to be changed."""
    aside: AttachedKnowledge | None = st.session_state.get(state.KNOWLEDGE_ASIDE)
    said: AttachedKnowledge | None = st.session_state.get(state.KNOWLEDGE, aside)
    return said


def _still_gone() -> tuple[str, ...]:
    """What was told to be gone, and does not come back as other things were stated since."""
    whole: WholeKnowledge | None = st.session_state.get(state.KNOWLEDGE_WHOLE)
    if whole is None or whole.kept == (_said_now() or AttachedKnowledge()):
        return ()
    told: tuple[str, ...] = st.session_state.get(state.KNOWLEDGE_GONE, ())
    return told


def _state_again(
    said: AttachedKnowledge,
    about: tuple[str, ...],
    names: tuple[str, ...],
    also_gone: tuple[str, ...],
) -> None:
    """State what is about these variables, and name what is not, with what else is gone."""
    kept, gone = kept_for(said, about, names)
    if kept != AttachedKnowledge():
        st.session_state[state.KNOWLEDGE] = kept
    st.session_state[state.KNOWLEDGE_WHOLE] = WholeKnowledge(said, about, kept) if gone else None
    gone = tuple(dict.fromkeys((*gone, *also_gone)))
    if gone:
        # Not a toast: the browser may lose it while pages are switched.
        st.session_state[state.KNOWLEDGE_GONE] = gone
