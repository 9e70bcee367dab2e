"""What enforced knowledge and claims state of the nodes, and which claims follow from that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gesncd.analysis.agreement import Claim
from gesncd.analysis.statements import Relation
from gesncd.graphs.bits import nodes_in
from gesncd.knowledge import Constraints


@dataclass(frozen=True, slots=True)
class Facts:
    """What claims and knowledge say of each node j, as masks of other nodes."""

    joined: list[int]
    """Nodes that are adjacent to j."""
    barred: list[int]
    """Nodes with no arrow to j."""
    no_path: list[int]
    """Nodes that j does not cause."""

    @classmethod
    def of(cls, claims: Iterable[Claim], n_nodes: int, known: Constraints | None) -> Facts:
        """The facts that some claims, and the enforced knowledge, state.

        Parameters
        ----------
        claims
            Claims that are taken to hold.
        n_nodes
            Number of nodes d of the data set.
        known
            The enforced knowledge; None where there is none.
        """
        joined = [0] * n_nodes if known is None else list(known.joined)
        barred = [0] * n_nodes if known is None else list(known.forbidden_parents)
        no_path = [0] * n_nodes
        for claim in claims:
            for a, b in _pairs(claim):
                if claim.relation in (Relation.CAUSES, Relation.ADJACENT):
                    joined[a] |= 1 << b
                    joined[b] |= 1 << a
                if claim.relation is Relation.CAUSES:
                    barred[a] |= 1 << b
                else:
                    barred[b] |= (claim.relation is not Relation.ADJACENT) << a
                if claim.relation is Relation.NOT_ADJACENT:
                    barred[a] |= 1 << b
                if claim.relation is Relation.NOT_CAUSE:
                    no_path[a] |= 1 << b
        return cls(joined, barred, no_path)

    def implied(self, claims: Iterable[Claim]) -> tuple[Claim, ...]:
        """The claims that hold in every DAG that has these facts.

        What follows only as paths close to cycles in several ways may be missed.
        """
        ruled_out = self._ruled_out()
        return tuple(
            claim
            for claim in claims
            if all(self._imply(claim.relation, a, b, ruled_out) for a, b in _pairs(claim))
        )

    def _imply(self, relation: Relation, a: int, b: int, ruled_out: _RuledOut) -> bool:
        joined = bool(self.joined[b] >> a & 1)
        no_arrow = bool(ruled_out.arrows[a] >> b & 1)
        no_way_back = bool(ruled_out.arrows[b] >> a & 1)
        match relation:
            case Relation.CAUSES:
                return joined and no_way_back
            case Relation.ADJACENT:
                return joined
            case Relation.NOT_ADJACENT:
                return no_arrow and no_way_back
            case Relation.NO_EDGE:
                return no_arrow
            case Relation.NOT_CAUSE:
                return bool(ruled_out.paths[a] >> b & 1)
        raise ValueError(f"{relation} is no relation of a claim.")

    def _ruled_out(self) -> _RuledOut:
        """What no DAG with these facts has."""
        nodes, everyone = range(len(self.joined)), (1 << len(self.joined)) - 1
        required = [
            sum(1 << b for b in nodes_in(self.joined[a]) if self.barred[a] >> b & 1) for a in nodes
        ]
        causes = [_reach(required, a) for a in nodes]
        paths = [0] * len(self.joined)
        for a in nodes:
            # Where c causes a, and b causes d, "c does not cause d" rules out a path from a to b.
            stated = 0
            for c in nodes:
                stated |= self.no_path[c] if causes[c] >> a & 1 else 0
            for b in nodes:
                by_cycle = bool(causes[b] >> a & 1)
                paths[a] |= (by_cycle or bool(causes[b] & stated)) << b
        arrows = [
            paths[a] | sum((self.barred[b] >> a & 1) << b for b in nodes) | 1 << a for a in nodes
        ]
        allowed = [everyone & ~mask for mask in arrows]
        paths = [paths[a] | everyone & ~_reach(allowed, a) for a in nodes]
        return _RuledOut(arrows, paths)


@dataclass(frozen=True, slots=True)
class _RuledOut:
    """What cannot be, as masks of the nodes that each node i has no arrow, or no path, to."""

    arrows: list[int]
    paths: list[int]


def _pairs(claim: Claim) -> list[tuple[int, int]]:
    return [(a, b) for a in claim.sources for b in claim.targets if a != b]


def _reach(arrows: Sequence[int], start: int) -> int:
    """Nodes that some arrows lead to, given each node's targets; the start among them."""
    reached, grown = 1 << start, 0
    while reached != grown:
        grown = reached
        for node in nodes_in(reached):
            reached |= arrows[node]
    return reached
