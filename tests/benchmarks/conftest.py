"""Small settings for the benchmarks' own machinery."""

from __future__ import annotations

import pytest

from benchmarks.settings import Setting, Simulated


@pytest.fixture
def tiny() -> Setting:
    return Setting("tiny", Simulated("linear", 4, 2, 300, sets=(1, 2)))
