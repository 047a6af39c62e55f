"""H* of data, of spectra and in letters: its pseudo-inverse and spectrum; of rows of terms they are named variables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from flint import arb
from sympy import Expr, ImmutableMatrix, Integer, Rational, Symbol, cancel, diag, real_roots, symbols

from theory.batchnorm import dot
from theory.claim import Locator
from theory.domains.composite import Composite, composite
from theory.domains.general import eigenbasis
from theory.domains.numbers import Choose, Integers
from theory.exact.expressions import Undefined
from theory.exact.rationals import rational
from theory.least_squares.critical import pseudo_condition_number, star
from theory.least_squares.problem import Problem
from theory.papers.morwani20 import MORWANI20
from theory.papers.morwani20.data import (
    ENDS,
    Data,
    Known,
    crossed,
    data_sets,
    ends,
    numbers,
    of_size,
    outputs,
    rationals,
    second_moments,
)
from theory.term import Cond, Shape, Vec, all_rows, each, every, number, one_if, places, product_of, size, variable
from theory.term.matrices import product
from theory.term.named import named


def _is_spectrum(value: Any, d: Integers, distinct: str) -> bool:
    numbers = isinstance(value, tuple) and all(isinstance(a, int | Fraction | Rational) for a in value)
    return numbers and len(value) in d and value[0] > 0 and list(value) == sorted(set(value) if distinct else value)


def _in_any_order(name: str, d: Integers, distinct: str) -> Shape:
    size = variable("d", "nat")
    row = Vec.named(name, size)
    return Shape(row, (size,), (size >= d.least, every(lambda value: value > 0, row)), rows=((name, (size,)),))


def _entries(choose: Choose, d: Integers, distinct: str) -> tuple[Fraction, ...]:
    size, under = d.least + choose(0, 5 if d.most is None else d.most - d.least), choose(1, 4)
    return tuple(sorted(Fraction(choose(1, 12), under) for _ in range(size)))


_WORDS = "in R^d, ascending, positive{distinct}, d {d}"
_any = composite(_WORDS, _is_spectrum, _in_any_order)(_entries)
_distinct = composite(_WORDS, _is_spectrum)(_entries)


def spectra(d: Integers, distinct: bool = False) -> Composite:
    """Positive numbers in ascending order."""
    return _distinct(d, ", distinct") if distinct else _any(d, "")


SPEED = Locator(
    MORWANI20, "Section 2, 'the asymptotic convergence speed with batchnorm depends on the pseudo-condition number'"
)

x, det = symbols("x det_H", positive=True)
STAR = Locator(MORWANI20, "Section 2, 'the pseudo-condition number of H* = H - gg^T/(u^T H u)'")
L1, L2, L3 = l = symbols("l1 l2 l3", positive=True)


def _entry(place: int, name: str) -> Callable[[Any], Any]:
    @named(name, f"l_{place + 1}", means="l = (l₁, l₂, l₃)", bare=True)
    def entry(l: Any) -> Any:
        return l[place]

    return entry


ENTRIES = tuple(_entry(place, name) for place, name in enumerate(("l₁", "l₂", "l₃")))
"""Of a spectrum l, d = 3."""
THREE = {f"l{i}": lambda at, entry=entry: entry(at["l"]) for i, entry in enumerate(ENTRIES, 1)}
"""The eigenvalues of H, d = 3."""
u = symbols("u1 u2 u3", positive=True)
SOME_H = {"l1": Integer(1), "l2": Rational(5, 2), "l3": Integer(7), "u1": Rational(2, 3), "u2": Rational(4, 3)}
EIGEN = tuple(SOME_H | {"x": x, "u3": u3} for x, u3 in ((Rational(9, 4), Integer(3)), (Rational(1, 3), Rational(1, 2))))

DIAGONAL = "H* = H − g gᵀ/⟨u, g⟩, H = diag(l), g = H u"


def _diagonal(l: Any, u: Any) -> Problem:
    return Problem.from_solution(diag(*l), list(map(number, u)))


def singular(matrix: ImmutableMatrix) -> ImmutableMatrix:
    """H*; `Undefined` where 0 is no eigenvalue of it."""
    if cancel(matrix.det()) != 0:
        raise Undefined("0 is no eigenvalue of H*")
    return matrix


def star_of(l: Any, u: Any) -> ImmutableMatrix:
    return singular(star(_diagonal(l, u)))


@named("λ*({0}, {1})", r"\lambda^*({0},{1})", means=f"λ*(l, u) the eigenvalue but 0 of {DIAGONAL}")
def other_eigenvalue(l: Any, u: Any) -> Expr:
    """The sum of the two eigenvalues of H*, d = 2, of which one is 0."""
    return star_of(l, u).trace()


@named("κ*({0}, {1})", r"\kappa^*({0},{1})",
       means=f"κ*(l, u) the greatest over the least eigenvalue but 0 of {DIAGONAL}")  # fmt: skip
def pseudo_condition(l: Any, u: Any) -> arb:
    return pseudo_condition_number(_diagonal(l, u))


def star_matrix(data: Data) -> Any:
    """H* = H - g g^T/(u.Hu), row by row."""
    square, g = data.form(data.u, data.u), data.g
    return each(lambda row, a: each(lambda h, b: h - a * b / square, row, g), second_moments(data), g)


def with_rows(shape: Shape, *conditions: Any, variables: tuple[Any, ...] = (), **rows: Any) -> Shape:
    """A shape with more rows, variables and what is known of them."""
    return replace(
        shape,
        variables=(*shape.variables, *variables),
        conditions=(*shape.conditions, *conditions),
        rows=(*shape.rows, *rows.items()),
    )


def star_pinv(data: Data) -> Any:
    """The Moore-Penrose inverse of H*, row by row."""
    if isinstance(data.A, Vec):
        return Vec.named("X", data.A.n, data.A.n)
    return tuple(map(tuple, data.star.pinv().tolist()))


def _pseudo_inverse(shape: Shape) -> Shape:
    """X of `star_pinv`: Penrose's four equations."""

    def same(A: Any, B: Any) -> Any:
        return every(lambda a, b: every(lambda x, y: x == y, a, b), A, B)

    def symmetric(A: Any) -> Any:
        at = places(size(A))
        return every(lambda i: every(lambda j: A[i][j] == A[j][i], at), at)

    M, X = star_matrix(shape.value), star_pinv(shape.value)
    MX, XM = product(M, X), product(X, M)
    known = same(product(MX, M), M), same(product(XM, X), X), symmetric(MX), symmetric(XM)
    return with_rows(shape, *known, X=(X.n, X.n))


STAR_INVERSE = Known("X = (H*)^+, H* = H - E[x y] E[x y]^T/(u.Hu)", _pseudo_inverse)


def product_of_others(data: Data) -> Any:
    """The product of the eigenvalues of H* that are not 0; of numbers, where 0 is one of them, once."""
    if isinstance(data.A, Vec):
        return product_of(each(lambda value: value + one_if(value == 0), Vec.named("m", data.A.n)))
    M = singular(data.star)
    return sum((M.minor_submatrix(i, i).det() for i in range(M.rows)), Integer(0))


def _star_basis(shape: Shape) -> Shape:
    """Orthonormal eigenvectors f_k of H* with the eigenvalues m_k."""
    d = shape.value.A.n
    known = eigenbasis(star_matrix(shape.value), Vec.named("f", d, d), Vec.named("m", d))
    return with_rows(shape, *known, f=(d, d), m=(d,))


STAR_BASIS = Known("m_i the eigenvalues of H* = H - E[x y] E[x y]^T/(u.Hu)", _star_basis)


def spectra_of(data: Data) -> tuple[Any, Any]:
    """The eigenvalues of H, and those of H* that are not 0, in order."""
    if isinstance(data.A, Vec):
        return Vec.named("l", data.A.n), Vec.named("m", variable("k", "nat"))
    return exact_eigenvalues(data.H), star_values(data)


def exact_eigenvalues(M: ImmutableMatrix) -> tuple[Any, ...]:
    """Of a rational symmetric matrix, in order."""
    return tuple(real_roots(M.charpoly(Symbol("x")).as_expr()))


@cache
def star_values(data: Data) -> tuple[Any, ...]:
    """The eigenvalues of H* but one that is 0, in order."""
    values = list(exact_eigenvalues(singular(data.star)))
    values.remove(0)
    return tuple(values)


def _spectra(_: Shape) -> Shape:
    """Of any k + 1 dimensions, orthonormal eigenvectors e_i of H and f_i of H*, their eigenvalues in order, those of H*
    being the k that are not 0."""
    k = variable("k", "nat")
    d = k + 1
    shape = of_size(d)
    data = shape.value
    l, m = spectra_of(data)

    def ascending(values: Vec) -> Cond:
        at = places(size(values))
        found: Cond = every(lambda i: every(lambda j: ~(i < j) | (values[i] <= values[j]), at), at)
        return found

    known = (
        *eigenbasis(second_moments(data), Vec.named("e", d, d), l),
        *eigenbasis(star_matrix(data), Vec.named("f", k, d), m),
        every(lambda value: value != 0, m),
        *map(ascending, (l, m)),
    )
    conditions, variables = (k >= 1, *shape.conditions), (k, *shape.variables[1:])
    shape = replace(shape, conditions=conditions, variables=variables)
    return with_rows(shape, *known, e=(d, d), l=(d,), f=(k, d), m=(k,))


SPECTRA = Known(
    "d = k + 1, l_i the eigenvalues of H, m_i those of H* = H - E[x y] E[x y]^T/(u.Hu) but 0, ascending", _spectra
)


def star_ends(data: Data) -> tuple[Any, Any]:
    """The least and the greatest eigenvalue of H* that are not 0."""
    if isinstance(data.A, Vec):
        return variable("least"), variable("greatest")
    values = star_values(data)
    return values[0], values[-1]


def _star_ends(shape: Shape) -> Shape:
    """Any two eigenvalues of H* but 0 take the places of the least and the greatest."""
    data = shape.value
    d, M, found = data.A.n, star_matrix(data), star_ends(data)
    known = [(value != 0, *eigenvector(M, value, Vec.named(row, d))) for value, row in zip(found, "ef", strict=True)]
    return with_rows(shape, *known[0], *known[1], variables=found, e=(d,), f=(d,))


STAR_ENDS = Known("least and greatest those of H* = H - E[x y] E[x y]^T/(u.Hu), but 0", _star_ends)


def eigenvector(M: Any, value: Any, e: Any) -> tuple[Any, Any]:
    """That a row is an eigenvector."""
    return dot(e, e) > 0, every(lambda row, entry: dot(row, e) == value * entry, M, e)


def _middle(value: object) -> bool:
    if not isinstance(value, Data) or value not in data_sets(Integers(3)):
        return False
    u, (low, high) = ImmutableMatrix(value.u), ends(value)
    middle = dot(value.u, value.g) / dot(value.u, value.u)
    return bool(value.H * u == middle * u and low < middle < high)


def _general_middle(name: str) -> Shape:
    """u is an eigenvector for any eigenvalue between the ends of the spectrum of H; those of H* are known by their
    eigenvectors, and by its form on what is orthogonal to u."""
    (shape,) = data_sets(Integers(2), known=(ENDS,)).general(name)
    data = shape.value
    d, H, M, u, between = data.A.n, second_moments(data), star_matrix(data), data.u, variable("between")
    (low, high), (least, greatest) = ends(data), star_ends(data)

    def part(z: Any) -> Any:
        share = dot(z, u) / dot(u, u)
        return each(lambda a, b: a - share * b, z, u)

    def form(z: Any) -> Any:
        return dot(z, each(lambda row: dot(row, z), M))

    known = [low < between, between < high, eigenvector(H, between, u)[1]]
    for row, value in (("e", low), ("f", high)):
        known += eigenvector(H, value, Vec.named(row, d))
    for row, value in (("p", least), ("q", greatest)):
        known += [value != 0, *eigenvector(M, value, Vec.named(row, d))]
    known += [
        all_rows(d, lambda z: least * dot(part(z), part(z)) <= form(part(z))),
        all_rows(d, lambda z: form(part(z)) <= greatest * dot(part(z), part(z))),
    ]
    return with_rows(shape, *known, variables=(between, least, greatest), e=(d,), f=(d,), p=(d,), q=(d,))


@composite(
    "(A, y, w, v): n data in Q^d with labels, d >= 3, E x = 0, H = Cov x > 0, w, v != 0, Hu = E[x y] = l u != 0, "
    "low < l < high the ends of the spectrum of H, least and greatest those of H* = H - E[x y] E[x y]^T/(u.Hu), but 0",
    _middle,
    _general_middle,
    size=lambda data: data.n,
)
def with_middle_solution(choose: Choose) -> Data:
    """Data on three axes, u along the one between the two others."""
    m = sorted(Integer(choose(1, 9)) for _ in range(3))
    crosses, axes = crossed(m, choose(0, 3))
    A, (axis,) = rationals(crosses), rationals(axes.col(1).T.tolist())
    off, w, v = (numbers(choose, 3) for _ in range(3))  # off: for both of a pair of data, so that E x off = 0
    scale = choose(1, 9)
    y = tuple(rational(scale * a + off[i // 2]) for i, a in enumerate(outputs(axis, A)))
    return Data(A, y, w, v)
