"""The three components of batch normalization as exact maps of one row (one neuron, n data points).

RC recentres, RS rescales, NL is the ReLU; BN = RS after RC. Entries may be ints, Fractions or SymPy numbers
and symbols, and results are SymPy expressions; or terms (`theory.term`). Source: nachum24, Definition 1.

`Normalisation` is the wider family, with powers p other than 2, without centring, or with an epsilon; `Neuron` a whole
neuron with weights, its gradients and its equivalent without normalization. Source: morwani20, Sections 3 and 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from typing import Any, NamedTuple

from sympy import Abs, Expr, ImmutableMatrix, Integer, Max, Rational, eye, factor, oo, sign, sqrt, sympify

from theory.primitive import primitive
from theory.term import NoValueError, Series, each, larger, number, root, size, total, vanishes
from theory.term.named import named

Row = Any
"""A tuple of SymPy expressions, or a row of terms."""

NORMALISATIONS = ("biased", "unbiased", "norm")


def _bessel(n: int, normalisation: str = "biased") -> int:
    return n if normalisation == "unbiased" else n - 1


@primitive("divisor", _bessel)
def degrees(n: int, normalisation: str = "biased") -> int:
    """nu in sigma^2 = |x - mean|^2 / nu: n (biased), n - 1 (unbiased, Bessel), 1 (Euclidean norm).

    After rescaling, |BN(x)|^2 = nu.
    """
    try:
        return {"biased": n, "unbiased": n - 1, "norm": 1}[normalisation]
    except KeyError:
        raise ValueError(f"normalisation {normalisation!r}: wanted one of {', '.join(NORMALISATIONS)}") from None


def _row(x: Any, *_: Any) -> Any:
    row = each(number, x)
    if isinstance(row, tuple) and not row:
        raise ValueError("an empty row has no mean: give at least one point")
    return row


@named("⟨{0}, {1}⟩", r"\langle {0},{1}\rangle")
def dot(x: Row, y: Row, times: Sequence[Any] | None = None) -> Expr:
    """x . y; with `times`, of rows in which the entries occur so often."""
    return Integer(0) + total(each(mul, x, y) if times is None else each(lambda a, b, c: c * (a * b), x, y, times))


@named("RC", shape=lambda x: (size(x),))
@primitive("rc", _row)
def recentre(x: Sequence[Any], times: Sequence[Any] | None = None) -> Row:
    """RC: x - mean(x), the row times P = I - J/n.

    times : how often each entry occurs in the row, numbers or symbols; then the mean is that of all n = sum(times)
        entries, and each is given once, in lowest terms.

    >>> recentre([0, 1, 5])
    (-2, -1, 3)
    >>> from sympy.abc import k, t
    >>> recentre([t, 0], times=[1, k])
    (k*t/(k + 1), -t/(k + 1))
    """
    row = _row(x)
    if times is None:
        mean = total(row) / size(row)
        return each(lambda v: v - mean, row)
    mean = dot(row, (sympify(1),) * len(row), times) / sum(times)
    return tuple(_lowest(v - mean) for v in row)


def _lowest(value: Any) -> Any:
    return factor(value) if isinstance(value, Expr) and value.free_symbols else value


@named("RS", shape=lambda x: (size(x),))
@primitive("rs", _row)
def rescale(x: Sequence[Any], nu: Any = None, times: Sequence[Any] | None = None) -> Row:
    """RS: x divided by sqrt(|x|^2 / nu); nu = n (default) makes it the root mean square; `times` as in `recentre`.

    Raises
    ------
    ValueError
        for a row of zeros, which has no direction to keep.

    >>> rescale([3, 4], nu=1)
    (3/5, 4/5)
    """
    row = _row(x)
    square = dot(row, row, times) if times is None else _lowest(dot(row, row, times))
    if vanishes(square):
        raise NoValueError(f"row {row}: a row of zeros cannot be rescaled; its points must differ (or not all be 0)")
    n = size(row) if times is None else sum(times)
    scale = root(square / (n if nu is None else nu))
    return each(lambda v: v / scale, row)


def _leaky(x: Sequence[Any]) -> Row:
    return each(lambda v: larger(v, v / 10), _row(x))


@named("ReLU", shape=lambda x: (size(x),))
@primitive("nl", _leaky)
def relu(x: Sequence[Any]) -> Row:
    """NL: the positive part, entry by entry."""
    return each(lambda v: larger(v, 0), _row(x))


@named("BN", shape=lambda x: (size(x),))
def batchnorm(x: Sequence[Any], normalisation: str = "biased") -> Row:
    """BN: recentred, then rescaled to |BN(x)|^2 = nu.

    >>> batchnorm([1, 3])
    (-1, 1)
    """
    return rescale(recentre(x), degrees(size(x), normalisation))


@named("∂BN({0})[{1}]", r"\partial\mathrm{{BN}}({0})[{1}]", shape=lambda x, _: (size(x),))
def derivative_along(x: Sequence[Any], h: Sequence[Any]) -> Row:
    """The derivative of BN at a row x along a row h, entry by entry: that of BN(x + t h) by t at t = 0.

    >>> derivative_along([-1, 0, 1], [1, 1, 1])
    (0, 0, 0)
    """
    return each(lambda entry: entry[1], batchnorm(each(Series, x, h)))


def jacobian(x: Sequence[Any], normalisation: str = "biased") -> ImmutableMatrix:
    """d BN(x)_i / d x_j = (P - y y^T / nu) / sigma with y = BN(x), shape (n, n).

    1/sigma times the orthogonal projector on the complement of span{1, y}: rank n - 2.

    >>> jacobian([-1, 1])
    Matrix([
    [0, 0],
    [0, 0]])
    """
    return Normalisation(divisor=normalisation).jacobian(x)


@dataclass(frozen=True)
class Normalisation:
    """x -> z = c/s with c = x - mean(x), or c = x, and s^p = sum |c_i|^p / nu + epsilon.

    Parameters
    ----------
    p : a rational >= 1, or oo, where s = max |c_i|; then `divisor` and `epsilon` play no part.
    centred : whether the mean is subtracted.
    divisor : what nu is, see `degrees`.
    epsilon : the constant that practice adds to the variance.

    >>> Normalisation(1)([0, 1, 5])
    (-1, -1/2, 3/2)
    >>> Normalisation(oo, centred=False)([2, -4])
    (1/2, -1)
    """

    p: Any = 2
    centred: bool = True
    divisor: str = "biased"
    epsilon: Any = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "p", sympify(self.p, strict=True))
        if not (self.p == oo or (self.p.is_Rational and self.p >= 1)):
            raise ValueError(f"p = {self.p}: wanted a rational number from 1 on, or oo")
        degrees(1, self.divisor)

    def centre(self, x: Sequence[Any]) -> Row:
        return recentre(x) if self.centred else _row(x)

    def scale(self, x: Sequence[Any]) -> Expr:
        """s; ValueError where it is 0."""
        c = self.centre(x)
        if self.p == oo:
            s = Max(*map(Abs, c))
        elif self.p == 2:
            s = sqrt(dot(c, c) / degrees(len(c), self.divisor) + self.epsilon)
        else:
            total = sum((Abs(v) ** self.p for v in c), sympify(0))
            s = (total / degrees(len(c), self.divisor) + self.epsilon) ** (1 / self.p)
        if s == 0:
            raise NoValueError(f"row {tuple(x)}: its points must differ (or, not centred, not all be 0)")
        return s

    def __call__(self, x: Sequence[Any]) -> Row:
        s = self.scale(x)
        return tuple(v / s for v in self.centre(x))

    def slopes(self, x: Sequence[Any]) -> Row:
        """ds/dc_i = |z_i|^(p-1) sgn(z_i) / nu; for p = oo, sgn(c_k) at the place k of the maximum and 0 elsewhere.

        Raises
        ------
        ValueError
            where s has a kink: a zero for p = 1, two greatest |c_i| for p = oo.
        """
        z = self(x)
        if self.p == oo:
            if len(places := [i for i, v in enumerate(z) if Abs(v) == 1]) > 1:
                raise ValueError(f"row {tuple(x)}: the maximum is reached at places {places}, no derivative there")
            return tuple(sign(v) if i in places else sympify(0) for i, v in enumerate(z))
        if self.p == 1 and 0 in z:
            raise ValueError(f"row {tuple(x)}: |c| has no derivative at c = 0, place {z.index(0)}")
        nu = degrees(len(z), self.divisor)
        if self.p.is_even:
            return tuple(v ** (self.p - 1) / nu for v in z)
        return tuple(Abs(v) ** (self.p - 1) * sign(v) / nu for v in z)

    def jacobian(self, x: Sequence[Any]) -> ImmutableMatrix:
        """dz/dx = (I - z slopes^T) P / s, P = I where not centred: an oblique projector over s, but for p = 2."""
        n = len(x)
        bracket = eye(n) - ImmutableMatrix(self(x)) * ImmutableMatrix(self.slopes(x)).T
        centring = eye(n) - ImmutableMatrix(n, n, [Rational(1, n)] * n**2) if self.centred else eye(n)
        return ImmutableMatrix(bracket * centring / self.scale(x))

    def pull_back(self, x: Sequence[Any], delta: Sequence[Any]) -> Row:
        """Gradient by x of a loss of which `delta` is the gradient by z: P (delta - slopes <z, delta>) / s."""
        along, s = dot(self(x), _row(delta)), self.scale(x)
        back = self.centre([v - q * along for v, q in zip(delta, self.slopes(x), strict=True)])
        return tuple(v / s for v in back)


class LayerGradients(NamedTuple):
    """Gradients of a loss by weights (d,), inputs (d, n), bias, gamma and beta of a neuron."""

    w: Row
    A: ImmutableMatrix
    b: Expr
    gamma: Expr
    beta: Expr


@dataclass(frozen=True)
class Neuron:
    """A -> Y = gamma z + beta, z = N(w^T A + b), on inputs A of shape (d, n): n data as columns.

    Source: morwani20, Section 3.

    >>> neuron = Neuron(w=(4, 3), gamma=10, beta=1)
    >>> A = [[0, 0, 2, 2], [0, 2, 0, 2]]
    >>> neuron(A)
    (-13, -1, 3, 15)
    >>> neuron.equivalent(A)
    ((8, 6), -13)
    >>> neuron.gradients(A, [1, 0, 0, 0]).b
    0
    """

    w: Sequence[Any]
    b: Any = 0
    gamma: Any = 1
    beta: Any = 0
    normalisation: Normalisation = Normalisation()

    def preactivation(self, A: Sequence[Sequence[Any]]) -> Row:
        if len(self.w) != len(A):
            raise ValueError(f"{len(self.w)} weights for inputs of {len(A)} rows: wanted as many")
        return tuple(dot(_row(self.w), _row(column)) + self.b for column in zip(*A, strict=True))

    def __call__(self, A: Sequence[Sequence[Any]]) -> Row:
        return tuple(self.gamma * v + self.beta for v in self.normalisation(self.preactivation(A)))

    def gradients(self, A: Sequence[Sequence[Any]], delta: Sequence[Any]) -> LayerGradients:
        """By all parameters and by the inputs, where `delta`, shape (n,), is the gradient by Y. O(dn) operations.

        dL/dx = gamma J^T delta is the gradient by the preactivation x; dL/dw = A dL/dx, dL/dA = w (dL/dx)^T.
        """
        x = self.preactivation(A)
        back = tuple(self.gamma * v for v in self.normalisation.pull_back(x, delta))
        return LayerGradients(
            tuple(dot(_row(row), back) for row in A),
            ImmutableMatrix([[v * u for u in back] for v in _row(self.w)]),
            sum(back, sympify(0)),
            dot(self.normalisation(x), _row(delta)),
            sum(_row(delta), sympify(0)),
        )

    def equivalent(self, A: Sequence[Sequence[Any]]) -> tuple[Row, Expr]:
        """(w_eq, b_eq) with w_eq^T A + b_eq = Y on this batch: w_eq = gamma w / s, b_eq = gamma (b - mu) / s + beta."""
        x = self.preactivation(A)
        slope = self.gamma / self.normalisation.scale(x)
        mu = sum(x, sympify(0)) / len(x) if self.normalisation.centred else 0
        return tuple(slope * v for v in _row(self.w)), slope * (self.b - mu) + self.beta
