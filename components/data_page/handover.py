"""From the Data page to Discover."""

from __future__ import annotations

import streamlit as st

from components import state
from components.data_page.attachments import match_knowledge, match_truth
from components.data_page.draft import Draft
from components.data_page.work import Outcome
from components.data_source import LoadedData, choose_data, choose_sample, remarks
from components.settings.knowledge_panel import AttachedKnowledge


def hand_over(draft: Draft, outcome: Outcome) -> dict[str, str]:
    """Make the prepared data those of Discover, with what is attached and fits.

    Returns
    -------
    Parameters for Discover's address: a sample that was left as it came is named there.
    """
    dataset = outcome.prepared.require()
    truth = match_truth(draft.truth, dataset.names)[0] if draft.truth else None
    if draft.sample is not None and draft.is_untouched:
        choose_sample(draft.sample)
        parameters = {state.SAMPLE: draft.sample}
    else:
        record = {**outcome.prepared.record, "reading": draft.options.to_dict()}
        notes = remarks(outcome.prepared.findings)
        choose_data(LoadedData(draft.title, dataset, notes, record, truth))
        parameters = {}
    if draft.knowledge is not None:
        knowledge, match = match_knowledge(draft.knowledge, dataset.names)
        if knowledge is not None:
            st.session_state[state.KNOWLEDGE] = AttachedKnowledge(
                match.file, knowledge, left_aside=match.left_aside
            )
    return parameters
