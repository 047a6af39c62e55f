"""Theorem 2 along real chains: soft rank and r over the first layers, and the order of r at gamma = 1/10."""

from __future__ import annotations

from functools import cache
from typing import Any

from flint import arb
from sympy import Integer, Rational, sqrt

from theory.claim import At, Claim, Compared, Predicted, Twin
from theory.domains.given import Given, described
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.certify import at_each_precision, precision
from theory.exact.expressions import grid
from theory.exact.rationals import rational, to_fmpq
from theory.markov import eigenvalues_above
from theory.markov.residual import Rows, correlation, covariance
from theory.notation import d
from theory.papers.daneshmand20.domains import Correlations, Entries, exact
from theory.papers.daneshmand20.one_step.setting import matrix
from theory.papers.daneshmand20.rank.setting import ROWS, THEOREM_2
from theory.papers.daneshmand20.rank.spectra import above, correlation_sequences, effective, spectra
from theory.term import each, number, size, total


def weights(size: int, number: int, layer: int) -> list[list[arb]]:
    """Whole numbers from -2 to 2 that follow no pattern of rows or columns: one W for each number and layer."""
    return [
        [arb((7 * i + 3 * j + i * j * (number + 1) + number * (2 * i + 1) + 5 * layer * (i + 2 * j + 1)) % 5 - 2)
         for j in range(size)]
        for i in range(size)
    ]  # fmt: skip


@at_each_precision
def along(M: Entries, number: int, strength: Rational, layers: int) -> tuple[Rows, ...]:
    """M of the layers 0, .., layers - 1, in balls."""
    found: list[Rows] = [[[arb(to_fmpq(x)) for x in row] for row in M]]
    gamma = arb(to_fmpq(rational(strength)))
    for layer in range(layers - 1):
        found.append(correlation(covariance(found[-1], weights(len(M), number, layer), gamma)))
    return tuple(found)


def count_above(M: Rows, bound: arb) -> int:
    """Eigenvalues above a bound, by the signs of the pivots of M - bound I (Sylvester).

    Raises
    ------
    ValueError : a pivot whose sign is not decided.
    """
    size = len(M)
    rest = [[M[i][j] - (bound if i == j else 0) for j in range(size)] for i in range(size)]
    count = 0
    for k in range(size):
        pivot = rest[k][k]
        if not (pivot > 0 or pivot < 0):
            raise ValueError(f"the sign of a pivot is not decided at {bound}")
        count += int(bool(pivot > 0))
        for i in range(k + 1, size):
            factor = rest[i][k] / pivot
            rest[i] = [x - factor * y for x, y in zip(rest[i], rest[k], strict=True)]
    return count


@cache
def is_full(M: Entries) -> bool:
    return bool(exact(M).det() != 0)


theorem_2 = Claim(
    "daneshmand20.rank.theorem-2-averages",
    source=THEOREM_2,
    status="reconstructed",
    says="(1/L) sum rank_tau(H_l) >= (1 - tau)^2 (1/L) sum r(H_l) over the first L layers of every chain, at every "
    "gamma, as over any H_0, .., H_(L-1): the first inequality of Theorem 2, path by path, without an invariant law",
    hypotheses=(*ROWS, "so of each H_l, as of the layers of a chain where no row of H_l + gamma W_l H_l is zero"),
    silent_on="the order sqrt(d) of the means of r (theorem-14, theorem-2-order)",
    given=Given(
        {"H": correlation_sequences(), "tau": Rationals(least=0, most=1)}, words="M_l = H_l H_l^T/N of each layer"
    ),
    relation=">=",
    predicts=Integer(0),
    over=({},),
    uses=("daneshmand20.rank.lemma-1-soft",),
    twins=(Twin(Integer(1), "a direction to spare"),),
)


@theorem_2.literal(
    scope="any correlation matrices for layers, d = 2 to 10: eigenvalues above tau counted exactly", most=60
)
def _averages(at: At) -> Any:
    gaps = each(lambda M, values: above(M, at.tau, values) - (1 - at.tau) ** 2 * effective(M), at.H, spectra(at.H))
    return number(total(gaps)) / number(size(at.H))


CHAINS = Given(
    {
        "M": Correlations(Integers(2, 4)),
        "number": Integers(0),
        "gamma": Values(Rational(2, 7), Rational(2, 9), Rational(3, 100)),
        "tau": Rationals(above=0, below=1),
        "L": Integers(1, 4),
    },
    lambda at: is_full(at["M"]),
    "M_0 = M of full rank; W_l whole numbers from -2 to 2, chosen by `number`, with which no row vanishes",
)


@theorem_2.certified(scope=f"60 chains in balls, eigenvalues counted by pivots: {CHAINS.words}")
def _of_chains(predicted: Predicted) -> Compared:
    for chosen in CHAINS.some(60):
        yield described(chosen), _of_chain(At(chosen)), predicted


def _of_chain(at: At) -> arb:
    with precision(30):
        found = along(at.M, int(at.number), at.gamma, int(at.L))
        bound = arb(to_fmpq(rational(at.tau)))
        gap = arb(eigenvalues_above(matrix(at.M), at.tau, strict=True))  # exactly, as a bound may be met at layer 0
        gap += sum((count_above(M, bound) for M in found[1:]), 0)
        for M in found:
            gap -= (1 - bound) ** 2 * len(M) ** 2 / sum((x * x for row in M for x in row), arb(0))
        return gap / int(at.L)


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
    twins=(Twin(d / 2, "T14.m3: linear growth"),),
)
