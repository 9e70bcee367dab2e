"""Knowledge as the part of Tetrad's files under ``/knowledge``.

Its sections are ``addtemporal``, ``forbiddirect`` and ``requiredirect``; it cannot state
adjacencies.
"""

from __future__ import annotations

from typing import Final

from gesncd.knowledge.statements import Knowledge, KnowledgeError

_SECTIONS: Final = ("addtemporal", "forbiddirect", "requiredirect", "forbidgroup", "requiregroup")


def to_tetrad(knowledge: Knowledge) -> str:
    """Tetrad's text of knowledge without adjacencies.

    Raises
    ------
    KnowledgeError
        If there are adjacency statements, or a name holds white space, neither of
        which the format can hold.
    """
    if knowledge.adjacent or knowledge.not_adjacent:
        raise KnowledgeError("Tetrad's format has no adjacencies; write CSV or JSON instead.")
    spaced = next((name for name in knowledge.names if not name or name.split() != [name]), None)
    if spaced is not None:
        raise KnowledgeError(f"Tetrad's format cannot hold the name {spaced!r} with its spaces.")
    lines = ["/knowledge", "addtemporal", ""]
    for index, tier in enumerate(knowledge.tiers):
        mark = "*" if index in knowledge.closed_tiers else ""
        lines.append(" ".join([f"{index + 1}{mark}", *tier]))
    lines += ["", "forbiddirect", ""]
    lines += [f"{a} {b}" for a, b in knowledge.forbidden]
    lines += ["", "requiredirect", ""]
    lines += [f"{a} {b}" for a, b in knowledge.required]
    return "\n".join(lines) + "\n"


def from_tetrad(text: str, name: str) -> Knowledge:
    """The knowledge of a file.

    Parameters
    ----------
    text
        Its text.
    name
        What to call it in messages.

    Raises
    ------
    KnowledgeError
        If a line is not understood, naming it.
    """
    section = ""
    pairs: dict[str, list[tuple[str, str]]] = {"forbiddirect": [], "requiredirect": []}
    tiers: dict[int, tuple[str, ...]] = {}
    closed: set[int] = set()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words == ["/knowledge"]:
            continue
        if len(words) == 1 and words[0] in _SECTIONS:
            section = words[0]
        elif section == "addtemporal":
            index = words[0].removesuffix("*")
            if not index.isdecimal():
                raise KnowledgeError(
                    f"{name}, line {number}: a tier begins with its number, and with a star "
                    f"where it allows no edges within it; found {words[0]!r}."
                )
            # In Tetrad's files a star forbids edges within the tier.
            if words[0].endswith("*"):
                closed.add(int(index))
            tiers[int(index)] = (*tiers.get(int(index), ()), *words[1:])
        elif section in pairs:
            if len(words) != 2:
                raise KnowledgeError(
                    f"{name}, line {number}: expected two names, found {len(words)}."
                )
            pairs[section].append((words[0], words[1]))
        else:
            raise KnowledgeError(f"{name}, line {number}: {line.strip()!r} is not understood here.")
    order = sorted(tiers)
    return Knowledge(
        required=tuple(pairs["requiredirect"]),
        forbidden=tuple(pairs["forbiddirect"]),
        tiers=tuple(tiers[index] for index in order),
        closed_tiers=tuple(k for k, index in enumerate(order) if index in closed),
    )
