"""The regularity constant E Tr diag(M^2)^2 / E Tr M^3 is at most 1, and where it is 1."""

from __future__ import annotations

from typing import Any

from sympy import Integer, Rational, symbols

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin
from theory.domains.given import Given
from theory.domains.matrices import Correlations, symmetric_matrices
from theory.domains.numbers import Integers, Rationals
from theory.markov.blocks import Blocks
from theory.notation import d
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.regularity.setting import (
    block_and_simplex,
    cubes,
    equal_correlations,
    first_excess,
    of_blocks,
    rho,
    row_excess,
    spread,
    squared_rows,
    two_blocks,
)
from theory.term import constant, size
from theory.term.named import named

DEFINITION_3 = Locator(DANESHMAND20, "Definition 3 (its formula is missing from the text we hold)")
a, b, c = symbols("a b c", real=True)  # entries of M
p, q = symbols("p q", integer=True, positive=True)  # sizes of blocks


@named(
    "M",
    shape=lambda *_: (constant(3), constant(3)),
    means="M(a, b, c) symmetric, of unit diagonal, M₁₂ = a, M₁₃ = b, M₂₃ = c",
)
def _three_rows(a: Any, b: Any, c: Any) -> Any:
    return (1, a, b), (a, 1, c), (b, c, 1)


@Claim(
    "daneshmand20.regularity.row-identity",
    source=DEFINITION_3,
    says="d = 3, the row with entries 1, a, b: (M^3)_11 - ((M^2)_11)^2 is "
    "a^2 (1 - a^2) + b^2 (1 - b^2) + 2 a b (c - a b)",
    silent_on="its sign (at-most-one)",
    given=Given({name: Rationals(least=-1, most=1) for name in "abc"}),
    predicts=a**2 * (1 - a**2) + b**2 * (1 - b**2) + 2 * a * b * (c - a * b),
    decided_to=1,
).literal(symbols=True)
def row_identity(at: At) -> object:
    return first_excess(_three_rows(at.a, at.b, at.c))


@Claim(
    "daneshmand20.regularity.at-most-one",
    source=DEFINITION_3,
    says="(M^3)_ii >= ((M^2)_ii)^2 for every row i of a correlation matrix",
    silent_on="what follows (note): Tr diag(M^2)^2 <= Tr M^3, and alpha <= 1 for every law of M",
    relation=">=",
    predicts=Integer(0),
    decided_to=3,
    given=Given({"M": Correlations(), "i": Integers(0)}, lambda at: at["i"] < size(at["M"]), "row i of M"),
    uses=("daneshmand20.regularity.row-identity",),
    twins=(Twin(Rational(1, 100), "never attained"),),
)
def at_most_one(at: At) -> object:
    return row_excess(at.M, at.i)


@Claim(
    "daneshmand20.regularity.lower-sandwich",
    source=DEFINITION_3,
    says="for two blocks of ones, of sizes p and q, Tr diag(M^2)^2 - |M|_F^4/d is p q (p - q)^2/(p + q)",
    silent_on="what it is an example of: that |M|_F^4/d <= Tr diag(M^2)^2 (unequal-rows) is strict where rows of M "
    "have unequal norms",
    predicts=p * q * (p - q) ** 2 / (p + q),
    given=Given({"p": Integers(1), "q": Integers(1)}),
    twins=(Twin(Integer(0), "equality for unequal rows as well"),),
).literal(most=100)
def lower(at: At) -> object:
    return spread(two_blocks(at.p, at.q))


@Claim(
    "daneshmand20.regularity.unequal-rows",
    source=DEFINITION_3,
    says="|M|_F^4/d <= Tr diag(M^2)^2 for every symmetric M",
    relation=">=",
    predicts=Integer(0),
    decided_to=3,
    given=Given({"M": symmetric_matrices()}),
    twins=(Twin(Rational(1, 100), "never attained"),),
)
def unequal_rows(at: At) -> object:
    return spread(at.M)


@lower.exact(
    scope="every p and q: powers of M, equal terms of sums taken together",
    argued="all rows of a block are alike, so that sums over indices are sums over two blocks",
)
def _two_blocks(predicted: Predicted) -> Compared:
    F, _, D = of_blocks(Blocks((p, q), (1, 1), ((1, 0), (0, 1))))
    yield "ones(p) + ones(q)", D - F**2 / (p + q), predicted


@Claim(
    "daneshmand20.regularity.upper-sandwich",
    source=DEFINITION_3,
    says="for equal correlations rho Tr M^3 - Tr diag(M^2)^2 is d (d-1) rho^2 (1-rho) (1 + (d-1) rho)",
    silent_on="its zeros, which are those of the factors: I, the ones and the simplex (Mercedes) frame rho = -1/(d-1)",
    predicts=d * (d - 1) * rho**2 * (1 - rho) * (1 + (d - 1) * rho),
    given=Given(
        {"d": Integers(2), "rho": Rationals(least=-1, most=1)},
        lambda at: 1 + (at["d"] - 1) * at["rho"] >= 0,
        "rho >= -1/(d-1)",
    ),
    uses=("daneshmand20.regularity.row-identity",),
    twins=(Twin(d * (d - 1) * rho**2 * (1 - rho**2), "the gap of d = 2 at every d"),),
).literal(most=100)
def upper(at: At) -> object:
    M = equal_correlations(at.rho, at.d)
    return cubes(M) - squared_rows(M)


@upper.exact(
    scope="every d and rho: powers of M, equal terms of sums taken together",
    argued="M is a multiple of the identity and of 11^T, of which powers are known",
)
def _equal_correlations(predicted: Predicted) -> Compared:
    _, T, D = of_blocks(Blocks((d,), (1,), ((rho,),)))
    yield "(1 - rho) I + rho 11^T", T - D, predicted


@Claim(
    "daneshmand20.regularity.equality-cases",
    source=DEFINITION_3,
    says="a block of p equal rows beside a simplex frame of q rows (Gram matrix (q I - 11^T)/(q-1)) has Tr M^3 = Tr "
    "diag(M^2)^2 = p^3 + q^3/(q-1)^2, so alpha = 1",
    silent_on="other direct sums of tight frames (note)",
    predicts=(p**3 + q**3 / (q - 1) ** 2, p**3 + q**3 / (q - 1) ** 2),
    given=Given({"p": Integers(1), "q": Integers(2)}),
    uses=("daneshmand20.regularity.row-identity",),
    twins=(Twin((p**3 + q, p**3 + q), "the frame counted as the identity"),),
).literal(most=100)
def equality(at: At) -> object:
    M = block_and_simplex(at.p, at.q)
    return cubes(M), squared_rows(M)


@equality.exact(
    scope="every p and q: powers of M, equal terms of sums taken together",
    argued="a block and a frame have powers in closed form",
)
def _two_frames(predicted: Predicted) -> Compared:
    _, T, D = of_blocks(Blocks((p, q), (1, 1), ((1, 0), (0, -1 / (q - 1)))))
    yield "ones(p) + simplex(q)", (T, D), predicted
