"""What kind of thing a column holds, told from its cells and, last, from its name."""

from __future__ import annotations

import re
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from gesncd.data.bounds import bound_of
from gesncd.data.number_like import is_bare_number, may_be_number
from gesncd.data.table import Texts

Floats = NDArray[np.float64]


class Kind(Enum):
    """Kinds of columns, with their names for people."""

    EMPTY = "empty"
    CONSTANT = "constant"
    BINARY = "two values"
    ORDINAL = "few whole numbers"
    COUNT = "whole numbers"
    CONTINUOUS = "continuous"
    BOOLEAN = "yes or no"
    CATEGORY = "text categories"
    MIXED = "numbers and text"
    DATE = "date or time"
    ID = "identifier"
    INDEX = "row number"


MOST_ORDINAL = 10
"""Most different whole numbers that are taken for codes."""

MOST_CATEGORIES = 30
"""Most categories that are encoded."""

_LARGEST_CODE = 100
_SHARE_DATES = 0.95
_SHARE_NUMBERS = 0.95
_DATES_TRIED = 200
_FIRST_YEAR, _LAST_YEAR = 1800, 2200

_BOOLEANS = (
    {"true", "false"},
    {"yes", "no"},
    {"y", "n"},
    {"t", "f"},
    {"ja", "nein"},
    {"oui", "non"},
    {"on", "off"},
)
TRUE = frozenset(["true", "yes", "y", "t", "ja", "oui", "on"])
"""Lower-case texts that become 1 where two texts say yes or no."""

_DATE = re.compile(
    r"""(?:
        \d{4}[-/.]\d{1,2}[-/.]\d{1,2}
      | \d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})
      | \d{1,2}[\ -]?[A-Za-z]{3,9}\.?[\ -]?(?:\d{4}|\d{2})
      | [A-Za-z]{3,9}\.?\ \d{1,2},\ \d{4}
    )(?:[T\ ,]+\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\ ?(?:[AaPp][Mm]|Z|[+-]\d{2}:?\d{2})?)?
    | \d{1,3}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\ ?(?:[AaPp][Mm])?""",
    re.VERBOSE | re.ASCII,
)

_SUBJECTS = frozenset([
    "subject", "subj", "patient", "participant", "person", "individual", "animal", "mouse", "rat",
    "sample", "specimen", "case", "respondent", "household", "donor", "proband", "patientin",
    "tier", "maus", "probe",
])  # fmt: skip
_ID_WORDS = frozenset(["id", "ids", "uuid", "guid", "identifier", "barcode"])
_COUNTER_WORDS = frozenset(["key", "idx", "index"])
"""Words that name an identifier alone or beside what is told apart; not in "body mass index"."""
_COUNTED = _SUBJECTS | frozenset([
    "row", "record", "line", "entry", "obs", "observation", "primary", "foreign", "unnamed",
    "zeile",
])  # fmt: skip
_TIME_WORDS = frozenset([
    "time", "date", "datetime", "timestamp", "timepoint", "t", "day", "days", "week", "month",
    "year", "hour", "visit", "session", "wave", "trial", "frame", "zeit", "datum", "tag", "woche",
    "monat", "jahr", "stunde",
])  # fmt: skip
_OF_A_TIME = frozenset([
    "point", "no", "nr", "number", "id", "index", "idx", "study", "sampling", "sample", "sampled",
    "measurement", "measuring", "measured", "recording", "recorded", "collection", "collected",
    "test", "testing", "assessment", "survey", "experiment", "calendar", "clock", "elapsed",
    "start", "end", "begin", "s", "sec", "secs", "seconds", "ms", "min", "mins", "minutes", "h",
    "hr", "hrs", "hours", "d", "weeks", "months", "years", "utc",
])  # fmt: skip
"""Words beside those of time in names of when a row was measured; not "reaction" or "age"."""
_TREATMENT_WORDS = frozenset([
    "treatment", "treated", "treat", "trt", "arm", "condition", "intervention", "exposed", "drug",
    "dosed", "vaccinated", "placebo", "control", "ctrl", "knockout", "ko", "stimulated",
    "randomised", "randomized", "behandlung", "behandelt", "therapie", "kontrolle", "traitement",
    "tratamiento",
])  # fmt: skip
_GROUP_WORDS = frozenset([
    "group", "grp", "genotype", "sex", "gender", "male", "female", "site", "centre", "center",
    "batch", "cohort", "gruppe", "geschlecht", "groupe", "sexe", "grupo", "sexo",
])  # fmt: skip
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_]+")


def words_of(name: str) -> list[str]:
    """Lower-case words of a column name: "PatientID" → patient, id."""
    return [word.lower() for word in _WORD.findall(name)]


def names_an_id(name: str) -> bool:
    """Whether a name says that the column tells things apart, as "patient_id" does."""
    words = words_of(name)
    if _ID_WORDS.intersection(words):
        return True
    others = [word for word in words if word not in _COUNTER_WORDS]
    return len(others) < len(words) and _COUNTED.issuperset(others)


def names_a_subject(name: str) -> bool:
    """Whether a name says that the column tells whom or what a row is about."""
    words = words_of(name)
    return bool(words) and (
        words[0] in _SUBJECTS
        and (len(words) == 1 or words[1] in {*_ID_WORDS, *_COUNTER_WORDS, "no", "nr", "number"})
    )


def names_a_time(name: str) -> bool:
    """Whether a name says that the column orders rows in time: no reaction time, no age does."""
    words = words_of(name)
    others = [word for word in words if word not in _TIME_WORDS]
    return len(others) < len(words) <= 2 and _OF_A_TIME.issuperset(others)


def names_a_group(name: str) -> bool:
    """Whether a name says that the column is a treatment, a sex or the like, set beforehand."""
    words = words_of(name)
    return len(words) <= 3 and bool((_TREATMENT_WORDS | _GROUP_WORDS).intersection(words))


def names_a_treatment(name: str) -> bool:
    """Whether such a name says that the column is a treatment, rather than a sex or the like."""
    return names_a_group(name) and bool(_TREATMENT_WORDS.intersection(words_of(name)))


def kind_of(name: str, filled: Floats, texts: Texts | None) -> Kind:
    """The kind of a column.

    Parameters
    ----------
    name
        Its name; it decides only between kinds that the cells allow.
    filled
        Shape ``(k,)``: its numbers, in row order, without missing ones.
    texts
        Its text cells.
    """
    n_texts = texts.count if texts is not None else 0
    if not len(filled) and not n_texts:
        return Kind.EMPTY
    if texts is None or not n_texts:
        return _kind_of_numbers(name, filled)
    # Values beyond a limit are numbers, even where they are the most.
    if len(filled) > n_texts or (len(filled) and _are_bounds(texts)):
        return Kind.MIXED
    kind = _kind_of_texts(name, texts, len(filled))
    if kind is Kind.ID and (names_a_subject(name) or names_an_id(name)):
        return kind
    # Without a number among them, texts that recur are categories, whatever they look like.
    is_open = kind is Kind.ID or (kind is Kind.CATEGORY and len(filled) > 0)
    if is_open and texts.complete and all(map(may_be_number, texts.values)):
        return Kind.MIXED
    is_open |= kind is Kind.CATEGORY and len(texts.values) > MOST_CATEGORIES
    return Kind.MIXED if is_open and texts.complete and _are_numbers(texts) else kind


def _are_numbers(texts: Texts) -> bool:
    """Whether nearly all texts are numbers, but for their marks."""
    return sum(map(is_bare_number, texts.values)) >= _SHARE_NUMBERS * len(texts.values)


def _are_bounds(texts: Texts) -> bool:
    return texts.complete and all(bound_of(text) is not None for text in texts.values)


def _kind_of_texts(name: str, texts: Texts, n_numbers: int) -> Kind:
    if not texts.complete:
        return Kind.ID
    tried = texts.values[:_DATES_TRIED]
    dates = sum(_DATE.fullmatch(text) is not None for text in tried)
    if dates >= _SHARE_DATES * len(tried):
        return Kind.DATE
    different = {text.lower() for text in texts.values}
    if len(different) == 1 and not n_numbers:
        return Kind.CONSTANT
    if not n_numbers and any(different <= pair for pair in _BOOLEANS):
        return Kind.BOOLEAN
    repeated = texts.count > 1.1 * len(texts.values)
    if not repeated and texts.count > MOST_ORDINAL:
        return Kind.ID
    if names_a_subject(name) or (names_an_id(name) and len(different) > MOST_ORDINAL):
        return Kind.ID
    return Kind.CATEGORY


def _kind_of_numbers(name: str, filled: Floats) -> Kind:
    low, high = float(filled.min()), float(filled.max())
    if low == high:
        return Kind.CONSTANT
    if not np.isfinite([low, high]).all() or not np.array_equal(filled, np.rint(filled)):
        finite = filled[np.isfinite(filled)]
        return Kind.BINARY if _at_most(finite, 2) else Kind.CONTINUOUS
    if len(filled) > 4 and bool((filled[1:] == filled[:-1] + 1).all()):
        return Kind.INDEX
    different = np.unique(filled)
    if len(different) == 2:
        return Kind.BINARY
    if _are_days(different):
        return Kind.DATE
    words = words_of(name)
    in_years = low >= _FIRST_YEAR and high <= _LAST_YEAR
    if in_years and {"year", "jahr", "yr"}.intersection(words):
        return Kind.DATE
    if len(different) == len(filled) > MOST_ORDINAL and high - low == len(filled) - 1:
        return Kind.INDEX
    if names_a_subject(name) or (names_an_id(name) and len(different) > MOST_ORDINAL):
        return Kind.ID
    if len(different) <= MOST_ORDINAL and max(abs(low), abs(high)) <= _LARGEST_CODE:
        return Kind.ORDINAL
    return Kind.COUNT if low >= 0 else Kind.CONTINUOUS


def _at_most(values: Floats, most: int) -> bool:
    return len(np.unique(values[:1000])) <= most and len(np.unique(values)) <= most


def _are_days(different: Floats) -> bool:
    """Whether all numbers read as YYYYMMDD."""
    if different[0] < 1e4 * _FIRST_YEAR or different[-1] > 1e4 * (_LAST_YEAR + 1):
        return False
    months, days = different // 100 % 100, different % 100
    return bool(((months >= 1) & (months <= 12) & (days >= 1) & (days <= 31)).all())
