"""Scalars in which statements of every dimension are predicted, and random variables of which they are the moments.

A law gives the means of products of a few variables as symbols: every law at once, so every n and d. A row over a batch
of n data is a random variable, E the mean over the batch; x.w is one whatever the dimension d. BN recentres a variable
by E, then divides by the root of the mean of its square. E is linear: no more is used of a law.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sympy import Expr, Integer, Rational, Symbol, diff, sqrt, sympify

from theory.claim import Locator
from theory.papers.morwani20 import MORWANI20

t = Symbol("_t", real=True)
"""What derivatives are taken by: at t = 0."""

EVERY = "every law, n and d: BN by its definition, means of products as symbols"
OF_ANY_LAW = {
    "scope": EVERY,
    "argued": "BN, loss and steps depend on the data by means of products alone, which stay letters",
}


@dataclass(frozen=True)
class Variable:
    """sum of coefficients times the variables of a law, "1" the constant one."""

    law: Law
    parts: Mapping[str, Expr]

    def __add__(self, other: Variable | Any) -> Variable:
        added = other.parts if isinstance(other, Variable) else {"1": sympify(other)}
        names = {**self.parts, **added}
        return Variable(self.law, {name: self[name] + added.get(name, Integer(0)) for name in names})

    def __rmul__(self, factor: Any) -> Variable:
        return self.scaled(factor)

    def scaled(self, factor: Any) -> Variable:
        return Variable(self.law, {name: factor * part for name, part in self.parts.items()})

    def __sub__(self, other: Variable | Any) -> Variable:
        taken = other if isinstance(other, Variable) else Variable(self.law, {"1": sympify(other)})
        return self + taken.scaled(-1)

    def __getitem__(self, name: str) -> Expr:
        return self.parts.get(name, Integer(0))

    def mean(self) -> Expr:
        return self.times(Variable(self.law, {"1": Integer(1)}))

    def times(self, other: Variable) -> Expr:
        """The mean of the product."""
        products = [a * b * self.law.product(i, j) for i, a in self.parts.items() for j, b in other.parts.items()]
        return sum(products, Integer(0))

    def centred(self) -> Variable:
        """RC"""
        return self + Variable(self.law, {"1": -self.mean()})

    def normalised(self, epsilon: Any = 0) -> Variable:
        """BN: RC, then RS."""
        c = self.centred()
        return c.scaled(1 / sqrt((c.times(c) + epsilon).expand()))

    def slope(self) -> Variable:
        """The derivative by t, part by part."""
        return Variable(self.law, {name: diff(part, t).subs(t, 0) for name, part in self.parts.items()})


@dataclass(frozen=True)
class Law:
    """Means of products, by names such as "X Y" or, for the mean, "X"; in which order does not matter.

    >>> m, v = Symbol("m"), Symbol("v", positive=True)
    >>> law = Law({"X": m, "X X": v + m**2})
    >>> law["X"].normalised().parts["X"]
    1/sqrt(v)
    """

    moments: Mapping[str, Any]
    known: dict[frozenset[str], Expr] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        known = {frozenset(name.split()) if " " in name else frozenset((name, "1")): sympify(value)
                 for name, value in self.moments.items()}  # fmt: skip
        object.__setattr__(self, "known", {frozenset("1"): Integer(1), **known})

    def __getitem__(self, name: str) -> Variable:
        return Variable(self, {name: Integer(1)})

    def product(self, a: str, b: str) -> Expr:
        """E ab; KeyError where it is not given."""
        return self.known[frozenset((a, b))]


def mean_loss(y: Variable, gain: Any, x: Variable) -> Expr:
    """E(y - gain BN(x))^2/2"""
    off = y - gain * x.normalised()
    return off.times(off) / 2


def at_zero(f: Expr, *by: Symbol) -> Expr:
    """A derivative, at t = 0."""
    return diff(f, *by).subs(t, 0)


OLS = Locator(MORWANI20, "Section 2")
CAI = Locator(MORWANI20, "Section 2, 'the arguments of Cai et al. (2019)', whose text we do not hold")
MOMENTS = ("H = E x x^T positive definite, E x = 0", "g = E x y != 0", "w != 0")
REAL = ("gamma", "gv", "gw", "vw", "hvw", "hww", "uv")
"""Names of the scalars that may be below 0."""


def scalars(names: str) -> Any:
    """Symbols by their names, as by `sympy.symbols`, with what is known of their signs."""
    return tuple(Symbol(name, real=True) if name in REAL else Symbol(name, positive=True) for name in names.split())


SOME = {
    "gamma": Rational(2, 3), "sigma": Rational(5, 2), "gv": Rational(7, 4), "gw": Rational(3, 5), "vw": Rational(11, 7),
    "hvw": Rational(13, 6), "hww": Rational(25, 4), "uv": Rational(8, 9), "ww": Rational(17, 4), "uu": Rational(19, 9),
    "gg": Rational(23, 5), "hvv": Rational(29, 8), "U2": Rational(31, 3), "norm_w": Rational(37, 10),
    "eps": Rational(3, 7), "rate_gamma": Rational(4, 5), "c": Rational(9, 4),
}  # fmt: skip

OTHER = {name: 1 + 2 * value for name, value in SOME.items()} | {"gamma": Rational(-5, 4)}
OVER = (SOME, OTHER)
"""Points at which twins are told apart: the scalars are free, for a large enough d."""


def law(**known: Any) -> Law:
    """X = x.w, V = x.v, centred, and labels Y: their means of products are the scalars; some of them may be `known`."""
    gv, gw, hvw, hvv, sigma = scalars("gv gw hvw hvv sigma")
    own = {"X": 0, "V": 0, "Y": Symbol("my", real=True), "X X": sigma**2, "X V": hvw, "V V": hvv, "X Y": gw, "V Y": gv}
    return Law({**own, "Y Y": Symbol("yy", positive=True), **{name.replace("_", " "): v for name, v in known.items()}})
