"""Lemma 4 without uniqueness: what symmetric weights do to signs of rows, products of entries, equal neurons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import arb
from sympy import Integer, Rational, Symbol, oo, symbols

from theory.claim import At, Claim, Locator, Twin, Verdict
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.expressions import grid
from theory.exact.rationals import ball, rational, to_fmpq, to_sympy
from theory.markov.residual import Rows, correlation, covariance, identity, signed_squares
from theory.notation import d, k
from theory.papers.daneshmand20 import DANESHMAND20, random_weights
from theory.papers.daneshmand20.chain.gram_matrix import rademacher
from theory.papers.daneshmand20.matrices import atoms, isotropic_laws, mean_of
from theory.papers.daneshmand20.random_weights import FOUR, SIGNS, SKEW, THREE, Weighted, mean_after, outcomes, width
from theory.term import each, every, number, one_if, places, size
from theory.term.matrices import inner
from theory.term.named import named

LEMMA_6 = Locator(DANESHMAND20, "Lemma 6")
RANK_ONE = ("M of rank one",)
UNIQUE = Locator(DANESHMAND20, "the hypothesis of Lemmas 4, 5, 10 and Theorem 14")
PAIRS = ((SIGNS, SIGNS), (SKEW, SIGNS), (THREE, THREE), (random_weights.SHIFTED, THREE), (FOUR, SIGNS), (SKEW, FOUR))
"""Laws of a diagonal weight and of the others, which are symmetric; all but SHIFTED have mean 0, all variance 1."""

ONES = ((1, 1), (1, 1))


@named(
    "E(M⁺₁₂|M⁺₁₂| : M = {0}, γ = {1})",
    r"\mathbb E_{{M={0},\gamma={1}}}M^+_{{12}}|M^+_{{12}}|",
    means="d = 2, fair signs W_ij",
)
def odd_mean_of_two(M: Any, gamma: Any) -> Any:
    """By all W."""
    return to_sympy(sum(signed_squares(covariance(M, W, rational(gamma)))[0][1] for W in rademacher(2)) / Fraction(16))


LEMMA_4 = Locator(DANESHMAND20, "Lemma 4")
OFF_DIAGONAL = "M⁺ after a layer at γ, off the diagonal by its signed squares v|v|"
s_i, s_j, v, together, alike = symbols("s_i s_j v F G", real=True)


def _below(p: Any, W: Any, M: Any, s: Any, bounds: Any, gamma: Any) -> Any:
    there = places(size(M))

    def below(Y: Any) -> Any:
        return every(lambda a: every(lambda b: (a == b) | (s[a] * s[b] * Y[a][b] <= bounds[a][b]), there), there)

    return number(mean_after(Weighted(p, W), M, rational(gamma), lambda Y: one_if(below(Y))))


@named("P_{2}(S M⁺ S ≤ {4})", r"P_{{{2}}}(SM^+S\le {4})", means=OFF_DIAGONAL)
def signed_below(p: Any, W: Any, M: Any, s: Any, bounds: Any, gamma: Any) -> Any:
    return _below(p, W, M, s, bounds, gamma)


def _signed_below(at: Mapping[str, Any]) -> Any:
    law, M, s, bounds = at["net"]
    p, W = outcomes(law)
    return signed_below(p, W, M, s, bounds, at["gamma"])


@named("P_{2}(M⁺ ≤ {3})", r"P_{{{2}}}(M^+\le {3})", means=OFF_DIAGONAL)
def below(p: Any, W: Any, M: Any, bounds: Any, gamma: Any) -> Any:
    return _below(p, W, M, each(lambda _: 1, M), bounds, gamma)


@named("E_{2} M⁺_{3}{4}|M⁺_{3}{4}|", r"\mathbb E_{{{2}}}M^+_{{{3}{4}}}|M^+_{{{3}{4}}}|")
def odd_mean(p: Any, W: Any, M: Any, i: Any, j: Any, gamma: Any) -> Any:
    return number(mean_after(Weighted(p, W), M, rational(gamma), lambda Y: Y[i][j]))


def _odd_from(at: Mapping[str, Any], M: Any) -> Any:
    return odd_mean(*outcomes(at["net"][0]), M, at["i"], at["j"], at["gamma"])


def _off_diagonal(at: Mapping[str, Any]) -> Any:
    """Whether i and j are two rows."""
    d = size(at["net"][1])
    return at["i"] < d and at["j"] < d and at["i"] != at["j"]


@Claim(
    "daneshmand20.uniqueness.sign-symmetry",
    source=LEMMA_4,
    status="corrected",
    says="off-diagonal weights symmetric: from SMS the law of M+ is that of S M+ S from M, P(M+ <= X in every place) "
    "for every X, and M_ij |M_ij|, an odd function, has s_i s_j times its mean. The diagonal weights may be skewed",
    predicts=(together, s_i * s_j * v),
    given=Given(
        {
            "net": random_weights.random_weights_with("M correlations, s signs, X bounds"),
            "gamma": Rationals(above=0),
            "i": Integers(0),
            "j": Integers(0),
        },
        lambda at: (
            _off_diagonal(at) and random_weights.no_row_vanishes(at["net"][0], at["net"][1], rational(at["gamma"]))
        ),
        "i != j; no row of H + gamma W H is 0",
        {
            "s_i": lambda at: at["net"][2][at["i"]],
            "s_j": lambda at: at["net"][2][at["j"]],
            "v": lambda at: _odd_from(at, at["net"][1]),
            "F": _signed_below,
            "G": lambda at: below(*outcomes(at["net"][0]), at["net"][1], at["net"][3], at["gamma"]),
        },
    ),
    uses=("daneshmand20.chain.equivariance",),
    twins=(
        Twin((together, v), "the sign of the start is forgotten"),
        Twin((together, Integer(0)), "E M_ij = 0 from every start"),
        Twin((alike, s_i * s_j * v), "the law is that from M"),
    ),
).literal(scope="all values of the weights, from SMS; d = 2, 3", most=60)
def sign_symmetry(at: At) -> tuple[Any, Any]:
    law, M, s, bounds = at.net
    start = random_weights.conjugate(s, M)
    return below(*outcomes(law), start, bounds, at.gamma), _odd_from(vars(at), start)


rho = Symbol("rho", real=True)


def _of_pair(number_: Any) -> random_weights.Laws:
    """Independent 2 x 2 weights, of one law on the diagonal and another off it."""
    diagonal, others = PAIRS[int(number_)]
    return (diagonal, others), (others, diagonal)


def _start_defined(at: Mapping[str, Any]) -> bool:
    """Whether no row vanishes in a layer of width two from M_12 = rho and from -rho."""
    start, strength = rational(at["rho"]), rational(at["gamma"])
    layers = [
        covariance(((1, x), (x, 1)), W, strength) for x in (start, -start) for W in outcomes(_of_pair(at["law"]))[1]
    ]
    return all(C[i][i] != 0 for C in layers for i in (0, 1))


@Claim(
    "daneshmand20.uniqueness.lemma-4",
    source=LEMMA_4,
    status="corrected",
    says="Lemma 4 without uniqueness: if diagonal signs leave the law of M_0 alone, then E M_12 = 0 after every layer; "
    "here d = 2, M_12 = rho and -rho with probability 1/2, one layer and two, six laws of the weights",
    hypotheses=("W_ij independent, symmetric for i != j", "no row of H + gamma W H is zero"),
    predicts=Integer(0),
    given=Given(
        {
            "rho": Rationals(least=-1, most=1),
            "gamma": Preceded(Rationals(above=0), (Rational(1, 3),)),
            "law": Integers(0, 5),
            "L": Integers(1, 2),
        },
        lambda at: (
            _start_defined(at)
            and (at["L"] == 1 or (int(at["law"]) < 2 and abs(at["rho"]) < 1 and at["gamma"] < Rational(1, 2)))
        ),
        "six laws of the weights, skewed or shifted on the diagonal in three; two layers for weights +-1 off it, gamma "
        "< 1/2",
    ),
    uses=("daneshmand20.uniqueness.sign-symmetry",),
    twins=(Twin(rho, "the start is remembered"), Twin(rho**2, "an even function of it")),
).literal(kind="certified", scope="all matrices of weights, both starts, M with its roots in balls", most=40)
def lemma_4(at: At) -> arb:
    return mean_entry(at.law, at.rho, at.gamma, at.L)


@named(
    "E M₁₂(H_{3})", r"\mathbb E\,M_{{12}}(H_{{{3}}})", means="H₀ of the correlation ρ or −ρ, with probability 1/2 each"
)
def mean_entry(pair: Any, rho: Any, gamma: Any, layers: Any) -> arb:
    law = tuple(zip(*outcomes(_of_pair(pair)), strict=True))
    start = to_fmpq(rational(rho))
    ends = (_mean_from(arb(sign * start), law, rational(gamma), int(layers)) / 2 for sign in (1, -1))
    return sum(ends, arb(0))


def _mean_from(correlation_: arb, law: Sequence[tuple[Fraction, Rows]], gamma: Fraction, layers: int) -> arb:
    """E M_12 after so many layers of width two from M_12 = `correlation_`."""
    if layers == 0:
        return correlation_
    total = arb(0)
    for share, W in law:
        A = [[arb(to_fmpq(int(i == j) + gamma * w)) for j, w in enumerate(row)] for i, row in enumerate(W)]
        M = correlation(covariance(((arb(1), correlation_), (correlation_, arb(1))), A, oo))
        total += ball(share) * _mean_from(M[0][1], law, gamma, layers - 1)
    return total


@Claim(
    "daneshmand20.uniqueness.any-start",
    source=LEMMA_4,
    status="reading",
    says="symmetric weights give E M_12 |M_12| = 0 after a layer from every start",
    predicts=Integer(0),
    given=Given(),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.uniqueness.sign-symmetry", "daneshmand20.uniqueness.frozen"),
    truth=Integer(1),  # gamma d = 2/3 < 1: no row of equal rows changes its sign
)
def any_start(at: At) -> object:
    return odd_mean_of_two(ONES, Rational(1, 3))


@named(
    "E M⁺₁₂M⁺₁₃M⁺₂₃",
    r"\mathbb E\,M^+_{12}M^+_{13}M^+_{23}",
    bare=True,
    means="M⁺ after a layer from M = I, fair signs W_ij, d = 3, γ = ∞",
)
def mean_of_triple() -> Rational:
    """By all 512 sign matrices, C = W W^T: every index occurs twice, so the roots cancel."""
    layers = [covariance(identity(3), W, oo) for W in rademacher(3)]
    return to_sympy(
        sum(Fraction(C[0][1] * C[0][2] * C[1][2], C[0][0] * C[1][1] * C[2][2]) for C in layers) / len(layers)
    )


@Claim(
    "daneshmand20.uniqueness.odd-triple",
    source=LEMMA_4,
    status="reading",
    says="by Lemma 4 every product of an odd number of entries has mean 0, E M_12 M_13 M_23 = 0 among them",
    predicts=Integer(0),
    over=grid(k=(3,)),
    given=Given({"k": Values(3)}),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.uniqueness.even-monomial",),
    truth=1 / k**2,
)
def odd_triple(at: At) -> object:
    return mean_of_triple()


@Claim(
    "daneshmand20.uniqueness.even-monomial",
    source=LEMMA_4,
    says="a product of entries in which every index occurs an even number of times need not vanish: for independent "
    "rows u with E u u^T = I/k, of unit length as after the first Gaussian layer at gamma = oo, and finitely many "
    "values, E M_12^2 = 1/k and E M_12 M_13 M_23 = 1/k^2",
    predicts=(1 / k, 1 / k**2),
    given=Given({"U": isotropic_laws()}, letters={"k": lambda at: number(size(atoms(at["U"])[0]))}),
    twins=(Twin((1 / k, Integer(0)), "a product of three entries is odd"),),
).literal(scope="all pairs and triples of rows", most=40)
def even_monomial(at: At) -> tuple[Any, Any]:
    def over(value: Callable[[Any], Any]) -> Any:
        return mean_of(at.U, value)

    pairs = over(lambda u: over(lambda v: inner(u, v) ** 2))
    triples = over(lambda u: over(lambda v: over(lambda w: inner(u, v) * inner(v, w) * inner(w, u))))
    return number(pairs), number(triples)


g = Symbol("gamma", positive=True)
OWN = sum((1 + e * g) ** 2 / ((1 + e * g) ** 2 + (d - 1) * g**2) for e in (1, -1)) / 2
OTHER = (1 - OWN) / (d - 1)


@named("E((M⁺_{2}{3})² : M = I)", r"\mathbb E_{{M=I}}(M^+_{{{2}{3}}})^2", means="M⁺ after a layer at γ")
def square_from_identity(p: Any, W: Any, i: Any, j: Any, gamma: Any) -> Any:
    """After a layer."""
    there = places(size(W[0]))
    start = each(lambda a: each(lambda b: one_if(a == b), there), there)

    def square(V: Any) -> Any:
        A = random_weights.with_skip(V, rational(gamma))
        own, both, other = (random_weights.form(A[a], start, A[b]) for a, b in ((i, i), (i, j), (j, j)))
        return both * both / (own * other)

    return number(inner(p, each(square, W)))


@Claim(
    "daneshmand20.uniqueness.exchangeable",
    source=LEMMA_4,
    over=grid(d=(2, 3, 4), gamma=(Rational(1, 2), Rational(1, 3), 2)),
    says="from M = I, where neurons are exchangeable, all E M_ij^2 (i != j) are equal, 2ab + (d-2) b^2 for weights "
    "+-1, with (a, b, .., b) the mean squares of a row of I + gamma W over its norm",
    predicts=2 * OWN * OTHER + (d - 2) * OTHER**2,
    given=Given(
        {"W": random_weights.random_signs(), "gamma": Rationals(above=0), "i": Integers(0), "j": Integers(0)},
        lambda at: at["i"] < width(at["W"]) and at["j"] < width(at["W"]) and at["i"] != at["j"],
        "i and j two of d rows",
        {"d": lambda at: number(width(at["W"]))},
    ),
    uses=("daneshmand20.chain.permutations",),
    twins=(Twin(1 / d, "isotropic rows, gamma = oo"),),
).literal(scope="all matrices of signs, d = 2, 3", most=20)
def exchangeable(at: At) -> Any:
    return square_from_identity(*outcomes(at.W), at.i, at.j, at.gamma)
