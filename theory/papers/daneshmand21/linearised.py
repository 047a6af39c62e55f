"""A layer near P/r, P a projector of rank r: the linear recursion X' = A X + xi and its stationary covariance S."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import permutations
from itertools import product as pairs_of
from typing import Any

from flint import fmpq_mat

from theory.domains.composite import composite
from theory.domains.numbers import Choose, Integers
from theory.exact.rationals import to_fmpq
from theory.orthogonality.stationary import linearised
from theory.papers.daneshmand21.domains import Matrix, Row, frame
from theory.papers.daneshmand21.laws import LawOfRows, columns, is_law
from theory.papers.daneshmand21.measures import fraction
from theory.term import (
    AnyLaw,
    Shape,
    Vec,
    each,
    every,
    has_mean,
    mean,
    number,
    one_if,
    places,
    size,
    some,
    total,
    variable,
)
from theory.term.matrices import inner, product
from theory.term.named import named

Tensor = tuple[tuple[Matrix, ...], ...]
Recursion = tuple[int, Matrix, LawOfRows, Tensor]
IDENTITY = "P = I, r = n >= 2"
CENTRING = "P = I - 11^T/n, r = n - 1 >= 2"
ANY = "P a projector of rank r >= 2"
RECURSION = "X of covariance S, X′ = A X + ξ, ξ of that of u uᵀ"


def points(at: Mapping[str, Any]) -> Any:
    """n."""
    return number(size(at["X"][1]))


def table(n: Any, entry: Callable[..., Any]) -> Any:
    """The numbers with four indices below n."""
    at = places(n)
    return each(lambda i: each(lambda j: each(lambda k: each(lambda l: entry(i, j, k, l), at), at), at), at)


def squared(row: Any, i: Any, j: Any) -> Any:
    """u_i u_j of a row over its length."""
    return row[i] * row[j] / inner(row, row)


def moments(law: Any) -> tuple[Any, Any]:
    """E u_i u_j and E u_i u_j u_k u_l."""
    at = places(columns(law))
    two = each(lambda i: each(lambda j: mean(law, lambda m: squared(m, i, j)), at), at)
    return two, table(size(two), lambda i, j, k, l: mean(law, lambda m: squared(m, i, j) * squared(m, k, l)))


def derivative(rank: Any, P: Any, two: Any, four: Any) -> Any:
    """A, from the density of u at C = P/r + X: its logarithm moves by (r^2/2) u^T X u - (r/2) tr P X."""
    return table(size(P), lambda i, j, k, l: (rank**2 * four[i][j][k][l] - rank * two[i][j] * P[k][l]) / 2)


def applied(A: Any, S: Any) -> Any:
    """A S."""
    n = size(A)
    at = places(n)
    return table(
        n, lambda i, j, k, l: total(each(lambda p: total(each(lambda q: A[i][j][p][q] * S[p][q][k][l], at)), at))
    )


def transposed(S: Any) -> Any:
    return table(size(S), lambda i, j, k, l: S[k][l][i][j])


@named("E‖X‖²", r"\mathbb E\|X\|^2", means=RECURSION, bare=True)
def second(S: Any) -> Any:
    """sum_ij S_ijij = E|X|^2."""
    at = places(size(S))
    return total(each(lambda i: total(each(lambda j: S[i][j][i][j], at)), at))


@named("tr²S/tr S²", r"\mathrm{{tr}}^2S/\mathrm{{tr}}\,S^2", bare=True)
def directions(S: Any) -> Any:
    """In how many directions X varies, where it varies alike in these."""
    at = places(size(S))

    def along(i: Any, j: Any) -> Any:
        return total(each(lambda k: total(each(lambda l: S[i][j][k][l] ** 2, at)), at))

    return second(S) ** 2 / total(each(lambda i: total(each(lambda j: along(i, j), at)), at))


@named("E X_{1}{2} X_{3}{4}", r"\mathbb E\,X_{{{1}{2}}}X_{{{3}{4}}}")
def entry(S: Any, i: Any, j: Any, k: Any, l: Any) -> Any:
    return S[i][j][k][l]


@named("E⟨X′, X⟩", r"\mathbb E\langle X',X\rangle", bare=True)
def lagged(rank: Any, P: Any, law: Any, S: Any) -> Any:
    """tr A S = E<X', X>."""
    return second(applied(derivative(rank, P, *moments(law)), S))


def at_all(n: Any, holds: Callable[..., Any]) -> Any:
    at = places(n)
    return every(lambda i: every(lambda j: every(lambda k: every(lambda l: holds(i, j, k, l), at), at), at), at)


def as_uniform(rank: Any, P: Any, four: Any) -> Any:
    """Whether u has the fourth moments of a uniform direction in the range of P."""

    def holds(i: Any, j: Any, k: Any, l: Any) -> Any:
        pairings = P[i][j] * P[k][l] + P[i][k] * P[j][l] + P[i][l] * P[j][k]
        return four[i][j][k][l] == pairings / (rank * (rank + 2))

    return at_all(size(P), holds)


def is_stationary(rank: Any, P: Any, two: Any, four: Any, S: Any) -> Any:
    """Whether S = A S A^T + Q, Q the covariance of u u^T."""
    A = derivative(rank, P, two, four)
    behind = transposed(applied(A, transposed(applied(A, S))))

    def holds(i: Any, j: Any, k: Any, l: Any) -> Any:
        return S[i][j][k][l] == behind[i][j][k][l] + four[i][j][k][l] - two[i][j] * two[k][l]

    return at_all(size(P), holds)


def is_projector(rank: Any, P: Any) -> Any:
    at = places(size(P))
    same = every(lambda i: every(lambda j: (P[i][j] == P[j][i]) & (inner(P[i], P[j]) == P[i][j]), at), at)
    return same & (total(each(lambda i: P[i][i], at)) == rank)


def identity(n: Any) -> tuple[Any, Any]:
    at = places(n)
    return n, each(lambda i: each(lambda j: one_if(i == j), at), at)


def centring(n: Any) -> tuple[Any, Any]:
    """n - 1 and I - 11^T/n."""
    at = places(n)
    return n - 1, each(lambda i: each(lambda j: one_if(i == j) - Fraction(1) / n, at), at)


def _general(name: str, around: str) -> Shape:
    n, r = variable("n", "nat"), variable("r", "nat")
    rank, P = of_kind(around, n) or (r, Vec.named("P", n, n))
    law, S = AnyLaw(name, n, lambda m: some(lambda e: e != 0, m)), Vec.named("S", n, n, n, n)
    at = places(n)
    two = every(lambda i: every(lambda j: has_mean(law, lambda m: squared(m, i, j)), at), at)
    four = at_all(n, lambda i, j, k, l: has_mean(law, lambda m: squared(m, i, j) * squared(m, k, l)))
    found = moments(law)
    known = (law.conditions, two, four, as_uniform(rank, P, found[1]), is_stationary(rank, P, *found, S))
    if around == ANY:
        rows = (("P", (n, n)), ("S", (n, n, n, n)))
        return Shape((r, P, law, S), (n, r), (r >= 2, is_projector(r, P), *known), rows=rows, laws=(name,))
    least = n >= (2 if around == IDENTITY else 3)
    return Shape((rank, P, law, S), (n,), (least, *known), rows=(("S", (n, n, n, n)),), laws=(name,))


def of_kind(around: str, n: Any) -> Any:
    """r and P; None where they are any."""
    return {IDENTITY: identity, CENTRING: centring}.get(around, lambda _: None)(n)


def _has(value: Any, around: str) -> bool:
    rank, P, law, S = value if isinstance(value, tuple) and len(value) == 4 else (0, (), (), ())
    if not (isinstance(rank, int) and rank >= 2 and is_law(law, Integers(2)) and all(any(row[1:]) for row in law)):
        return False
    n = columns(law)
    if not (_is_table(P, n, 2) and _is_table(S, n, 4) and of_kind(around, n) in (None, (rank, P))):
        return False
    P, law, S = map(exactly, (P, law, S))  # many products
    two, four = moments(law)
    return bool(is_projector(rank, P) and as_uniform(rank, P, four) and is_stationary(rank, P, two, four, S))


def _is_table(rows: Any, n: int, indices: int) -> bool:
    """Whether it has so many indices below n."""
    if not indices:
        return isinstance(rows, int | Fraction)
    return isinstance(rows, tuple) and len(rows) == n and all(_is_table(row, n, indices - 1) for row in rows)


def exactly(rows: Any) -> Any:
    """With numbers of flint's."""
    return tuple(map(exactly, rows)) if isinstance(rows, tuple) else to_fmpq(rows)


@composite(
    "(r, P, m, S): {around}; m of a law of rows, not 0, u = m/|m| with E u_i u_j u_k u_l = (P_ij P_kl + P_ik P_jl + "
    "P_il P_jk)/(r(r+2)), as a uniform direction of the range; S = A S A^T + Cov u u^T, A X = E u u^T (r^2 u^T X u - "
    "r tr P X)/2",
    has=_has,
    general=_general,
    size=lambda value: len(value[1]),
)
def recursions(choose: Choose, around: str = ANY) -> Recursion | None:
    """Around a projector, with the law of two orbits of rows and the stationary covariance."""
    n = choose(3 if around == CENTRING else 2, choose(3, choose(3, 4)))
    rank = choose(2, n) if around == ANY else n
    rows = tuple(_orbit(choose, rank, around == CENTRING) for _ in range(2))
    rank, P = of_kind(around, n) or (rank, ())
    if not all(rows):
        return None
    high, low = sorted(rows, key=lambda orbit: -_fourth(orbit[0]))
    diagonal = [Fraction(P[i][i]) for i in range(n)] if P else [Fraction(1)] * rank
    wanted = 3 * sum((x * x for x in diagonal), Fraction(0)) / (rank * (rank + 2))
    if not _fourth(high[0]) >= wanted >= _fourth(low[0]):
        return None
    apart = _fourth(high[0]) - _fourth(low[0])
    weight = (wanted - _fourth(low[0])) / apart if apart else Fraction(1)
    law = [(part / len(orbit), row) for part, orbit in ((weight, high), (1 - weight, low)) for row in orbit if part]
    if not P:
        B = frame(n, rank, choose)
        P = product(tuple(zip(*B, strict=True)), B)
        law = [(share, product((row,), B)[0]) for share, row in law]
    found = linearised(fmpq_mat(exactly(P)))
    place = {pair: a for a, pair in enumerate(found.pairs)}
    S = table(n, lambda i, j, k, l: fraction(found.S[place[min(i, j), max(i, j)], place[min(k, l), max(k, l)]]))
    return rank, P, tuple((share, *row) for share, row in law), S


def _orbit(choose: Choose, n: int, centred: bool) -> list[Row]:
    """Of a row's numbers all orders; with all signs, or less their mean. Of a row and its negative there is one."""
    row = tuple(choose(-2 if centred else 0, 1 + (i == 0)) for i in range(n))
    signs = tuple(pairs_of((1, -1), repeat=n))
    if centred:
        row, signs = tuple(n * x - sum(row) for x in row), ((1,) * n,)
    orders = ((s * x for s, x in zip(sign, order, strict=True)) for sign in signs for order in permutations(row))
    found = {max(one, tuple(-x for x in one)) for one in map(tuple, orders) if any(one)}
    return [tuple(map(Fraction, one)) for one in sorted(found)]


def _fourth(row: Row) -> Fraction:
    """Sum of u_i^4."""
    return Fraction(sum(x**4 for x in row), sum(x * x for x in row) ** 2)
