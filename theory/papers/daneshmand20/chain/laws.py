"""Laws without a density, where rescaling may be undefined, and what invariance is."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

from sympy import Expr, Integer, Rational, gamma, symbols

from theory.claim import At, Claim, Locator, Twin, Verdict
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.numbers import Integers, Values
from theory.exact.expressions import grid
from theory.markov.residual import times
from theory.notation import L, d, t
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.chain.setting import rademacher
from theory.papers.daneshmand20.depths import letters
from theory.papers.daneshmand20.rank_one_chains import mean_over, rank_one_chains, through
from theory.term import number, size, whole
from theory.term.named import named

DEFINITION_1 = Locator(DANESHMAND20, "Definition 1")


DEFINITION_2 = Locator(DANESHMAND20, "Definition 2")


p = symbols("p", real=True)


ROW_ZERO = gamma(d + 1) / (2**d * gamma(d / 2 + 1) ** 2)


@Claim(
    "daneshmand20.chain.zero-rows",
    source=DEFINITION_1,
    says="with signs for weights and gamma = oo, d even, a row of WH is zero with probability C(d, d/2)/2^d from rank "
    "one, some row with 1 - (1 - that)^d; at d = 2 two layers from M = I end in 0/0 with probability 3/8",
    predicts=(ROW_ZERO, 1 - (1 - ROW_ZERO) ** d, Rational(3, 8)),
    over=grid(d=(2, 4)),
    given=Given(
        {"s": Batches(Integers(2, 10), constant=True)},
        lambda at: len(at["s"]) % 2 == 0 and set(at["s"]) <= {0, 1},
        "M of rank one with the signs (-1)^s, d even",
        {"d": lambda at: number(size(at["s"]))},
    ),
    twins=(Twin((Integer(0),) * 3, "a density in the weights: no row is zero"),),
).literal(scope="all rows of signs; matrices counted row by row; two layers by all pairs", most=10)
def zero_rows(at: At) -> tuple[Any, ...]:
    return row_zero(at.s), some_row_zero(at.s), undefined_in_two()


@named("P(⟨w, (−1)^{0}⟩ = 0)", r"P(\langle w,(-1)^{{{0}}}\rangle=0)", means="w a row of W, of fair signs")
def row_zero(s: Any) -> Rational:
    """The share of rows of signs that are orthogonal to (-1)^s."""
    signs = [1 - 2 * int(x) for x in s]
    rows = product((1, -1), repeat=len(s))
    return Rational(sum(sum(a * b for a, b in zip(row, signs, strict=True)) == 0 for row in rows), 2 ** len(s))


@named("P(W (−1)^{0} has an entry 0)", r"P(W(-1)^{{{0}}}\text{{ has an entry }}0)", means="w a row of W, of fair signs")
def some_row_zero(s: Any) -> Rational:
    """The share of matrices of signs of which some row is orthogonal to (-1)^s; rows are independent."""
    return 1 - (1 - row_zero(s)) ** len(s)


@named("P(V W has a row 0 at d = 2)", r"P(VW\text{{ has a row }}0\text{{ at }}d=2)", bare=True, means="V as W")
@cache
def undefined_in_two() -> Rational:
    """Of pairs of 2 x 2 matrices of signs; RS(W) = W at d = N = 2."""
    pairs = list(product(rademacher(2), repeat=2))
    return Rational(sum(any(not any(z) for z in times(V, W)) for V, W in pairs), len(pairs))


@Claim(
    "daneshmand20.chain.never-zero",
    source=DEFINITION_1,
    status="reading",
    says="the layer is defined almost surely for every symmetric law of unit variance, with a density or without one",
    predicts=Integer(0),
    given=Given({"d": Values(2, 4, 6, 8)}, words="weights +-1, gamma = oo, H = 1 of rank one"),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.chain.zero-rows",),
    truth=zero_rows.predicts[1],
).literal(scope="all rows of signs; matrices counted row by row")
def never_zero(at: At) -> Expr:
    return row_sum_zero(at.d)


@named("P(W 1 has an entry 0)", r"P(W1\text{{ has an entry }}0)", bare=True, means="W a d × d matrix of fair signs")
def row_sum_zero(d: Any) -> Expr:
    """The share of matrices of signs of which some row has the sum 0."""
    return some_row_zero((0,) * whole(d))


@Claim(
    "daneshmand20.chain.invariance",
    source=DEFINITION_2,
    status="reconstructed",
    says="on rank one, if each row changes its sign with probability p, whatever the signs, then E M_ij, i != j, "
    "becomes (1-2p)^2 times itself in a layer: (1-2p)^(2L) in L layers",
    hypotheses=(
        "rank one",
        "rows of W independent, of finitely many values, as likely to flip from any signs, as symmetric entries are",
        "no row of H + gamma W H is zero",
    ),
    silent_on="what happens off rank one; what follows of invariance, E_nu g(H+) = E_nu g(H): an invariant law has E "
    "M_12 = 0 unless p = 0 or 1 (note)",
    predicts=(1 - 2 * p) ** (2 * L) * t,
    over=grid(p=(0, Rational(1, 8), Rational(1, 3)), L=(1, 2), t=(Rational(1, 2), -1)),
    given=Given(
        {"net": rank_one_chains(), "i": Integers(0), "j": Integers(0)},
        lambda at: (
            at["i"] < through(at["net"]).letters["d"]
            and at["j"] < through(at["net"]).letters["d"]
            and at["i"] != at["j"]
        ),
        "t the mean of M_ij = s_i s_j of the start, i != j",
        {
            **letters(through, "Lp"),
            "t": lambda at: mean_over(through(at["net"]).first, lambda s: s[at["i"]] * s[at["j"]]),
        },
    ),
    twins=(Twin(t, "every law on rank one is invariant"),),
).literal(scope="L steps of the chain on rank one, by all matrices of weights", most=40)
def invariance(at: At) -> Any:
    return number(mean_over(through(at.net).last, lambda s: s[at.i] * s[at.j]))
