"""The τ-path as a document, with everything by name and nothing that varies."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from gesncd.export.named import named_edges
from gesncd.search.plateaus import Plateau, TauPath

FORMAT: Final = "gesncd tau-path"
"""Value of the key ``format``, by which a file is recognised."""

VERSION: Final = 1
"""Version of the document's layout."""


def tau_path_document(
    path: TauPath,
    names: Sequence[str],
    *,
    settings: Mapping[str, object],
    tau_auto: float | None,
    data_sha256: str | None,
    dataset_sha256: str,
    versions: Mapping[str, str],
    notes: Sequence[str] = (),
) -> dict[str, object]:
    """The τ-path as plain values; :func:`~gesncd.export.result_json.result_text` writes them.

    Parameters
    ----------
    path
        The graphs of all thresholds.
    names
        One name a node.
    settings
        Settings of the search by name; ``alpha`` also stands at the top.
    tau_auto
        The automatic τ at alpha, or None if the measure cannot tell it.
    data_sha256
        Hash of the file the data were read from; that of the data set if there was none.
    dataset_sha256
        Hash of the analysed values and names.
    versions
        Software the search ran with.
    notes
        Sentences for people about the data.

    Returns
    -------
    ``plateaus`` lists, by increasing τ, ``tau_low`` and ``tau_high`` (the first belongs
    to the plateau, the second does not; None where there is no bound), ``edges`` and,
    if it was computed, ``global_score``.

    Raises
    ------
    ValueError
        If there are not as many names as nodes.
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "variables": list(names),
        "tau_floor": path.tau_floor,
        "tau_auto": tau_auto,
        "alpha": settings.get("alpha"),
        "plateaus": [_plateau(names, plateau) for plateau in path.plateaus],
        "settings": dict(sorted(settings.items())),
        "data_sha256": data_sha256 or dataset_sha256,
        "dataset_sha256": dataset_sha256,
        "versions": dict(sorted(versions.items())),
        "notes": [*notes, *path.notes],
    }


def _plateau(names: Sequence[str], plateau: Plateau) -> dict[str, object]:
    values: dict[str, object] = {
        "tau_low": plateau.tau_low + 0.0,  # no negative zero
        "tau_high": None if math.isinf(plateau.tau_high) else plateau.tau_high + 0.0,
        "edges": [dict(edge._asdict()) for edge in named_edges(names, plateau.graph)],
    }
    if plateau.global_score is not None:
        values["global_score"] = plateau.global_score
    return values
