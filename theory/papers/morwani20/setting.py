"""Scalars in which statements of every dimension d are predicted, and their values for generic or rational H, u, w."""

from __future__ import annotations

from typing import Any

from sympy import Expr, ImmutableMatrix, Rational, Symbol, sqrt

from theory.claim import Locator
from theory.least_squares.problem import Generic, Problem, dot
from theory.papers.morwani20 import MORWANI20
from theory.papers.morwani20.law import Law

OLS = Locator(MORWANI20, "Section 2")
CAI = Locator(MORWANI20, "Section 2, 'the arguments of Cai et al. (2019)', whose text we do not hold")
MOMENTS = ("H = E x x^T positive definite, E x = 0", "g = E x y != 0", "w != 0")
gamma, sigma = Generic.gamma, Generic.sigma
gv, gw, vw, hvw, hww = (Symbol(name, real=True) for name in ("gv", "gw", "vw", "hvw", "hww"))
uv = Symbol("uv", real=True)
ww, uu, gg, hvv, U2, norm_w = (Symbol(name, positive=True) for name in ("ww", "uu", "gg", "hvv", "U2", "norm_w"))
eps, rate_gamma, c = (Symbol(name, positive=True) for name in ("eps", "rate_gamma", "c"))


SOME = {
    "gamma": Rational(2, 3), "sigma": Rational(5, 2), "gv": Rational(7, 4), "gw": Rational(3, 5), "vw": Rational(11, 7),
    "hvw": Rational(13, 6), "hww": Rational(25, 4), "uv": Rational(8, 9), "ww": Rational(17, 4), "uu": Rational(19, 9),
    "gg": Rational(23, 5), "hvv": Rational(29, 8), "U2": Rational(31, 3), "norm_w": Rational(37, 10),
    "eps": Rational(3, 7), "rate_gamma": Rational(4, 5), "c": Rational(9, 4),
}  # fmt: skip


OTHER = {name: 1 + 2 * value for name, value in SOME.items()} | {"gamma": Rational(-5, 4)}
OVER = (SOME, OTHER)
"""Points at which twins are told apart: the scalars are free, for a large enough d."""


UP_TO_ROTATION = (Generic(2), Generic(3, diagonal=True))
"""With H diagonal for d = 3: x -> Rx, w -> Rw with an orthogonal R changes nothing."""


def scalars(problem: Problem, w: ImmutableMatrix, v: ImmutableMatrix) -> dict[Symbol, Expr]:
    """The scalars that have no value of their own: inner products of w, v, u, g, some of them in H."""
    H, g, u = problem.H, problem.g, problem.u
    return {
        gv: dot(g, v), gw: dot(g, w), vw: dot(v, w), hvw: dot(v, H * w), hww: dot(w, H * w), uv: dot(u, v),
        ww: dot(w, w), uu: dot(u, u), gg: dot(g, g), hvv: dot(v, H * v), U2: problem.square, norm_w: sqrt(dot(w, w)),
    }  # fmt: skip


def gradient(generic: Generic) -> ImmutableMatrix:
    """grad_w of the halved loss, by differentiation of gamma^2/2 - gamma w.g/sigma; not reduced."""
    units = ImmutableMatrix.eye(generic.d)
    return ImmutableMatrix([generic.along(generic.loss, units[:, i]) for i in range(generic.d)])


LABELS = (1, 3, -2, 5, 4)
"""Labels of five data."""


def law(**known: Any) -> Law:
    """X = x.w, V = x.v, centred, and labels Y: their means of products are the scalars; some of them may be `known`."""
    own = {"X": 0, "V": 0, "Y": Symbol("my", real=True), "X X": sigma**2, "X V": hvw, "V V": hvv, "X Y": gw, "V Y": gv}
    return Law({**own, "Y Y": Symbol("yy", positive=True), **{name.replace("_", " "): v for name, v in known.items()}})
