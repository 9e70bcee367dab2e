import os
import sys
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

# How quick an example is drawn or run depends on what else the machine does.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


@pytest.fixture(autouse=True)
def _main_stays():
    """A test of a page puts its script in the place of the main module, and deletes it after.

    A process spawned later would import that module, and die where the file is gone.
    """
    main = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = main


def messy_table(n=180):
    """A laboratory's export as it comes: a title, a row of units, several words for missing.

    Semicolons, decimal commas, an identifier, a date, a category, one column twice,
    one constant, names with Greek letters and umlauts.
    """
    rng = np.random.default_rng(5)
    names = (
        "Proben-ID;Datum;Alter;Größe_cm;IL6;IL6_Kopie;TNFα;CRP;Körpertemp;log2_β;"
        "Behandlung;Labor;BMI"
    )
    units = ";TT.MM.JJJJ;Jahre;cm;a.u.;a.u.;a.u.;mg/l;°C;log2;;;kg/m²"
    lines = ["Studie Entzündung, Export vom 03.04.2024", names, units]

    def number(value, digits=3):
        return f"{value:.{digits}f}".replace(".", ",")

    for i in range(n):
        il6, noise = rng.normal(size=2)
        tnf = il6**2 + rng.normal()
        crp = il6 + 0.3 * tnf + noise
        twice = "n.d." if i % 23 == 3 else "-" if i % 61 == 7 else number(il6)
        lines.append(
            ";".join(
                [
                    f"P-{i + 1:04d}",
                    f"{1 + i % 28:02d}.{1 + i % 12:02d}.2023",
                    str(rng.integers(20, 80)),
                    number(170 + 9 * rng.normal(), 1),
                    twice,
                    twice,
                    "n.d." if i % 31 == 2 else number(tnf),
                    "-" if i % 17 == 5 else number(crp),
                    number(37 + 0.4 * crp + 0.3 * rng.normal()),
                    number(rng.normal() + il6),
                    rng.choice(["Placebo", "niedrig", "hoch"]),
                    "Ulm",
                    number(24 + 3 * rng.normal(), 1),
                ]
            )
        )
    return ("\r\n".join(lines) + "\r\n").encode()


@pytest.fixture(scope="session")
def messy_lab():
    return messy_table()


@pytest.fixture
def store(tmp_path):
    from gesncd.runs.store.run_store import RunStore

    return RunStore.open(tmp_path / "home")


@pytest.fixture(scope="session")
def dataset():
    """Linear data over seven variables, with collider, chain and fork."""
    from gesncd.data import Dataset

    rng = np.random.default_rng(3)
    a, b, e = rng.normal(size=(3, 300))
    c = a + b + 0.5 * rng.normal(size=300)
    d = c + 0.5 * rng.normal(size=300)
    f = d - e + 0.5 * rng.normal(size=300)
    g = 0.8 * e + 0.5 * rng.normal(size=300)
    return Dataset.from_array(np.column_stack([a, b, c, d, e, f, g]), list("abcdefg"))


@pytest.fixture(scope="session")
def wait_until():
    """A function that waits for a condition, as long as a machine with much else to do may take."""

    def wait(condition, seconds=120.0):
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, "nothing happened in time"
            time.sleep(0.02)

    return wait
