"""What a benchmark is, and how all of them are measured: pairs run in turn, growth fitted by least squares.

A cost is a number of which less is better: seconds a unit of work, or a count such as networks. Both sides of a pair
run in turn, A B A B .., so that a machine that slows down slows both; what counts is the median of the paired ratios
theirs/ours, with the least and the greatest beside it.
"""

from __future__ import annotations

import gc
import math
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from numerics.streams import fresh_seed

Work: TypeAlias = Callable[[], object]
TITLE = 31
SEED = fresh_seed()
"""Of all random numbers, but for the fixed instances of `rank`; `--seed` replaces it before groups are loaded."""


@dataclass(frozen=True)
class Side:
    """One way to do a piece of work.

    label : who does it, in a word or two.
    make : prepares (buffers, data) and gives the work; only the work is timed.
    amount : units of work in one call; the cost is seconds over amount.
    counts : the work returns its own cost, and is not timed.
    first : the caches of `theory` are emptied before each call.
    """

    label: str
    make: Callable[[], Work]
    amount: float = 1.0
    counts: bool = False
    first: bool = False

    def cost(self, work: Work) -> float:
        """Of one call."""
        if self.first:
            forget()
        if self.counts:
            return float(work())  # type: ignore[arg-type]
        gc.collect()
        return timed(work) / self.amount


def by(label: str, work: Work, amount: float = 1.0, *, counts: bool = False, first: bool = False) -> Side:
    """A side that has nothing to prepare."""
    return Side(label, lambda: work, amount, counts, first)


ours = partial(by, "bninit")


@dataclass(frozen=True)
class Pair:
    """Ours against theirs, or against a limit in seconds that an issue of the project set, or alone.

    title : at most TITLE characters, read below the title of its group.
    unit : "s" (seconds a call), "x/s" (so many x a second) or a noun (a count).
    compared : what each side does, and what theirs can do that ours cannot.
    goal : the ratio that must be reached.
    heavy : left out by --quick.
    """

    name: str
    title: str
    ours: Side
    theirs: Side | float | None = None
    unit: str = "s"
    compared: str = ""
    goal: float | None = None
    rounds: int = 5
    heavy: bool = False

    def __post_init__(self) -> None:
        if len(self.title) > TITLE:
            raise ValueError(f"title {self.title!r} of {len(self.title)} characters: the table has room for {TITLE}")

    def measure(self, rounds: int | None = None) -> dict[str, Any]:
        """The result as plain data; `missing` says why there is none, where a library is absent."""
        head = {"name": self.name, "title": self.title, "unit": self.unit, "goal": self.goal, "compared": self.compared}
        sides = [self.ours, *([self.theirs] if isinstance(self.theirs, Side) else [])]
        try:
            works = [side.make() for side in sides]
        except ModuleNotFoundError as absent:
            return head | {"missing": f"needs {absent.name}, which is not installed"}
        costs = [[s.cost(w) for s, w in zip(sides, works, strict=True)] for _ in range(rounds or self.rounds)]
        mine = [row[0] for row in costs]
        found = head | {"rounds": len(mine), "ours": _side(self.ours.label, mine)}
        if self.theirs is None:
            return found
        limited = not isinstance(self.theirs, Side)
        them = [float(self.theirs)] * len(mine) if limited else [row[1] for row in costs]  # type: ignore[arg-type]
        ratios = [b / a for a, b in zip(mine, them, strict=True)]
        return found | {
            "theirs": _side("limit" if limited else self.theirs.label, them),  # type: ignore[union-attr]
            "ratio": {"median": statistics.median(ratios), "least": min(ratios), "greatest": max(ratios)},
        }


def _side(label: str, costs: list[float]) -> dict[str, Any]:
    return {"label": label, "costs": costs, "median": statistics.median(costs)}


@dataclass(frozen=True)
class Growth:
    """How the cost of a piece of work grows: log cost = a + sum of e_j log x_j, or e_j x_j for a variable in `steps`.

    Costs are seconds of processor time: a share of a busy machine does not bend the curve.

    make : a size for each variable -> the work. points : the sizes, in ascending order of cost; rounds run in turn.
    steps : variables of exponential growth, reported as the factor a step.
    """

    name: str
    title: str
    variables: tuple[str, ...]
    points: tuple[tuple[float, ...], ...]
    make: Callable[..., Work]
    compared: str = ""
    steps: tuple[str, ...] = ()
    rounds: int = 3
    heavy: bool = False

    def measure(self, rounds: int | None = None) -> dict[str, Any]:
        """The result as plain data: points, and each variable's exponent (or factor) with its standard error."""
        works = [self.make(*point) for point in self.points]
        works[0]()  # whatever is done once is done here
        taken = [[timed(w, time.process_time) for w in works] for _ in range(rounds or self.rounds)]
        costs = [statistics.median(column) for column in zip(*taken, strict=True)]
        return {
            "name": self.name,
            "title": self.title,
            "variables": list(self.variables),
            "compared": self.compared,
            "points": [{"sizes": list(p), "cost": c} for p, c in zip(self.points, costs, strict=True)],
            "fits": fit(self.variables, self.points, costs, self.steps),
            "rounds": len(taken),
        }


def fit(
    variables: tuple[str, ...], points: Iterable[tuple[float, ...]], costs: Iterable[float], steps: tuple[str, ...] = ()
) -> list[dict[str, Any]]:
    """Exponents by least squares on logarithms, with standard errors from the residuals.

    >>> points = [(L, n) for L in (1, 2, 3) for n in (4, 8)]
    >>> for found in fit(("L", "n"), points, [2.0**L * n**3 for L, n in points], ("L",)):
    ...     print(found["variable"], found["kind"], round(found["value"], 9), round(found["error"], 9))
    L factor 2.0 0.0
    n exponent 3.0 0.0
    """
    logs = [name not in steps for name in variables]
    rows = [[1.0, *(math.log(x) if log else x for x, log in zip(p, logs, strict=True))] for p in points]
    design, response = np.array(rows), np.log(np.fromiter(costs, dtype=float))
    solution = np.linalg.lstsq(design, response, rcond=None)[0]
    left = response - design @ solution
    variance = float(left @ left) / max(1, len(design) - design.shape[1])
    errors = np.sqrt(np.diag(np.linalg.inv(design.T @ design)) * variance)
    found = []
    for name, log, e, error in zip(variables, logs, solution[1:], errors[1:], strict=True):
        value = float(e) if log else math.exp(e)
        found.append(
            {
                "variable": name,
                "kind": "exponent" if log else "factor",
                "value": value,
                "error": float(error) * (1.0 if log else value),
            }
        )
    return found


@dataclass(frozen=True)
class Group:
    """The records of one file; `name` is what the command line selects, alone or as GROUP.RECORD."""

    name: str
    title: str
    records: tuple[Pair | Growth, ...]


def timed(work: Work, clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds of one call, by the clock on the wall unless another is given."""
    started = clock()
    work()
    return clock() - started


def forget() -> None:
    """Empty every cache of `theory`, as in a new process."""
    modules = [module for name, module in sys.modules.items() if name.split(".")[0] == "theory"]
    for value in [value for module in modules for value in vars(module).values()]:
        if callable(clear := getattr(value, "cache_clear", None)):
            clear()
