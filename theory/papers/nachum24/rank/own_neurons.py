"""What a neuron for each point costs, that is on at it alone: as many neurons as points."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from theory.claim import Claim, Locator, Twin
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.numbers import Choose
from theory.notation import n
from theory.papers.nachum24 import NACHUM24
from theory.term import Shape, Vec, every, number, places, some, variable
from theory.term.matrices import rank, width
from theory.words import At


def each_has_its_own(H: Any) -> Any:
    """Whether each column has a row that is not 0 in it, and 0 in all others."""
    at = places(width(H) if isinstance(H, Vec) else len(H[0]))

    def alone(j: Any) -> Any:
        return some(lambda row: (row[j] != 0) & every(lambda i: (i == j) | (row[i] == 0), at), H)

    return every(alone, at)


def _any_outputs(name: str) -> Shape:
    m, n = variable(f"m_{name}", "nat"), variable(f"n_{name}", "nat")
    H = Vec.named(name, m, n)
    return Shape(H, (m, n), (m >= 1, n >= 1, each_has_its_own(H)), rows=((name, (m, n)),))


def _is_output(H: object) -> bool:
    if not (isinstance(H, tuple) and H and all(isinstance(row, tuple) and len(row) == len(H[0]) >= 1 for row in H)):
        return False
    return all(isinstance(e, int | Fraction) for row in H for e in row) and bool(each_has_its_own(H))


@composite(
    "in R^(m x n), the outputs of m neurons at n points, each point with a neuron that is not 0 at it alone",
    has=_is_output,
    general=_any_outputs,
    size=lambda H: len(H) * len(H[0]),
)
def outputs(choose: Choose) -> tuple[tuple[Fraction, ...], ...]:
    """The own neurons of 1 to 5 points, and up to 3 others, in any order."""
    points = choose(1, 5)
    rows: list[Any] = [
        tuple(Fraction(choose(1, 5), choose(1, 3)) * (i == j) for j in range(points)) for i in range(points)
    ]
    rows += [tuple(Fraction(choose(0, 3)) for _ in range(points)) for _ in range(choose(0, 3))]
    return tuple(rows.pop(choose(0, len(rows) - 1)) for _ in range(len(rows)))


@Claim(
    "nachum24.rank.own-neurons",
    source=Locator(NACHUM24, "question 4: large data sets"),
    status="new",
    says="where each of n points has a neuron that is on at it alone, as at a start that associates unique neurons to "
    "data, the layer has rank n: it needs at least as many neurons as there are points",
    silent_on="starts that do with fewer neurons, of which the question asks",
    predicts=n,
    given=Given({"H": outputs()}, letters={"n": lambda at: number(width(at["H"]))}),
    twins=(Twin(n - 1, "the points come to a hyperplane"), Twin(n + 1, "a neuron more than there are points")),
).literal(most=60)
def own_neurons(at: At) -> Any:
    return rank(at.H)
