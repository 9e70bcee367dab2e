"""What an engine is: it calls a function on a data set, many times, somewhere."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Protocol, TypeVar

from gesncd.data import Dataset

Argument = TypeVar("Argument")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Lost:
    """A call that took its workers with it, again and again; the message is for people."""

    message: str


class Engine(Protocol):
    """Workers that call functions on data, which travel to each of them once."""

    @property
    def name(self) -> str:
        """For people: what it is and where."""
        ...

    def n_workers(self) -> int:
        """Calls that can go on at once now; at least one."""
        ...

    def all_have_gpus(self) -> bool:
        """Whether each worker that is there now is known to have a GPU that torch can use."""
        ...

    def run(
        self,
        function: Callable[[Dataset, Argument], Result],
        dataset: Dataset,
        next_argument: Callable[[], Argument | None],
        *,
        tick: Callable[[], None] = lambda: None,
        ahead: int = 1,
    ) -> Generator[tuple[Argument, Result | Lost], None, None]:
        """Call a function on data with one argument after the other.

        Parameters
        ----------
        function
            One of a module, which the workers have too. The call of a worker that is
            lost is made again, so it must depend on nothing but what it is given.
        dataset
            Its first argument.
        next_argument
            Asked for an argument whenever a worker has room; None where there is none.
        tick
            Called several times a second; what it raises ends everything.
        ahead
            Calls in the air for each worker. With two, none waits for its next one.

        Yields
        ------
        Arguments with what came of them, as they come. Closing the generator cancels
        what is in the air.

        Raises
        ------
        gesncd.engine.errors.EngineError
            If the workers cannot be reached, or cannot do any call.
        Exception
            What the function raised.
        """
        ...

    def close(self) -> None:
        """Part from the workers."""
        ...
