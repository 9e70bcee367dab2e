"""Units that differ within one column: "10 µM" beside "0.05 mM"."""

from __future__ import annotations

from gesncd.data.number_like import undress
from gesncd.data.table import Texts

_PREFIXES = frozenset(["", *"pnµmcdhkMG", "da"])
_SCALED = {
    "mol": "amount",
    "cal": "energy",
    "Pa": "pressure",
    "Hz": "frequency",
    "IU": "activity",
    "g": "mass",
    "l": "volume",
    "m": "length",
    "M": "concentration",
    "s": "time",
    "J": "energy",
    "V": "voltage",
    "U": "activity",
}
"""Units that take prefixes, the longer ones first, with what they measure."""

_OTHERS = {
    **dict.fromkeys(["lb", "lbs", "oz"], "mass"),
    **dict.fromkeys(["in", "inch", "ft"], "length"),
    **dict.fromkeys(["min", "h", "d", "day", "days", "week", "weeks", "y", "years"], "time"),
    **dict.fromkeys(["mmHg", "bar", "mbar", "psi"], "pressure"),
    **dict.fromkeys(["°C", "°F"], "temperature"),
    **dict.fromkeys(["%", "‰"], "share"),
    **dict.fromkeys(["$", "€", "£", "¥", "CHF", "EUR", "USD", "GBP"], "money"),
}
_LEAST_SHARE = 0.5


def mixed_units(texts: Texts) -> tuple[str, ...]:
    """Different units of one quantity in the cells of a column; empty where there are none.

    Cells of other texts are passed over while they are no more than half of the different ones.
    """
    if not texts.complete:
        return ()
    written: dict[str, dict[str, str]] = {}
    n_units = 0
    for text in texts.values:
        number = next(filter(None, (undress(text, decimal) for decimal in ".,")), None)
        unit = _plain(number.text) if number else ""
        quantity = _quantity(unit)
        if number and quantity:
            n_units += 1
            written.setdefault(quantity, {}).setdefault(unit, number.text)
    if n_units < _LEAST_SHARE * len(texts.values):
        return ()
    return next((tuple(units.values()) for units in written.values() if len(units) > 1), ())


def _plain(unit: str) -> str:
    """The unit in one way of writing: "μL" and "ul" are "µl"."""
    plain = unit.replace("\u03bc", "\u00b5").replace("L", "l")
    return f"\u00b5{plain[1:]}" if plain[:1] == "u" else plain


def _quantity(unit: str) -> str:
    """What a unit measures; empty for what is no known unit."""
    above, slash, below = unit.partition("/")
    one, other = _simple(above), _simple(below)
    if not slash or not (one and other):
        return "" if slash else one
    return "concentration" if one in ("amount", "mass") and other == "volume" else f"{one}/{other}"


def _simple(unit: str) -> str:
    if unit in _OTHERS:
        return _OTHERS[unit]
    bases = (base for base in _SCALED if unit.endswith(base))
    base = next((b for b in bases if unit.removesuffix(b) in _PREFIXES), "")
    return _SCALED.get(base, "")
