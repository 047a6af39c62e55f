"""Scalars in which statements of every dimension are predicted, and random variables of which they are the moments.

A law gives the means of products of a few variables as symbols: every law at once, so every n and d. A row over a batch
of n data is a random variable, E the mean over the batch; x.w is one whatever the dimension d. BN recentres a variable
by E, then divides by the root of the mean of its square. E is linear: no more is used of a law.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sympy import Expr, Rational, Symbol, diff, sqrt, sympify

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
class Law:
    """A law of a few variables, which are letters: the means of their products, by names such as "X Y" and "X".

    >>> m, v = Symbol("m"), Symbol("v", positive=True)
    >>> law = Law({"X": m, "X X": v + m**2})
    >>> law.bn(law["X"]).diff(law["X"])
    1/sqrt(v)
    """

    moments: Mapping[str, Any]

    def __getitem__(self, name: str) -> Symbol:
        return Symbol(f"~{name}", real=True)

    def mean(self, e: Any) -> Expr:
        """E of a polynomial of degree two in the variables; KeyError where a mean that it takes is not given."""
        known = {tuple(sorted(f"~{one}" for one in name.split())): value for name, value in self.moments.items()}
        letters = [letter for letter in sympify(e).free_symbols if letter.name.startswith("~")]
        zero = dict.fromkeys(letters, 0)
        found = sympify(e).subs(zero)
        for i, a in enumerate(letters):
            slope = diff(e, a)
            parts = [(slope.subs(zero), (a,)), *((diff(slope, b) / (1 + (a == b)), (a, b)) for b in letters[: i + 1])]
            found += sum(part * known[tuple(sorted(one.name for one in of))] for part, of in parts if part != 0)
        return found

    def bn(self, x: Any, epsilon: Any = 0) -> Expr:
        """RC, then RS."""
        c = x - self.mean(x)
        return c / sqrt((self.mean(c**2) + epsilon).expand())

    def loss(self, gain: Any, x: Any) -> Expr:
        """E(Y - gain BN(x))^2/2"""
        return self.mean((self["Y"] - gain * self.bn(x)) ** 2) / 2


def at_zero(f: Expr, *by: Symbol) -> Expr:
    """A derivative, at t = 0."""
    return diff(f, *by, simplify=False).subs(t, 0)


OLS = Locator(MORWANI20, "Section 2, critical points")
CAI = Locator(MORWANI20, "Section 2, 'the arguments of Cai et al. (2019)', whose text we do not hold")
ARORA = Locator(MORWANI20, "Section 1, 'the convergence rate for GD/SGD ... is unaffected by the learning rate used "
                "for scale-independent parameters'; the text of Arora et al. (2019) we do not hold")  # fmt: skip
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
