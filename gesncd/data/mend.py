"""Changes of a plan, or of the way a file is read, as values that a click can apply."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from gesncd.data.plan import Encoding, Marker, Missing, Plan, Role, Sample, Spelling


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a plan, or of the way a file is read, as data.

    Parameters
    ----------
    ignore, use
        Columns to leave out, and to make variables of their own.
    encode
        Columns with a new encoding.
    join
        Names of variables, each with the columns that it shall span.
    missing, drop_duplicates, sample
        New values of a plan's fields; None leaves them.
    markers, accept
        Entries added to a plan's.
    beyond
        Columns added to those whose cells such as "<LOD" count as values.
    spellings
        Entries added to a plan's.
    reading
        Fields of :class:`~gesncd.data.options.ReadOptions` and their new values.
    """

    ignore: tuple[str, ...] = ()
    use: tuple[str, ...] = ()
    encode: tuple[tuple[str, Encoding], ...] = ()
    join: tuple[tuple[str, tuple[str, ...]], ...] = ()
    missing: Missing | None = None
    drop_duplicates: bool | None = None
    sample: Sample | None = None
    markers: tuple[Marker, ...] = ()
    accept: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()
    spellings: tuple[Spelling, ...] = ()
    reading: tuple[tuple[str, object], ...] = ()

    def apply(self, plan: Plan) -> Plan:
        """The changed plan; names that the plan lacks are passed over."""
        groups = {column: name for name, columns in self.join for column in columns}
        encodings = dict(self.encode)
        columns = []
        for c in plan.columns:
            if c.name in self.ignore:
                c = replace(c, role=Role.IGNORE, group=None)
            elif c.name in groups:
                c = replace(c, role=Role.PART, group=groups[c.name])
            elif c.name in self.use:
                c = replace(c, role=Role.VARIABLE, group=None)
            if c.name in encodings:
                c = replace(c, encoding=encodings[c.name])
            columns.append(c)
        drop = plan.drop_duplicates if self.drop_duplicates is None else self.drop_duplicates
        return Plan(
            tuple(columns),
            self.missing or plan.missing,
            tuple(dict.fromkeys((*plan.markers, *self.markers))),
            drop,
            self.sample or plan.sample,
            tuple(dict.fromkeys((*plan.accepted, *self.accept))),
            tuple(dict.fromkeys((*plan.beyond, *self.beyond))),
            tuple(dict.fromkeys((*plan.spellings, *self.spellings))),
        )


@dataclass(frozen=True, slots=True)
class Mend:
    """A way out of a finding, for a click.

    Parameters
    ----------
    id
        Stable within a table: the kind of mend and what it concerns.
    label
        What it does, for a button.
    change
        What it does, as data.
    """

    id: str
    label: str
    change: Change = field(default_factory=Change)

    @property
    def rereads(self) -> bool:
        """Whether the file must be read anew, with the changed options."""
        return bool(self.change.reading)
