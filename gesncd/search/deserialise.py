"""Plain JSON values as events: the way back of :mod:`gesncd.search.serialise`.

Types and ranges are checked, so that an edited file gives an :class:`EventError` and not a
strange graph.
"""

from __future__ import annotations

from collections.abc import Mapping

from gesncd.graphs import PDAG, Delete, EdgeKind, Insert, Operator, Reorient
from gesncd.search.events import (
    Barred,
    Candidate,
    Cause,
    Event,
    Finished,
    GlobalScore,
    HeldPair,
    MarkChange,
    PairScore,
    Phase,
    PhaseEnded,
    Reason,
    Started,
    Step,
)
from gesncd.search.plain_values import (
    EventError,
    as_bool,
    as_float,
    as_int,
    as_list,
    as_mapping,
    as_node,
    as_text,
    each,
    parts,
)


def event_from_dict(value: object) -> Event:
    """Event of a plain value that :func:`~gesncd.search.serialise.event_to_dict` made.

    Raises
    ------
    EventError
        If the value is not such a value; the message names the field.
    """
    try:
        return _read_event(value)
    except EventError:
        raise
    except KeyError as error:
        raise EventError(f"An event lacks the field {error.args[0]!r}.") from error
    except ValueError as error:
        raise EventError(f"An event cannot be read: {error}") from error


def pdag_from_dict(value: object) -> PDAG:
    """Graph of a plain value that :func:`~gesncd.search.serialise.pdag_to_dict` made.

    Raises
    ------
    EventError
        If the value is not such a value, or its edges form no graph.
    """
    fields = as_mapping(value, "a graph")
    try:
        n = as_int(fields["n"], "the number of nodes")
        pairs: dict[bool, list[tuple[int, int]]] = {True: [], False: []}
        for edge in as_list(fields["edges"], "the edges"):
            source, target, directed = parts(edge, 3, "an edge")
            ends = (as_node(source, n), as_node(target, n))
            pairs[as_bool(directed, "an edge's direction")].append(ends)
        return PDAG.from_edges(n, directed=pairs[True], undirected=pairs[False])
    except KeyError as error:
        raise EventError(f"A graph lacks the field {error.args[0]!r}.") from error
    except EventError:
        raise
    except ValueError as error:
        raise EventError(f"A graph cannot be read: {error}") from error


def _read_event(value: object) -> Event:
    fields = as_mapping(value, "an event")
    kind = fields["event"]
    if kind == "started":
        return Started(
            n_variables=as_int(fields["n_variables"], "n_variables"),
            tau=as_float(fields["tau"], "tau"),
            measure_key=as_text(fields["measure_key"], "measure_key"),
            cpdag=pdag_from_dict(fields["cpdag"]),
            notes=each(fields["notes"], "notes", lambda note: as_text(note, "a note")),
        )
    if kind == "step":
        runner_up = fields["runner_up"]
        return Step(
            index=as_int(fields["index"], "index"),
            phase=Phase(fields["phase"]),
            operator=_read_operator(fields["operator"]),
            score=as_float(fields["score"], "score"),
            conditioning=_read_nodes(fields["conditioning"]),
            candidates=each(fields["candidates"], "candidates", _read_candidate),
            n_candidates=as_int(fields["n_candidates"], "n_candidates"),
            runner_up=None if runner_up is None else _read_candidate(runner_up),
            pair_scores=each(fields["pair_scores"], "pair_scores", _read_pair_score),
            cpdag=pdag_from_dict(fields["cpdag"]),
            changes=each(fields["changes"], "changes", _read_change),
            barred=_read_all_barred(fields),
        )
    if kind == "phase-ended":
        return PhaseEnded(
            phase=Phase(fields["phase"]),
            cpdag=pdag_from_dict(fields["cpdag"]),
            candidates=each(fields["candidates"], "candidates", _read_candidate),
            n_candidates=as_int(fields["n_candidates"], "n_candidates"),
            pair_scores=each(fields["pair_scores"], "pair_scores", _read_pair_score),
            barred=_read_all_barred(fields),
        )
    if kind == "global-score":
        return GlobalScore(
            step=as_int(fields["step"], "step"), value=as_float(fields["value"], "value")
        )
    if kind == "finished":
        return Finished(
            cpdag=pdag_from_dict(fields["cpdag"]),
            n_steps=as_int(fields["n_steps"], "n_steps"),
            n_queries=as_int(fields["n_queries"], "n_queries"),
            graph=pdag_from_dict(fields["graph"]),
            changes=each(fields["changes"], "changes", _read_change),
            notes=each(fields["notes"], "notes", lambda note: as_text(note, "a note")),
            # Not in events of earlier versions.
            held=each(fields.get("held", []), "held", _read_held),
            score_if_joined=None
            if (would_be := fields.get("score_if_joined")) is None
            else as_float(would_be, "score_if_joined"),
        )
    raise EventError(f"There is no event of kind {kind!r}.")


def _read_operator(value: object) -> Operator:
    match value:
        case ["reorient", first, second]:
            insert, delete = _read_operator(first), _read_operator(second)
            if isinstance(insert, Insert) and isinstance(delete, Delete):
                return Reorient(insert, delete)
            raise EventError("A reorientation is an insertion and a deletion.")
    kind, x, y, others = parts(value, 4, "an operator")
    ends = (as_int(x, "an operator's x"), as_int(y, "an operator's y"))
    if kind == "insert":
        return Insert(*ends, _read_nodes(others))
    if kind == "delete":
        return Delete(*ends, _read_nodes(others))
    raise EventError(f"There is no operator {kind!r}.")


def _read_candidate(value: object) -> Candidate:
    operator, conditioning, score = parts(value, 3, "a candidate")
    return Candidate(
        operator=_read_operator(operator),
        conditioning=_read_nodes(conditioning),
        score=as_float(score, "a candidate's score"),
    )


def _read_all_barred(fields: Mapping[str, object]) -> tuple[Barred, ...]:
    # Not in events of earlier versions.
    return each(fields.get("barred", []), "barred", _read_barred)


def _read_barred(value: object) -> Barred:
    candidate, arrow = parts(value, 2, "a barred operator")
    if arrow is None:
        return Barred(_read_candidate(candidate), None)
    source, target = parts(arrow, 2, "an arrow")
    ends = (as_int(source, "an arrow's source"), as_int(target, "an arrow's target"))
    return Barred(_read_candidate(candidate), ends)


def _read_pair_score(value: object) -> PairScore:
    i, j, score, conditioning = parts(value, 4, "a pair's score")
    return PairScore(
        i=as_int(i, "a pair's i"),
        j=as_int(j, "a pair's j"),
        score=None if score is None else as_float(score, "a pair's score"),
        conditioning=_read_nodes(conditioning),
    )


def _read_held(value: object) -> HeldPair:
    i, j, joined, score, conditioning, n_sets = parts(value, 6, "a held pair")
    return HeldPair(
        as_int(i, "a held pair's i"),
        as_int(j, "a held pair's j"),
        as_bool(joined, "whether a pair is held joined"),
        as_float(score, "a held pair's score"),
        _read_nodes(conditioning),
        as_int(n_sets, "a number of sets"),
    )


def _read_reason(value: object) -> Reason:
    cause, rule, nodes = parts(value, 3, "a reason")
    return Reason(
        cause=Cause(cause),
        rule=None if rule is None else as_int(rule, "a rule"),
        nodes=_read_nodes(nodes),
    )


def _read_change(value: object) -> MarkChange:
    i, j, before, after, reason, previous = parts(value, 6, "a change")
    return MarkChange(
        i=as_int(i, "a change's i"),
        j=as_int(j, "a change's j"),
        before=EdgeKind(before),
        after=EdgeKind(after),
        reason=_read_reason(reason),
        previous=None if previous is None else _read_reason(previous),
    )


def _read_nodes(value: object) -> tuple[int, ...]:
    return each(value, "a set of nodes", lambda node: as_int(node, "a node"))
