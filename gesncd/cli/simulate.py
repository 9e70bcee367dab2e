"""``simulate``: data with a known graph, as files."""

from __future__ import annotations

import argparse

from gesncd.data.arrays import MIN_ROWS
from gesncd.settings.errors import SettingsError
from gesncd.simulate.write import write_simulation
from gesncd.words import plural


def simulate(options: argparse.Namespace) -> int:
    """Run the command; its exit code.

    Raises
    ------
    SettingsError
        If an option is out of range, or a file is there already; the message says which.
    """
    try:
        simulation = write_simulation(
            options.model,
            options.nodes,
            options.degree,
            options.rows,
            options.seed,
            options.out,
            overwrite=options.force,
        )
    except FileExistsError as error:
        raise SettingsError(
            f"{error.filename} is there already and may be yours. Choose another folder, or give "
            "--force to replace it."
        ) from error
    except ValueError as error:
        raise SettingsError(str(error)) from error
    print(
        f"{simulation.data}: {plural(options.rows, 'row')} of {plural(options.nodes, 'variable')}."
    )
    print(f"{simulation.dag}: {plural(simulation.n_edges, 'edge')}; a row causes a column.")
    if options.rows < MIN_ROWS:
        print(f"A search needs at least {MIN_ROWS} rows, and hundreds to lean on.")
    return 0
