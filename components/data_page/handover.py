"""From the Data page to Discover."""

from __future__ import annotations

import contextlib

import streamlit as st

from components import state
from components.attached_truth import keep_attached_truth
from components.data_page.attachments import match_knowledge, match_truth
from components.data_page.draft import Draft
from components.data_page.work import Outcome
from components.data_source import LoadedData, choose_data, choose_sample, remarks
from components.runs.owner import current_owner
from components.settings.knowledge_panel import AttachedKnowledge
from components.store import run_store
from gesncd.runs.errors import StoreError


def hand_over(draft: Draft, outcome: Outcome) -> dict[str, str]:
    """Make the prepared data those of Discover, with what is attached and fits.

    Returns
    -------
    Parameters for Discover's address: a sample that was left as it came is named there.
    """
    dataset = outcome.prepared.require()
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
    if draft.knowledge is not None:
        knowledge, match = match_knowledge(draft.knowledge, dataset.names)
        if knowledge is not None:
            st.session_state[state.KNOWLEDGE] = AttachedKnowledge(
                match.file, knowledge, left_aside=match.left_aside
            )
    return parameters
