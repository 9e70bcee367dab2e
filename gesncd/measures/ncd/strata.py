"""Held-out rows that are compared with each other alone, where Z is discrete.

Given the training half, f and g are fixed functions. If X ⟂ Y | Z, the rows of X may be
shuffled within each cell of Z without a change of distribution. The sum over a cell of s
held-out rows of products p of centred values of f and g thus has mean 0, whatever the
regressions missed, and Σp²·s/(s − 1) estimates its variance without bias. It is the test
of Cochran, Mantel and Haenszel, with test functions that the other half has found.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Strata:
    """Groups of rows that are compared with each other alone.

    Parameters
    ----------
    member
        The number of each row's stratum, shape ``(m,)``.
    sizes
        Numbers of rows, shape ``(strata,)``.
    """

    member: Tensor
    sizes: Tensor

    @classmethod
    def of(cls, cells: NDArray[np.intp]) -> Strata:
        """The cells, but rows that are alone in theirs are one stratum together.

        Parameters
        ----------
        cells
            The number of each row's cell, shape ``(m,)``.
        """
        _, member, sizes = np.unique(cells, return_inverse=True, return_counts=True)
        member = np.where(sizes[member] == 1, len(sizes), member)
        _, member, sizes = np.unique(member, return_inverse=True, return_counts=True)
        return cls(torch.from_numpy(member), torch.from_numpy(sizes).double())

    def centred(self, rows: Tensor) -> Tensor:
        """Values less the mean of their stratum, shape ``(K, m)`` as given.

        What is rounding error beside a row's largest value becomes 0.
        """
        sums = rows.new_zeros((len(rows), len(self.sizes))).index_add_(1, self.member, rows)
        left = rows - (sums / self.sizes)[:, self.member]
        left[left.abs() <= _ROUNDING * rows.abs().amax(1, keepdim=True)] = 0.0
        return left

    def factors(self) -> Tensor:
        """s/(s − 1) of each row's stratum of s rows, shape ``(m,)``; 1 where s is 1."""
        return (self.sizes / (self.sizes - 1.0).clamp(min=1.0))[self.member]
