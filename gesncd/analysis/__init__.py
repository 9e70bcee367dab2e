"""What a search's result is worth: statements as evidence, grids, stability, rehearsals.

- Evidence: :func:`read_statements`, :func:`read_statement_file` and :func:`parse_statement`
  give statements by name, :func:`claims_of` what they claim of nodes, :func:`verdict` what
  a graph says of it, :func:`strips` what the graphs of all τ say, :func:`propose_tau` which
  τ agrees best; :func:`contradiction` why statements cannot all be true.
- :func:`persistence`: how long each edge lasts along the τ-path.
- Grid: :func:`plan_grid`, :func:`run_cell`, :func:`summarise_grid`, :func:`grid_caveats`.
- Stability: :func:`plan_replicates`, :func:`run_replicate`, :func:`edge_stability`,
  :func:`stable_graph`; :func:`graph_stability` tells which edges of a graph came back.
- Rehearsal: :func:`plan_sets`, :func:`run_cell` and :func:`judge`,
  :func:`summarise_rehearsal`, :func:`propose_settings`.

The parts of background tasks that do these are in :mod:`gesncd.runs.tasks`.
"""

from gesncd.analysis.agreement import HELD_OUT_SENTENCE, Claim, Verdict, claims_of, verdict
from gesncd.analysis.contradictions import contradiction
from gesncd.analysis.enforced import already_enforced
from gesncd.analysis.grid import (
    GLOBAL_SCORE_SENTENCE,
    Cell,
    CellResult,
    cell_of,
    plan_grid,
    run_cell,
)
from gesncd.analysis.grid_summary import GridRow, Point, grid_caveats, summarise_grid
from gesncd.analysis.path_record import path_from_dict, path_to_dict
from gesncd.analysis.persistence import Persistence, persistence
from gesncd.analysis.rehearsal import (
    FACTORS,
    RehearsalResult,
    RehearsalSet,
    judge,
    plan_sets,
)
from gesncd.analysis.rehearsal_summary import (
    RehearsalRow,
    SettingsProposal,
    propose_settings,
    summarise_rehearsal,
)
from gesncd.analysis.repeated import repeated
from gesncd.analysis.replicates import ReplicateResult, run_replicate
from gesncd.analysis.resamples import (
    BOOTSTRAP_MEASURES,
    SEEDLESS_MEASURES,
    Replicate,
    Resampling,
    plan_replicates,
    resample,
)
from gesncd.analysis.stability import (
    PairShares,
    Stability,
    edge_stability,
    false_edge_bound,
    stable_graph,
    tau_sentence,
)
from gesncd.analysis.stability_of_graph import GraphStability, graph_stability
from gesncd.analysis.stability_sentences import graph_stability_sentences
from gesncd.analysis.statement_files import (
    StatementFile,
    read_enforced,
    read_statement_file,
    read_statements,
    statements_from_dict,
    statements_json,
    statements_to_dict,
)
from gesncd.analysis.statements import (
    PAIR_RELATIONS,
    Relation,
    Statement,
    knowledge_of,
    statements_of,
)
from gesncd.analysis.strips import (
    AgreementSummary,
    Strip,
    StripPiece,
    agreement_summary,
    strips,
)
from gesncd.analysis.tau_proposal import FEW_CLAIMS, TauProposal, TauRange, propose_tau
from gesncd.analysis.typed import Typed, parse_lines, parse_statement
from gesncd.analysis.typed_names import nearest_name

__all__ = [
    "BOOTSTRAP_MEASURES",
    "FACTORS",
    "FEW_CLAIMS",
    "GLOBAL_SCORE_SENTENCE",
    "HELD_OUT_SENTENCE",
    "PAIR_RELATIONS",
    "SEEDLESS_MEASURES",
    "AgreementSummary",
    "Cell",
    "CellResult",
    "Claim",
    "GraphStability",
    "GridRow",
    "PairShares",
    "Persistence",
    "Point",
    "RehearsalResult",
    "RehearsalRow",
    "RehearsalSet",
    "Relation",
    "Replicate",
    "ReplicateResult",
    "Resampling",
    "SettingsProposal",
    "Stability",
    "Statement",
    "StatementFile",
    "Strip",
    "StripPiece",
    "TauProposal",
    "TauRange",
    "Typed",
    "Verdict",
    "agreement_summary",
    "already_enforced",
    "cell_of",
    "claims_of",
    "contradiction",
    "edge_stability",
    "false_edge_bound",
    "graph_stability",
    "graph_stability_sentences",
    "grid_caveats",
    "judge",
    "knowledge_of",
    "nearest_name",
    "parse_lines",
    "parse_statement",
    "path_from_dict",
    "path_to_dict",
    "persistence",
    "plan_grid",
    "plan_replicates",
    "plan_sets",
    "propose_settings",
    "propose_tau",
    "read_enforced",
    "read_statement_file",
    "read_statements",
    "repeated",
    "resample",
    "run_cell",
    "run_replicate",
    "stable_graph",
    "statements_from_dict",
    "statements_json",
    "statements_of",
    "statements_to_dict",
    "strips",
    "summarise_grid",
    "summarise_rehearsal",
    "tau_sentence",
    "verdict",
]
