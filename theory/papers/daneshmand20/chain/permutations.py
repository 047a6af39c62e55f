"""Symmetries of the layer: permutations of neurons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from sympy import Expr, oo, symbols

from theory.batchnorm import rescale
from theory.claim import At, Claim, Compared, Predicted, Twin
from theory.claim.domains import Integers
from theory.claim.given import Given
from theory.exact.rationals import to_sympy
from theory.markov.residual import Rows, layer
from theory.papers.daneshmand20.chain.setting import DEFINED, EQ_1, named
from theory.papers.daneshmand20.layers import Layers, data, defined, moved, weights

g, sigma, s_i = symbols("gamma sigma s_i", real=True)
x, y, z, u1, u2, u3 = symbols("x y z u1:4", real=True)

Instance = Mapping[str, Any]
PARTS = {"H": lambda at: data(at["A"]), "W": lambda at: weights(at["A"])}
PLACE = "A is gamma W beside H; what is compared, a place of the matrix, and whether gamma is oo, by the number c"


def strength(at: Instance) -> Any:
    """1, as gamma W is W, or oo without a skip connection."""
    return oo if int(at["c"]) % 3 == 0 else 1


def place(at: Instance) -> tuple[int, int]:
    """The row and the column at which matrices are compared."""
    H = data(at["A"])
    return divmod(int(at["c"]) % (len(H) * len(H[0])), len(H[0]))


def entry(at: Instance, H: Rows, W: Rows, where: tuple[int, int]) -> Any:
    """v |v| for an entry v of f(H, W), from H + gamma W H and the mean squares of its rows."""
    Z, q = layer(H, W, strength(at))
    row, column = where
    value = Z[row][column]
    return to_sympy(value * abs(value) / q[row])


def rescaled(at: At, H: Rows, W: Rows) -> Expr:
    """v |v| for the entry of f(H, W) at the place, by rescaling its row."""
    row, column = place(vars(at))
    value = rescale([to_sympy(z) for z in moved(H, W, strength(vars(at)))[row]])[column]
    return value * abs(value)


def _defined(at: Instance, *by: Rows) -> bool:
    """Whether no layer from H with these weights has a row 0."""
    return all(defined(data(at["A"]), W, strength(at)) for W in by)


def permutation(code: Any, size: int) -> tuple[int, ...]:
    """The permutation of that number modulo size!, in a factorial system.

    >>> permutation(4, 3)
    (1, 2, 0)
    """
    left, found, rest = list(range(size)), [], int(code)
    for length in range(size, 0, -1):
        rest, chosen = divmod(rest, length)
        found.append(left.pop(chosen))
    return tuple(found)


def moved_rows(p: Sequence[int], A: Rows) -> Rows:
    """P A, row i of which is row p_i of A."""
    return [A[i] for i in p]


def back(p: Sequence[int], W: Rows) -> Rows:
    """P^T W P."""
    places = [p.index(i) for i in range(len(p))]
    return [[W[i][j] for j in places] for i in places]


def forth(p: Sequence[int], W: Rows) -> Rows:
    """P W P^T."""
    return [[W[i][j] for j in p] for i in p]


def right(p: Sequence[int], W: Rows) -> Rows:
    """W P."""
    places = [p.index(i) for i in range(len(p))]
    return [[row[j] for j in places] for row in W]


def _cycle(at: Instance) -> tuple[int, ...]:
    return permutation(at["c"], len(at["A"]))


def _permuted(at: Instance) -> tuple[Rows, ...]:
    p, W = _cycle(at), weights(at["A"])
    return back(p, W), forth(p, W), W, right(p, W)


def _by_permuted(number: int) -> Callable[[Instance], Any]:
    def of(at: Instance) -> Any:
        row, column = place(at)
        return entry(at, data(at["A"]), _permuted(at)[number], (_cycle(at)[row], column))

    return of


permutations = Claim(
    "daneshmand20.chain.permutations",
    source=EQ_1,
    status="new",
    says="f(PH, W) = P f(H, P^T W P) for a permutation P of the neurons; y is the entry of the right side, as v |v|",
    tex=r"f(PH,W)=P\,f(H,P^\top WP)",
    hypotheses=DEFINED,
    predicts=y,
    over=({"y": Fraction(1, 3), "u1": Fraction(1, 5), "u2": Fraction(-1, 2), "u3": Fraction(2, 7)},),
    given=Given(
        {"A": Layers(), "c": Integers(1)},
        lambda at: _defined(at, *_permuted(at)),
        f"{PLACE}; so is P",
        PARTS | {name: _by_permuted(number) for number, name in enumerate(("y", "u1", "u2", "u3"))},
    ),
    left=r"v|v|\text{ for }v=f(PH,W)_{ij}",
    twins=(
        Twin(u1, "P W P^T, the inverse permutation"),
        Twin(u2, "W itself"),
        Twin(u3, "W P"),
    ),
)


@permutations.literal(scope="P H through the layer, rows rescaled", most=100)
def _of_permuted(at: At) -> Expr:
    return rescaled(at, moved_rows(_cycle(vars(at)), at.H), at.W)


CYCLE = (1, 2, 0)  # (P H)_i = H_{i+1}


@permutations.exact(
    scope="every H, W, gamma at d = 3, N = 2, a cycle: the rows that RS divides",
    reach="step",
    of="RS divides each row by the root of its mean square",
)
def _of_cycle(predicted: Predicted) -> Compared:
    H, W = named("h", 3, 2), named("w", 3, 3)
    Z, _ = layer(moved_rows(CYCLE, H), W, g)
    by = [layer(H, V, g)[0] for V in (back(CYCLE, W), forth(CYCLE, W), W, right(CYCLE, W))]
    for i, j in product(range(3), range(2)):
        letters = dict(zip((y, u1, u2, u3), (rows[CYCLE[i]][j] for rows in by), strict=True))
        yield f"entry {i}{j}", Z[i][j], predicted.subs(letters, simultaneous=True)
