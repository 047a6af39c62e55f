"""Lemma 1, part 1: r(H), between 1 and the rank."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import Integer, Rational, Symbol, symbols

from theory.claim import At, Claim, Twin
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.numbers import Integers
from theory.exact.expressions import grid
from theory.papers.daneshmand20.data import effective_rank_of
from theory.papers.daneshmand20.matrices import data_sets, orthonormal_rows
from theory.papers.daneshmand20.rank.setting import ANY, EQUATION_4, LEMMA_1, NOT_BELOW, p, q, s, t
from theory.papers.daneshmand20.rank.spectra import effective
from theory.term import each, every, number, places, size, some, total
from theory.term.matrices import inner, rank, trace, width

x, y, z = symbols("x y z", positive=True)  # eigenvalues
kept = Symbol("r", positive=True)


pairs_apart, squared, trace_, count_ = (Symbol(name, nonnegative=True) for name in ("D", "S", "T", "k"))


def of_spectrum(at: Mapping[str, Any]) -> Any:
    """M = sum_a lambda_a u_a u_a^T."""
    there = places(width(at["u"]))
    return each(
        lambda i: each(
            lambda j: total(each(lambda value, u: number(value * u[i] * u[j]), at["lambda"], at["u"])), there
        ),
        there,
    )


@Claim(
    "daneshmand20.rank.lemma-1-rank",
    source=LEMMA_1,
    status="reconstructed",
    says="for M with the non-zero eigenvalues lambda_1, .., lambda_k the gap rank H - r(H) is the sum of (lambda_a - "
    "lambda_b)^2 over pairs a < b, over the sum of lambda_a^2: rank H = r(H) iff they are equal",
    hypotheses=("M = H H^T/N != 0, of the rank of H",),
    silent_on="rows of H of unequal norm, which do not matter here",
    predicts=pairs_apart / squared,
    given=Given(
        {"u": orthonormal_rows(), "lambda": Batches(Integers(1), constant=True)},
        lambda at: size(at["u"]) == size(at["lambda"]) and every(lambda value: value > 0, at["lambda"]),
        "as many lambda_a > 0 as rows; T is their sum, k their number",
        {
            "D": lambda at: (
                number(
                    total(
                        each(lambda a: total(each(lambda b: (a - b) ** 2, at["lambda"])), at["lambda"]),
                    )
                )
                / 2
            ),
            "S": lambda at: number(total(each(lambda a: a**2, at["lambda"]))),
            "T": lambda at: number(total(at["lambda"])),
            "k": lambda at: number(size(at["lambda"])),
        },
    ),
    twins=(Twin(count_ - trace_, "r without squares, Tr(M)^2/Tr(M)"),),
).literal(scope="the rank by elimination, r by entries", most=60)
def rank_gap(at: At) -> Any:
    M = of_spectrum(vars(at))
    return number(rank(M)) - trace(M) ** 2 / total(each(lambda row: inner(row, row), M))


@Claim(
    "daneshmand20.rank.at-least-one",
    source=EQUATION_4,
    says="r(H) >= 1 for every H != 0",
    predicts=Integer(1),
    relation=">=",
    over=({},),
    given=Given({"H": data_sets()}),
)
def lower(at: At) -> Any:
    return effective_rank_of(at.H)


@Claim(
    "daneshmand20.rank.lemma-1-bound",
    source=LEMMA_1,
    status="reconstructed",
    says="rank H >= r(H) for every H != 0",
    silent_on="rows of H of unequal norm, which do not matter here",
    predicts=Symbol("r", positive=True),
    relation=">=",
    given=Given({"H": data_sets()}, letters={"r": lambda at: effective_rank_of(at["H"])}),
    twins=(Twin(Symbol("r", positive=True) ** 2, "the square of r"),),
).literal(scope="the rank by elimination")
def bound(at: At) -> Any:
    return number(rank(at.H))


@Claim(
    "daneshmand20.rank.pairs-of-eigenvalues",
    source=EQUATION_4,
    says="r(H) - 1 = 2 e_2(lambda)/|M|_F^2, e_2 the sum over pairs of eigenvalues of M: here for d = 3 and eigenvalues "
    "x, y, z, where it is 2 (x y + y z + z x)/(x^2 + y^2 + z^2)",
    predicts=2 * (x * y + y * z + z * x) / (x**2 + y**2 + z**2),
    decided_to=1,
    over=grid(x=(1, 2), y=(1, 3), z=(2, 5)),
    given=Given(
        {"x": NOT_BELOW, "y": NOT_BELOW, "z": NOT_BELOW},
        lambda at: some(lambda x: x != 0, (at["x"], at["y"], at["z"])),
        "not all 0",
    ),
    twins=(Twin((x * y + y * z + z * x) / (x**2 + y**2 + z**2), "each pair once"),),
).literal(scope="d = 3, M rotated")
def pairs(at: At) -> Any:
    """Q diag(x, y, z) Q, Q the reflection at the plane normal to (1, 2, 3)."""
    Q = [[number(Rational(int(i == j)) - Rational((i + 1) * (j + 1), 7)) for j in range(3)] for i in range(3)]
    values = (at.x, at.y, at.z)
    return effective([[sum(a * v * b for a, v, b in zip(p, values, q, strict=True)) for q in Q] for p in Q]) - 1


def turned(a: Any, b: Any) -> tuple[Any, Any]:
    """(a, b) Q, Q = (3, -4; -4, -3)/5."""
    return (3 * a - 4 * b) / 5, (-4 * a - 3 * b) / 5


@Claim(
    "daneshmand20.rank.invariances",
    source=EQUATION_4,
    says="d = N = 2: r does not change under H -> 7 H, H^T, H Q, Q H and changes of order and sign of rows, Q an "
    "orthogonal matrix",
    silent_on="other factors, orthogonal matrices and sizes (note); the soft rank, which scaling does change",
    predicts=(kept,) * 5,
    given=Given(
        {"p": ANY, "q": ANY, "s": ANY, "t": ANY},
        lambda at: some(lambda x: x != 0, (at["p"], at["q"], at["s"], at["t"])),
        "not all 0",
        {"r": lambda at: number(effective_rank_of(((at["p"], at["q"]), (at["s"], at["t"]))))},
    ),
    twins=(
        Twin(
            ((p**2 + q**2 + s**2 + t**2) ** 2 / ((p**2 + q**2) ** 2 + (s**2 + t**2) ** 2),) * 5,
            "the off-diagonal forgotten",
        ),
    ),
).literal(scope="d = N = 2")
def invariance(at: At) -> Any:
    p, q, s, t = at.p, at.q, at.s, at.t
    mixed = tuple(zip(turned(p, s), turned(q, t), strict=True))
    moved = ((7 * p, 7 * q), (7 * s, 7 * t)), ((p, s), (q, t)), (turned(p, q), turned(s, t)), mixed, ((-s, -t), (p, q))
    return tuple(number(effective_rank_of(H)) for H in moved)
