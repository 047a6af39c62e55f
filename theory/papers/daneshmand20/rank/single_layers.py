"""Corollary 15 and Lemma 16: false readings of what an average over depth says of single layers."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Integer, Min, Symbol, sqrt, symbols

from theory.claim import At, Claim, Locator, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.notation import HALF
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.random_weights import image
from theory.papers.daneshmand20.rank.readings import rank_from
from theory.papers.daneshmand20.rank.setting import COROLLARY_15, LEMMA_16
from theory.papers.daneshmand20.rank.spectra import effective
from theory.term import each, larger, number, one_if, places, smallest
from theory.term.named import named

first, limit = Symbol("first", integer=True, nonnegative=True), Symbol("limit", integer=True, nonnegative=True)
base = Symbol("base", integer=True, nonnegative=True)


@Claim(
    "daneshmand20.rank.lemma-16-any-sequence",
    source=LEMMA_16,
    status="reading",
    says="the same without monotonicity: the least term of a bounded sequence of integers is at least the "
    "limit of its means, as for a, .., a, b, b, .. with the limit b",
    given=Given(
        {"first": Integers(0), "limit": Integers(0), "h": Integers(1)},
        words="a_l = first for l < h, and limit from there on",
    ),
    relation=">=",
    predicts=limit,
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.rank.corollary-15-corrected",),
    truth=Min(first, limit),
).literal(scope="the terms one by one")
def any_sequence(at: At) -> Any:
    terms = each(lambda l: one_if(l < at.h) * at.first + one_if(l >= at.h) * at.limit, places(at.h + 1))
    return number(smallest(terms))


@Claim(
    "daneshmand20.rank.lemma-16-strict",
    source=LEMMA_16,
    status="reading",
    says="a limit of at least b puts every term strictly above b: those of base + max(h - l, 0) above b = base",
    given=Given({"base": Integers(0), "h": Integers(0)}, words="a_l = base + max(h - l, 0), of the limit base"),
    silent_on="a limit strictly above b, which does put every term above b",
    relation=">",
    predicts=base,
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.rank.lemma-16",),
    truth=base - 1,  # integers that are at least b
).literal(scope="the terms one by one")
def strict(at: At) -> Any:
    return number(smallest(each(lambda l: at.base + larger(at.h - l, 0), places(at.h + 2))))


before = Symbol("before", integer=True, positive=True)


def _correlated(rho: Any) -> Any:
    return (1, rho), (rho, 1)


@named("rank_{1}(corr {0})", r"\mathrm{{rank}}_{{{1}}}(\mathrm{{corr}}{0})", means="(corr C)_ij = C_ij/√(C_ii C_jj)")
def rescaled_rank_from(C: Any, tau: Any) -> Expr:
    """As many eigenvalues from tau on as C - tau D has from 0 on, by Sylvester's law of inertia."""
    return rank_from(each(lambda row, i: each(lambda x, j: x - one_if(i == j) * tau * x, row, (0, 1)), C, (0, 1)), 0)


@Claim(
    "daneshmand20.rank.soft-rank-monotone",
    source=Locator(DANESHMAND20, "Corollary 15: 'Assuming that [rank_tau] is a monotonically no-increasing sequence'"),
    status="reading",
    says="the assumption of Corollary 15, that rank_tau does not increase from layer to layer, is met: also at "
    "d = 2, tau = 1/2, for the layers with gamma W = (0, 0; u, v)",
    silent_on="the corollary itself, which only assumes it; 0, u/gamma and v/gamma have to be in the support of the "
    "weights, as for Gaussian ones at any gamma",
    given=Given(
        {"rho": Rationals(least=-1, most=1), "u": Rationals(), "v": Rationals()},
        lambda at: at["u"] ** 2 + (1 + at["v"]) ** 2 + 2 * at["u"] * (1 + at["v"]) * at["rho"] > 0,
        "gamma W = (0, 0; u, v), no row of H + gamma W H zero",
        {"before": lambda at: rank_from(_correlated(at["rho"]), HALF)},
    ),
    relation="<=",
    predicts=before,
    expected=Verdict.REFUTED,
    truth=Integer(2),
).literal(scope="d = 2, eigenvalues counted exactly", most=300)
def monotone(at: At) -> Expr:
    return rescaled_rank_from(image(_correlated(at.rho), ((0, 0), (at.u, at.v)), 1), HALF)


tau, own_r = symbols("tau own_r", positive=True)


@Claim(
    "daneshmand20.rank.bound-at-every-layer",
    source=COROLLARY_15,
    status="reading",
    says="rank_tau >= (1 - tau)^2 lim (1/L) sum r at every single layer: also at d = 2, gamma -> 0, where the "
    "limit is sqrt(2), for X of full rank with any correlation",
    silent_on="the algebraic rank, which is rank X at every finite depth",
    given=Given(
        {"m": Integers(1), "q": Integers(1)},
        words="d = 2, layer 0 of correlation 1 - 1/m, tau = 1/q; E r = sqrt(2) by diffusion.arcsine-means",
        letters={
            "tau": lambda at: 1 / at["q"],
            "own_r": lambda at: effective(_correlated(1 - 1 / at["m"])),
        },
    ),
    relation=">=",
    predicts=(1 - tau) ** 2 * sqrt(2),
    uses=("daneshmand20.diffusion.arcsine-means",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.rank.lemma-1-soft",),
    truth=(1 - tau) ** 2 * own_r,  # r of that layer for the mean of r
).literal(scope="d = 2, eigenvalues counted exactly", most=100)
def every_layer(at: At) -> Expr:
    return rank_from(_correlated(1 - 1 / at.m), at.tau)
