"""Theorem 2: soft rank and r over the first layers, and the order of r at gamma = 1/10."""

from __future__ import annotations

from typing import Any

from sympy import Integer, Rational, sqrt

from theory.claim import At, Claim, Twin
from theory.domains.given import Given
from theory.domains.numbers import Rationals
from theory.exact.expressions import grid
from theory.notation import d
from theory.papers.daneshmand20.rank.setting import THEOREM_2
from theory.papers.daneshmand20.rank.spectra import above, correlation_sequences, effective, spectra
from theory.term import each, number, size, total


@Claim(
    "daneshmand20.rank.theorem-2-averages",
    source=THEOREM_2,
    status="reconstructed",
    says="(1/L) sum rank_tau(H_l) >= (1 - tau)^2 (1/L) sum r(H_l) over the first L layers of every chain, at every "
    "gamma, as over any H_0, .., H_(L-1): the first inequality of Theorem 2, path by path, without an invariant law",
    silent_on="the order sqrt(d) of the means of r (theorem-14, theorem-2-order)",
    given=Given(
        {"H": correlation_sequences(), "tau": Rationals(least=0, most=1)}, words="M_l = H_l H_l^T/N of each layer"
    ),
    relation=">=",
    predicts=Integer(0),
    uses=("daneshmand20.rank.lemma-1-soft",),
).literal(scope="any correlation matrices for layers, d = 2 to 10: eigenvalues above tau counted exactly", most=60)
def theorem_2(at: At) -> Any:
    gaps = each(lambda M, values: above(M, at.tau, values) - (1 - at.tau) ** 2 * effective(M), at.H, spectra(at.H))
    return number(total(gaps)) / number(size(at.H))


order = Claim(
    "daneshmand20.rank.theorem-2-order",
    source=THEOREM_2,
    status="measured",
    says="chains of full rank at gamma = 1/10 keep r above .8 sqrt(d) on average over depth, d = 4, 8, 16, 32: the "
    "order of eq. (5), with a constant that is measured (.85, .89, .90, .91)",
    tex=r"\tfrac1L\sum_\ell\mathbb E\,r(H_\ell)\ge.8\sqrt d\quad(\gamma=\tfrac1{10})",
    hypotheses=("Gaussian weights, rank X = d", "40 layers without skip, 100 at gamma = 1/10, mean over 100 more"),
    silent_on="a proof: it would need that alpha stays away from 1 as d grows",
    given=Given(words="chains of d = 4, 8, 16, 32 rows at gamma = 1/10"),
    left=r"\tfrac1L\sum_\ell\mathbb E\,r(H_\ell)",
    relation=">=",
    predicts=Rational(8, 10) * sqrt(d),
    over=grid(d=(4, 8, 16, 32)),
    uses=("daneshmand20.rank.theorem-14",),
    twins=(Twin(d / 2, "linear growth"),),
)
