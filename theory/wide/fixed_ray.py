"""What a fixed ray is: figures to any number of digits, a Gram matrix, a face in a notebook; and its absence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from operator import index
from typing import Any, Literal, overload

from flint import arb, arb_mat, fmpq
from sympy import Expr, ImmutableMatrix, Integer, latex

from theory.exact.certify import Isolation, UnprovedError, decimal, precision
from theory.exact.rationals import afford

MAX_DIGITS = 10_000
WORKING = 3 * MAX_DIGITS
"""Digits of a value that others go on computing with, such as spectra, where roots halve them."""
MAX_ENTRIES = 10**6
SYMBOLS = {
    "n": "n^*",
    "norm_ratio": r"|x_o|/|x_c|",
    "cos_outlier_cluster": r"\cos(x_o, x_c)",
    "cos_outliers": r"\cos(x_o, x_{o'})",
    "cos_cluster": r"\cos(x_c, x_{c'})",
    "multiplier": r"\mu",
}
"""The figures in TeX."""


class NoFixedPoint(ValueError):  # noqa: N818, an answer more than an error
    """There is no such fixed point.

    Attributes
    ----------
    reason : a sentence that says why.
    certificate : the isolation that proves it, where there is one.
    """

    def __init__(self, reason: str, certificate: Isolation | None = None) -> None:
        super().__init__(reason)
        self.reason, self.certificate = reason, certificate


@dataclass(frozen=True)
class FixedPoint:
    """A ray G that one layer maps to multiplier * G, with |x_c| = 1 for a point of the larger cluster.

    Attributes
    ----------
    kind : symmetric, outlier, broken, saddle, escaped or saddle-node.
    n : batch size; None for an infinite batch, and for a saddle-node, whose n is the real number `value("n", digits)`.
    k : number of escaped points, the first ones of `gram()`; 0 for symmetric points.
    components : parts of the layer.
    evidence : "exact ..." or "certified ...", in words.
    norm_ratio, cos_outlier_cluster, cos_outliers, cos_cluster, multiplier : exact, where the point has a closed form;
        otherwise AttributeError: ask `value`.
    """

    kind: str
    n: int | None
    k: int
    components: tuple[str, ...]
    evidence: str
    _exact: Mapping[str, Expr] = field(repr=False, compare=False)
    _balls: Callable[[int], Mapping[str, arb]] = field(repr=False, compare=False)
    _branch: int = field(default=0, repr=False)  # of the two points with the same k: the more broken one is 0

    @property
    def is_exact(self) -> bool:
        """Whether the figures are closed forms."""
        return bool(self._exact)

    @property
    def names(self) -> tuple[str, ...]:
        """What `figures` lists."""
        extra = (("n",) if self.kind == "saddle-node" else ()) + (("cos_outliers",) if self.k > 1 else ())
        return (*extra, "cos_outlier_cluster", "cos_cluster", "norm_ratio", "multiplier")

    def __getattr__(self, name: str) -> Expr:
        if name.startswith("_") or name not in SYMBOLS:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        if name in self._exact:
            return self._exact[name]
        raise AttributeError(f"{name} of the {self.kind} point has no closed form; ask value({name!r}, digits)")

    def value(self, name: str, digits: int = 20) -> arb:
        """A ball of relative radius below 10^-digits around one figure: those of `names`; certified points also have
        "rho", the correlation inside the cluster after centring, and "s" for k = 1.

        >>> from theory.wide.fixed_points import broken
        >>> print(broken(10).value("s", 20).str(15, radius=False))
        0.0592996717350962
        """
        return self._value(name, whole("digits", digits, 1, WORKING))

    def _value(self, name: str, digits: int) -> arb:
        work = digits + 10
        while work < 4 * digits + 1000:
            balls = self._balls(work)
            if name not in balls:
                raise ValueError(f"no figure {name!r}; the {self.kind} point has {', '.join(balls)}")
            with precision(work):
                if balls[name].rad() * arb(10) ** digits <= abs(balls[name]):
                    return balls[name]
            work += work // 4 + 20
        raise UnprovedError(f"{name}: {digits} digits were not reached; got {balls[name].str(8)}")

    def figures(self, digits: int = 20) -> dict[str, str]:
        """Decimal strings of the numbers, every printed digit correct.

        >>> from theory.wide.fixed_points import broken
        >>> broken(10).figures(12)["norm_ratio"]
        '7.41199700407'
        """
        return {name: self._decimal(name, whole("digits", digits, 1, MAX_DIGITS)) for name in self.names}

    def fractions(self) -> dict[str, str]:
        """Those of them that are known to be rational, as p/q.

        >>> from theory.wide.fixed_points import outlier
        >>> outlier(5).fractions()["multiplier"]
        '17/25'
        """
        exact = {name: self._exact[name] for name in self.names if name in self._exact}
        return {name: str(number) for name, number in exact.items() if number.is_Rational}

    def _decimal(self, name: str, digits: int) -> str:
        if name in self._exact and (number := self._exact[name]).is_Rational:
            return decimal(fmpq(int(number.p), int(number.q)), digits)
        for more in (5, 20, 80):  # the number may lie close to a border of rounding
            ball = self._value(name, digits + more)
            with suppress(ValueError):
                return decimal(ball, digits)
        return decimal(self._value(name, digits + 320), digits)

    def radius(self, digits: int = 20) -> str:
        """Upper bound on the radius of the balls behind `figures(digits)`, "0" for closed forms."""
        if self.is_exact:
            return "0"
        with precision(15):
            widest = max((self._value(name, digits + 5).rad() for name in self.names), key=lambda rad: rad.mid())
            return f"1e{(widest.log() / arb(10).log()).upper().ceil().unique_fmpz()}"

    @overload
    def gram(self, as_: Literal["exact"] = "exact", digits: int = 20) -> ImmutableMatrix: ...
    @overload
    def gram(self, as_: Literal["ball"], digits: int = 20) -> arb_mat: ...
    @overload
    def gram(self, as_: Literal["float"], digits: int = 20) -> tuple[tuple[float, ...], ...]: ...
    def gram(self, as_: str = "exact", digits: int = 20) -> Any:
        """The Gram matrix, shape (n, n), the escaped points first.

        Parameters
        ----------
        as_ : "exact", a SymPy matrix (closed forms only); "ball", an `arb_mat` of relative radii below 10^-digits;
            "float", a tuple of rows of nearest floats.

        >>> from theory.wide.fixed_points import broken
        >>> [[round(entry, 3) for entry in row[:3]] for row in broken(7).gram("float")[:2]]
        [[14.817, 0.253, 0.253], [0.253, 1.0, 0.479]]
        """
        if self.n is None:
            raise ValueError(f"a Gram matrix needs a batch of finite size; this {self.kind} point has none")
        afford(self.n**2, MAX_ENTRIES, f"n = {self.n}: the Gram matrix has {{cost}} entries")
        if as_ == "exact":
            if not self.is_exact:
                raise ValueError(f"the {self.kind} point has no closed form: gram('ball', digits) or gram('float')")
            number: Callable[[str], Any] = self._exact.__getitem__
            one, matrix = Integer(1), ImmutableMatrix
        elif as_ == "ball":
            number, one, matrix = partial(self._value, digits=digits + 2), arb(1), arb_mat
        elif as_ == "float":
            number, one, matrix = (lambda name: float(self._decimal(name, 25))), 1.0, _rows
        else:
            raise ValueError(f"gram as {as_!r}: wanted exact, ball or float")
        with precision(digits + 10):
            ratio, across, inner = map(number, ("norm_ratio", "cos_outlier_cluster", "cos_cluster"))
            outer = number("cos_outliers") if self.k > 1 else one
            return matrix(_two_clusters(self.n, max(self.k, 1), one, ratio, across, outer, inner))

    def _repr_latex_(self) -> str:
        shown = {name: latex(self._exact[name]) for name in self.names} if self.is_exact else self.figures(15)
        lines = r" \\ ".join(f"{SYMBOLS[name]} &= {shown[name]}" for name in self.names)
        return rf"$\begin{{aligned}}{lines}\end{{aligned}}$"


def _two_clusters(n: int, k: int, one: Any, ratio: Any, across: Any, outer: Any, inner: Any) -> list[list[Any]]:
    def entry(i: int, j: int) -> Any:
        if (i < k) != (j < k):
            return ratio * across
        return (ratio * ratio if i < k else one) * (one if i == j else outer if i < k else inner)

    return [[entry(i, j) for j in range(n)] for i in range(n)]


def _rows(entries: list[list[float]]) -> tuple[tuple[float, ...], ...]:
    return tuple(map(tuple, entries))


def whole(name: str, value: Any, low: int, high: int) -> int:
    try:
        number = index(value)
    except TypeError:
        raise ValueError(f"{name} = {value!r}: wanted a whole number") from None
    if isinstance(value, bool) or not low <= number <= high:
        raise ValueError(f"{name} = {value!r}: wanted a whole number from {low:,} to {high:,}")
    return number
