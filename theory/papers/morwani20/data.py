"""Finite data laws as instances: n data in Q^d, labels, weights and a direction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from sympy import Expr, ImmutableMatrix, Integer, Rational, Symbol, eye, real_roots, sympify

from theory.batchnorm import dot, recentre
from theory.domains.composite import Composite, composite
from theory.domains.numbers import Choose, Integers
from theory.exact.rationals import rational
from theory.least_squares.critical import star
from theory.least_squares.problem import Problem
from theory.term import Shape, Term, Vec, all_rows, each, every, one_if, places, root, size, total, variable
from theory.term.matrices import product, rank
from theory.term.named import named
from theory.term.rows import probed

Numbers = tuple[Fraction, ...]
Row = Any
"""Numbers, or a row of terms."""


class Data(NamedTuple):
    """Coordinates A (d rows of n data), labels y (n), weights w and a direction v (d): numbers, or rows of terms."""

    A: Any
    y: Row
    w: Row
    v: Row

    @property
    def n(self) -> Any:
        return size(self.y)

    @property
    def H(self) -> ImmutableMatrix:
        """E x x^T."""
        return _second_moments(self.A)

    @property
    def g(self) -> Row:
        """E x y."""
        return _cross(self.y, self.A) if self._given else cross(self.y, self.A)

    @property
    def u(self) -> Row:
        """The least-squares solution: H u = g."""
        return Vec.named("u", self.A.n) if isinstance(self.A, Vec) else _solved(self.A, self.g)

    @property
    def inverse(self) -> Any:
        """(Cov x)^-1, row by row: H^-1 where E x = 0."""
        return Vec.named("K", self.A.n, self.A.n) if isinstance(self.A, Vec) else _inverted(self.centred.A)

    @property
    def star(self) -> ImmutableMatrix:
        """H* = H - g g^T/(u.Hu), of numbers."""
        return star(Problem.of(self.H, self.g))

    def form(self, a: Any, b: Any) -> Expr:
        """a.Hb = E (x.a)(x.b)"""
        return _form(a, b, self.A) if self._given else dot(self.row(a), self.row(b)) / self.n

    def times(self, v: Any) -> Row:
        """H v = E x (x.v)."""
        return (_cross if self._given else cross)(self.row(v), self.A)

    @property
    def parallel(self) -> bool:
        """Whether w is parallel to u: (w.g)^2 = (u.Hu) (w.Hw)."""
        return bool(dot(self.g, self.w) ** 2 == dot(self.g, self.u) * self.form(self.w, self.w))

    def means(self) -> Row:
        return each(lambda a: total(a) / self.n, self.A)

    @property
    def centred(self) -> Data:
        """The data less their means."""
        return self._replace(A=each(recentre, self.A))

    def deviations(self) -> Row:
        """x.w - E x.w of all data."""
        return _deviations(self.w, self.A) if self._given else deviations(self.w, self.A)

    def row(self, w: Any) -> Row:
        """x.w of all data."""
        return _outputs(w, self.A) if self._given else outputs(w, self.A)

    @property
    def _given(self) -> bool:
        """Whether the data are those that are called x, and not others made of them."""
        entry = probed("r_", lambda i: self.A[i][i]) if isinstance(self.A, Vec) else None
        return isinstance(entry, Term) and entry.op == "entry"


def outputs(w: Any, A: Any) -> Row:
    """x.w of the columns of A."""
    if isinstance(A, Vec):
        return Vec(size(A[0]), lambda i: dot(w, each(lambda a: a[i], A)))
    return tuple(dot(tuple(w), column) for column in zip(*A, strict=True))


def deviations(w: Any, A: Any) -> Row:
    """x.w - E x.w of the columns of A."""
    row = outputs(w, A)
    mean = total(row) / size(row)
    return each(lambda x: x - mean, row)


def cross(y: Any, A: Any) -> Row:
    return each(lambda a: dot(a, y) / size(y), A)


_of_data: dict[str, Any] = {"shape": lambda _, A: (size(A[0]),)}
_outputs = named("⟨x, {0}⟩", r"\langle x,{0}\rangle", **_of_data)(outputs)
_deviations = named("RC(⟨x, {0}⟩)", r"\mathrm{{RC}}(\langle x,{0}\rangle)", **_of_data)(deviations)
_cross = named("E[x {0}]", r"\mathbb E[x{0}]", shape=lambda _, A: (size(A),))(cross)


@named("E[⟨x, {0}⟩⟨x, {1}⟩]", r"\mathbb E[\langle x,{0}\rangle\langle x,{1}\rangle]")
def _form(a: Any, b: Any, A: Any) -> Any:
    return dot(outputs(a, A), outputs(b, A)) / size(A[0])


@named("sd⟨x, {0}⟩", r"\mathrm{{sd}}\langle x,{0}\rangle")
def _spread(w: Any, A: Any) -> Any:
    c = deviations(w, A)
    return root(dot(c, c) / size(c))


def spread(data: Data) -> Expr:
    """The biased standard deviation of x.w."""
    return _spread(data.w, data.A)


@cache
def _second_moments(A: tuple[Numbers, ...]) -> ImmutableMatrix:
    return ImmutableMatrix([[sympify(dot(a, b)) / len(a) for b in A] for a in A])


@cache
def _solved(A: tuple[Numbers, ...], g: Numbers) -> Numbers:
    return tuple(_second_moments(A).LUsolve(ImmutableMatrix(list(g))))


@cache
def _inverted(A: tuple[Numbers, ...]) -> tuple[Numbers, ...]:
    return tuple(map(tuple, _second_moments(A).inv().tolist()))


def second_moments(data: Data) -> Any:
    return each(lambda a: each(lambda b: dot(a, b) / data.n, data.A), data.A)


def ends(data: Data) -> tuple[Any, Any]:
    """The least and the greatest eigenvalue of Cov x; of rows of terms, the variables of `ENDS`."""
    if isinstance(data.A, Vec):
        return variable("low"), variable("high")
    return _ends(data.A)


@cache
def _ends(A: tuple[Numbers, ...]) -> tuple[Expr, Expr]:
    means = ImmutableMatrix([Fraction(sum(row)) / len(row) for row in A])
    values = real_roots((_second_moments(A) - means * means.T).charpoly(Symbol("x")).as_expr())
    return values[0], values[-1]


def crossed(m: Sequence[Rational], axis: int) -> tuple[list[list[Rational]], ImmutableMatrix]:
    """Data +m_i q_i, -m_i q_i (A, d rows of 2d data) and the orthogonal matrix of the q_i: d Cov x = Q diag(m^2) Q.

    Q is the reflection along (1, axis, axis^2, ..), so that E x = 0 and the eigenvalues m_i^2/d are rational.

    >>> A, Q = crossed((Integer(1), Integer(2)), 1)
    >>> A
    [[0, 0, -2, 2], [-1, 1, 0, 0]]
    """
    k = ImmutableMatrix([Integer(axis) ** i for i in range(len(m))])
    Q = ImmutableMatrix(eye(len(m)) - k * k.T * (2 / sum(a**2 for a in k)))
    return [[sign * a * q for a, q in zip(m, row, strict=True) for sign in (1, -1)] for row in Q.tolist()], Q


LETTERS: dict[str, Callable[[Data], Any]] = {
    "gw": lambda of: dot(of.g, of.w), "gv": lambda of: dot(of.g, of.v), "vw": lambda of: dot(of.v, of.w),
    "uv": lambda of: dot(of.u, of.v), "gg": lambda of: dot(of.g, of.g), "uu": lambda of: dot(of.u, of.u),
    "ww": lambda of: dot(of.w, of.w), "norm_w": lambda of: root(dot(of.w, of.w)), "U2": lambda of: dot(of.u, of.g),
    "hvw": lambda of: of.form(of.v, of.w), "hvv": lambda of: of.form(of.v, of.v), "hww": lambda of: of.form(of.w, of.w),
    "sigma": lambda of: root(of.form(of.w, of.w)), "my": lambda of: total(of.y) / of.n,
    "mw": lambda of: total(of.row(of.w)) / of.n,
}  # fmt: skip
"""Scalars of the predictions (`theory.papers.morwani20.law`) that the data determine."""


def letters(*names: str, **more: Callable[[Data], Any]) -> dict[str, Any]:
    """Letters of a claim on `data`: scalars by their names, and others as functions of the data."""
    known = {**{name: LETTERS[name] for name in names}, **more}
    return {name: lambda at, of=of: of(at["data"]) for name, of in known.items()}


STAR_OF_DATA = "H* = H − E[x y] E[x y]ᵀ/⟨u, E[x y]⟩"
FROM_ONE = Integers(1)
MORE = 2
"""Listed dimensions exceed the least one by at most so many."""


class Known(NamedTuple):
    """What is said in general of more variables: in words, and added to a shape."""

    words: str
    added: Callable[[Shape], Shape]


def data_sets(
    d: Integers = FROM_ONE,
    centred: bool = True,
    level: bool = False,
    on_axes: bool = False,
    known: tuple[Known, ...] = (),
) -> Composite:
    """Data in Q^d, which stand for those in R^d, with E x x^T (centred: Cov x) positive definite.

    Parameters
    ----------
    d : the dimensions. centred : E x = 0. level : w.g = 0. on_axes : only such are listed that are +-m_i q_i on
    orthogonal axes q_i, of which the eigenvalues m_i^2/d are rational.
    """
    also = f"{'E x = 0, H = ' if centred else ''}Cov x > 0, E[x y], w, v != 0"
    also += "".join((", w.E[x y] = 0" * level, ", Hu = E[x y]" * centred, *(f", {more.words}" for more in known)))
    return _data_sets(d, centred, level, on_axes, known, also)


def _has(value: object, d: Integers, centred: bool, level: bool, **_: Any) -> bool:
    if not isinstance(value, Data) or not value.A or len({len(row) for row in (*value.A, value.y)}) > 1:
        return False
    means = [Fraction(sum(row)) / len(row) for row in value.A]
    if not (len(value.A) in d and len(value.A) == len(value.w) == len(value.v)) or (centred and any(means)):
        return False
    deviations = [[a - mean for a in row] for row, mean in zip(value.A, means, strict=True)]
    if not any(value.w) or not any(value.v) or not any(value.g) or rank(deviations) < len(value.A):
        return False
    return not level or dot(value.w, value.g) == 0


def _general(_: str, d: Integers, centred: bool, level: bool, known: tuple[Known, ...], **__: Any) -> Shape:
    """n data in R^d, n of any size and d of any that it may have, as rows of terms."""
    dimension = variable("d", "nat")
    shape = of_size(dimension, centred, level)
    bounds = (dimension >= d.least, *(() if d.most is None else (dimension <= d.most,)))
    shape = replace(shape, conditions=(*bounds, *shape.conditions))
    for more in known:
        shape = more.added(shape)
    return shape


@composite("(A, y, w, v): n data in Q^d with labels, d {d}, {also}", _has, _general, size=lambda data: data.n)
def _data_sets(
    choose: Choose, d: Integers, centred: bool, level: bool, on_axes: bool, known: tuple[Known, ...], also: str
) -> Data:
    dimension = choose(d.least, min(end for end in (d.least + MORE, d.most, d.far) if end is not None))
    if on_axes:
        A = rationals(crossed(sorted(Integer(choose(1, 9)) for _ in range(dimension)), choose(0, 3))[0])
    else:
        n = dimension + 1 + choose(0, 3)
        rows = [numbers(choose, n - centred) for _ in range(dimension)]
        A = tuple((*row, -sum(row, Fraction(0))) if centred else row for row in rows)
    data = Data(A, numbers(choose, len(A[0])), numbers(choose, dimension), numbers(choose, dimension))
    if level and any(data.g):
        part = dot(data.w, data.g) / dot(data.g, data.g)
        data = data._replace(w=tuple(rational(a - part * b) for a, b in zip(data.w, data.g, strict=True)))
    return data


def numbers(choose: Choose, length: int) -> Numbers:
    """A row of whole numbers of one digit."""
    return tuple(Fraction(choose(-9, 9)) for _ in range(length))


def rationals(rows: Sequence[Sequence[Any]]) -> tuple[Numbers, ...]:
    """Rows of SymPy's numbers as such of fractions."""
    return tuple(tuple(map(rational, row)) for row in rows)


def of_size(d: Term, centred: bool = True, level: bool = False) -> Shape:
    """n data in R^d, n of any size, as rows of terms.

    Of Cov x > 0 and w != 0 it says what follows for w: x.w is not constant; with E x = 0, u is a row with H u = g, and
    x.u is not constant either, as g != 0.
    """
    n = variable("n", "nat")
    rows = {"A": (d, n), "y": (n,), "w": (d,), "v": (d,)} | ({"u": (d,)} if centred else {})
    data = Data(*(Vec.named(name, *rows[name]) for name in ("A", "y", "w", "v")))
    conditions = [dot(data.deviations(), data.deviations()) > 0, dot(data.g, data.g) > 0]
    if centred:
        off = each(lambda x, y: x - y, data.row(data.u), data.y)
        c = data._replace(w=data.u).deviations()
        solved = every(lambda a: dot(a, off) == 0, data.A)
        conditions += [every(lambda a: total(a) == 0, data.A), solved, dot(c, c) > 0]
    if level:
        conditions.append(dot(data.w, data.g) == 0)
    return Shape(data, (d, n), tuple(conditions), rows=tuple(rows.items()))


def _unit(A: Any, B: Any) -> Any:
    """A B = I."""
    at = places(size(A))
    return every(lambda row, i: every(lambda entry, j: entry == one_if(i == j), row, at), product(A, B), at)


def _inverse(shape: Shape) -> Shape:
    """H K = I and K H = I."""
    H, K = second_moments(shape.value), shape.value.inverse
    return replace(
        shape, conditions=(*shape.conditions, _unit(H, K), _unit(K, H)), rows=(*shape.rows, ("K", (K.n, K.n)))
    )


INVERSE = Known("K = H^-1", _inverse)


def _inverse_of_centred(shape: Shape) -> Shape:
    """K S = I."""
    K = shape.value.inverse
    unit = _unit(K, second_moments(shape.value.centred))
    return replace(shape, conditions=(*shape.conditions, unit), rows=(*shape.rows, ("K", (K.n, K.n))))


INVERSE_OF_CENTRED = Known("K = (Cov x)^-1", _inverse_of_centred)


def _between_ends(shape: Shape) -> Shape:
    """Numbers low > 0 and high with low |z|^2 <= z.Sz <= high |z|^2 for every z, S = Cov x: the ends of its spectrum,
    and all beyond them."""
    data: Data = shape.value
    low, high = ends(data)

    def variance(z: Any) -> Expr:
        c = data._replace(w=z).deviations()
        return dot(c, c) / data.n

    bounds = (
        low > 0,
        all_rows(data.A.n, lambda z: low * dot(z, z) <= variance(z)),
        all_rows(data.A.n, lambda z: variance(z) <= high * dot(z, z)),
    )
    return replace(shape, variables=(*shape.variables, low, high), conditions=(*shape.conditions, *bounds))


ENDS = Known("low and high the ends of the spectrum of Cov x", _between_ends)


def _shortest(value: object) -> bool:
    if not isinstance(value, Data) or not value.A or {len(row) for row in value.A} != {len(value.y)}:
        return False
    if not len(value.A) == len(value.w) == len(value.v) or not any(value.w) or not any(value.y):
        return False
    means = ImmutableMatrix(value.means())
    w, (low, _) = ImmutableMatrix(value.w), ends(value)
    own = (value.H - means * means.T) * w - low * w
    return bool(low > 0 and own.is_zero_matrix and not sum(value.y) and not dot(value.y, value.row(value.w)))


def _general_shortest(_: str) -> Shape:
    d, n = variable("d", "nat"), variable("n", "nat")
    rows = {"A": (d, n), "y": (n,), "w": (d,), "v": (d,)}
    data = Data(*(Vec.named(name, *lengths) for name, lengths in rows.items()))
    c, low = data.deviations(), variable("low")
    shape = ENDS.added(Shape(data, (d, n), (d >= 1,), rows=tuple(rows.items())))
    own = every(lambda a, b: dot(a, c) / n == low * b, data.A, data.w)
    known = (dot(data.w, data.w) > 0, dot(data.y, data.y) > 0, total(data.y) == 0, dot(data.y, c) == 0, own)
    return replace(shape, conditions=(*shape.conditions, *known))


@composite(
    "(A, y, w, v): n data in Q^d with labels, S = Cov x > 0, w != 0, Sw = low w, low and high the ends of the "
    "spectrum of S, y != 0 orthogonal to 1 and x.w",
    _shortest,
    _general_shortest,
    size=lambda data: data.n,
)
def along_shortest_axis(choose: Choose) -> Data:
    """Data on axes, moved, with weights along the shortest one."""
    d = choose(1, 3)
    crosses, axes = crossed(sorted(Integer(choose(1, 9)) for _ in range(d)), choose(0, 3))
    A, (axis,) = rationals(crosses), rationals(axes.col(0).T.tolist())
    longer = choose(1, 9)
    w = tuple(longer * a for a in axis)
    x, labels, moved = outputs(w, A), numbers(choose, 2 * d), numbers(choose, d)
    mean, along = sum(labels) / (2 * d), dot(x, labels) / dot(x, x)
    y = tuple(rational(a - mean - along * b) for a, b in zip(labels, x, strict=True))
    return Data(tuple(tuple(a + shift for a in row) for row, shift in zip(A, moved, strict=True)), y, w, w)
