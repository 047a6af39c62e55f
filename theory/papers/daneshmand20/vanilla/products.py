"""What Lemmas 3 and 18 conclude, with a rate: products of random matrices approach rank one in the mean.

The angle between any two data shrinks in the mean, by a factor a layer where one layer shrinks it so for any two
directions. At d = 2 one direction is enough: sin(Yu, Yv)/sin(u, v) is the root of |det Y|/|Y u|^2 times the same of v.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

from flint import arb, fmpq
from sympy import Integer, Rational, Symbol, binomial, gamma

from theory.choices import greater, proved
from theory.claim import At, Claim, Twin
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.matrices import Square, entry
from theory.domains.numbers import Choose, Integers, Values
from theory.exact.certify import precision, upper_end
from theory.exact.expressions import grid
from theory.exact.rationals import rational, to_fmpq, to_sympy
from theory.notation import L, d
from theory.papers.daneshmand20.depths import Ends, letters, on_networks
from theory.papers.daneshmand20.layers import exact
from theory.papers.daneshmand20.matrices import ONE_ON, is_matrix, made, not_zero
from theory.papers.daneshmand20.vanilla.exponents import GINIBRE, LEMMA_3, LEMMA_18
from theory.term import Shape, Vec, all_rows, each, every, number, places, root, total, variable
from theory.term.matrices import determinant, inner
from theory.term.named import named

Entries = tuple[fmpq, fmpq, fmpq, fmpq]
Weights = tuple[tuple[Fraction, Fraction], ...]
"""A finite law of weights: values and their probabilities."""
Pair = tuple[tuple[tuple[int, int, int, int], Fraction], ...]
"""A finite law of 2 x 2 matrices: entries by rows and probabilities."""


def _two(a: str, b: str) -> Weights:
    """Mean 0 and variance 1 on two values a > 0 > b, a b = -1."""
    high, low = Fraction(a), Fraction(b)
    return ((high, -low / (high - low)), (low, high / (high - low)))


LAWS: dict[str, Weights] = {
    "±1": _two("1", "-1"),
    "(2, −1/2)": _two("2", "-1/2"),
    "(3, −1/3)": _two("3", "-1/3"),
    "(1/2, −2)": _two("1/2", "-2"),
    "(3/2, −2/3)": _two("3/2", "-2/3"),
    "(0, ±2)": ((Fraction(-2), Fraction(1, 8)), (Fraction(0), Fraction(3, 4)), (Fraction(2), Fraction(1, 8))),
}
"""Of mean 0 and variance 1, by their values: two symmetric ones, four skewed."""

HALF = Fraction(1, 2)
SETS: dict[str, Pair] = {
    "(1 1; 0 1) or (1 0; 1 1)": (((1, 1, 0, 1), HALF), ((1, 0, 1, 1), HALF)),
    "(1 2; 0 1) by 1/3 or (1 0; 2 1)": (((1, 2, 0, 1), Fraction(1, 3)), ((1, 0, 2, 1), Fraction(2, 3))),
    "(2 1; 1 1) or (2 −1; −1 1)": (((2, 1, 1, 1), HALF), ((2, -1, -1, 1), HALF)),
    "(2 1; 1 1) or (1 1; 1 2)": (((2, 1, 1, 1), HALF), ((1, 1, 1, 2), HALF)),
    "(1 2; 0 1) or (1 0; 2 1)": (((1, 2, 0, 1), HALF), ((1, 0, 2, 1), HALF)),
    "(1 1; 0 1) or (1 0; −1 1)": (((1, 1, 0, 1), HALF), ((1, 0, -1, 1), HALF)),
}
"""Strongly irreducible and contracting: shears, with even and other odds, hyperbolic matrices."""


@cache
def layers(law: Weights, strength: Fraction) -> tuple[tuple[Entries, fmpq], ...]:
    """All I + gamma W with their probabilities."""
    found = []
    for chosen in product(law, repeat=4):
        a, b, c, e = (to_fmpq(strength * value) for value, _ in chosen)
        found.append(((1 + a, b, c, 1 + e), to_fmpq(prod((chance for _, chance in chosen), start=Fraction(1)))))
    return tuple(found)


@cache
def letters_of(pair: Pair) -> tuple[tuple[Entries, fmpq], ...]:
    return tuple((tuple(map(fmpq, entries)), to_fmpq(chance)) for entries, chance in pair)


@cache
def products_of(law: tuple[tuple[Entries, fmpq], ...], depth: int) -> tuple[tuple[Entries, fmpq], ...]:
    """All products of `depth` independent matrices, equal ones together."""
    if depth == 1:
        return law
    found: dict[Entries, fmpq] = {}
    for (a, b, c, e), chance in products_of(law, depth - 1):
        for (p, q, r, s), other in law:
            M = (p * a + q * c, p * b + q * e, r * a + s * c, r * b + s * e)
            found[M] = found.get(M, fmpq(0)) + chance * other
    return tuple(found.items())


PIECES, LEAST = 64, fmpq(1, 10**8)
"""Directions that a bound is guessed from; a quarter as many pieces of the half circle are halved until they show it,
or are so small that it has to grow."""


@cache
def contraction(law: tuple[tuple[Entries, fmpq], ...], halvings: int, units: int) -> Rational:
    """A number that max_u E (|det Y|/|Y u|^2)^(1/2^halvings) is certified to lie below, in multiples of 1/units."""
    forms, power, zero = [], fmpq(-1, 2**halvings), arb(0)
    for (a, b, c, e), chance in law:
        first, second, area = a * a + c * c, b * b + e * e, arb(abs(a * e - b * c))
        if a * e != b * c:  # |Y u|^2 = p + r cos 2t + s sin 2t, and no less than s_2^2, which is area^2/s_1^2
            forms.append((chance * area.root(2**halvings), arb((first + second) / 2), arb((first - second) / 2),
                          arb(a * b + c * e), area**2 / arb(first + second)))  # fmt: skip

    def at(angle: arb) -> arb:
        """The mean at the direction t."""
        sine, cosine = (2 * angle).sin_cos()
        return sum((weight * (p + r * cosine + s * sine) ** power for weight, p, r, s, _ in forms), zero)

    def slope(piece: arb) -> arb:
        """Its derivative on a piece of the directions."""
        sine, cosine = (2 * piece).sin_cos()
        total = zero
        for weight, p, r, s, least in forms:
            square = p + r * cosine + s * sine
            if not proved(square, ">", 0):
                square = least.union(upper_end(square))
            total += weight * square**power / square * (s * cosine - r * sine)
        return 2 * total * power

    with precision(15):
        half = arb.pi() / (2 * PIECES)
        middles = [half * (2 * i + 1) for i in range(PIECES)]
        bound = int((upper_end(greater(*map(at, middles))) * units).floor().unique_fmpz()) + 3
        half *= 4
        pieces = [(half * (2 * i + 1), half) for i in range(PIECES // 4)]
        while pieces:
            middle, half = pieces.pop()
            steepest = abs(slope(middle + half * arb(0, 1)))
            if proved(at(middle) + steepest * half, "<", arb(fmpq(bound, units))):
                continue
            if proved(half, "<", arb(LEAST)):  # the greatest value lies between the first directions
                bound, pieces = bound + 1, [*pieces, (middle, half)]
            else:
                pieces += [(middle - half / 2, half / 2), (middle + half / 2, half / 2)]
    return Rational(bound, units)


kappa = Symbol("kappa", positive=True)


def _layers(law: str, g: Any) -> tuple[tuple[Entries, fmpq], ...]:
    return layers(LAWS[law], rational(g))


Y = "Y = I + g W, d = 2, W_ij of the law of mean 0 and variance 1 on those values"


@named(
    "max_|u|=1 E(|det Y|/|Yu|²)^(1/4)_{0},{1}",
    r"\max_{{|u|=1}}\mathbb E\big(|\det Y|/|Yu|^2\big)^{{1/4}}_{{{0},{1}}}",
    means=f"{Y}; the maximum rounded up to four decimals",
)
def greatest_mean(law: Any, g: Any) -> Rational:
    """By an upper bound in every direction."""
    return contraction(_layers(law, g), 2, 10_000)


@named(
    "max_|u|=1 E(|det P|/|Pu|²)^(1/8)_{0}",
    r"\max_{{|u|=1}}\mathbb E\big(|\det P|/|Pu|^2\big)^{{1/8}}_{{{0}}}",
    means="P a product of four of them, rounded up to two decimals",
)
def greatest_of_draws(T: Any) -> Rational:
    return contraction(products_of(letters_of(SETS[T]), 4), 3, 100)


STRENGTHS = Values(Rational(1, 4), Rational(1, 5), Rational(1, 8))


@Claim(
    "daneshmand20.vanilla.lemma-3-contracts",
    source=LEMMA_3,
    says="d = 2, six laws of weights and gamma = 1/4, 1/5, 1/8: in one layer Y = I + gamma W every direction u has E "
    "(|det Y|/|Y u|^2)^(1/4) < 1",
    silent_on="that two directions come nearer to each other in the mean (note); other gamma: at gamma = 2/3 it is "
    "false for at least three of the laws",
    relation="<",
    predicts=Integer(1),
    over=({},),
    given=Given({"law": Values(*LAWS), "g": STRENGTHS}),
).literal(kind="certified", scope="every direction, an upper bound of four decimals", most=18)
def contracts_in_the_mean(at: At) -> object:
    return greatest_mean(at.law, at.g)


@Claim(
    "daneshmand20.vanilla.lemma-18-contracts",
    source=LEMMA_18,
    says="six strongly irreducible, contracting pairs of 2 x 2 matrices, with even odds or not: the product P of four "
    "of them has E (|det P|/|P u|^2)^(1/8) < 1 in every direction u",
    silent_on="other sets, for which this needs longer products (cited: Le Page)",
    relation="<",
    predicts=Integer(1),
    over=({},),
    given=Given({"T": Values(*SETS)}),
    uses=("daneshmand20.vanilla.strongly-irreducible", "daneshmand20.vanilla.contracting"),
).literal(kind="certified", scope="every direction, an upper bound of two decimals", most=24)
def sets_contract(at: At) -> object:
    return greatest_of_draws(at.T)


def power(u: Any, v: Any, j: Any) -> Any:
    """The sine of the angle between u and v to the power j/8."""
    square = 1 - inner(u, v) ** 2 / (inner(u, u) * inner(v, v))
    return root(root(root(root(number(square) ** j))))


def independent(x: Any, y: Any) -> Any:
    """Whether neither is a multiple of the other."""
    return inner(x, y) ** 2 != inner(x, x) * inner(y, y)


def image(A: Any, z: Any) -> Any:
    """A z."""
    return each(lambda row: inner(row, z), A)


def least_kappa(j: int, p: Sequence[Fraction], A: Sequence[Square]) -> Any:
    """A number that E sin(Y u, Y v)^(j/8) is at most that of sin(u, v)^(j/8) times, for all u and v.

    At d = 2 sin(Y u, Y v)/sin(u, v) is the root of a product of |det Y|/|Y u|^2 and the same of v, for unit u and v.
    """
    if len(A[0]) == 2:
        law = tuple(
            (tuple(to_fmpq(x) for row in Y for x in row), to_fmpq(share)) for share, Y in zip(p, A, strict=True)
        )
        return contraction(law, {1: 3, 2: 2, 4: 1}[j], 100)
    squares = (exact(Y) for Y in A)
    norms = [[sum(x**2 for x in Z.entries()) for Z in (Y, Y.inv())] for Y in squares]
    return to_sympy(sum(to_fmpq(share) * a * b for share, (a, b) in zip(p, norms, strict=True)))


def _is_random(value: Any) -> bool:
    if not (isinstance(value, tuple) and len(value) == 7):
        return False
    x, y, L, j, p, A, kappa = value
    d = Integers(len(x), len(x))
    return (
        is_matrix((x, y), Integers(2, 2), d)
        and independent(x, y)
        and L in Integers(1)
        and j in (1, 2, 4)
        and is_matrix((p,), ONE_ON, Integers(len(A), len(A)))
        and min(p) > 0
        and sum(p) == 1
        and all(is_matrix(Y, d, None) and determinant(Y) != 0 for Y in A)
        and kappa >= least_kappa(j, p, A)
    )


def _any_random(_: str) -> Shape:
    d, L, m, j = (variable(letter, "nat") for letter in "dLmj")
    kappa = variable("kappa")
    x, y, p, A = Vec.named("x", d), Vec.named("y", d), Vec.named("p", m), Vec.named("A", m, d, d)
    q, X, Y = Vec.named("q", L + 1, m**L), Vec.named("X", L + 1, m**L, d), Vec.named("Y", L + 1, m**L, d)

    def same(H: Any, l: Any, w: Any, z: Any) -> Any:
        return every(lambda a, b: a == b, H[l][w], z)

    def follow(l: Any, w: Any) -> Any:
        later = w * m
        return every(
            lambda a: (
                (q[l + 1][later + a] == q[l][w] * p[a])
                & same(X, l + 1, later + a, image(A[a], X[l][w]))
                & same(Y, l + 1, later + a, image(A[a], Y[l][w]))
            ),
            places(m),
        )

    def contracts(u: Any, v: Any) -> Any:
        after = total(each(lambda share, Z: share * power(image(Z, u), image(Z, v), j), p, A))
        return ~(not_zero(u) & not_zero(v)) | (after <= kappa * power(u, v, j))

    known = (
        d >= 2, L >= 1, m >= 1, j >= 1, independent(x, y), every(lambda share: share > 0, p), total(p) == 1,
        all_rows(d, lambda u: ~not_zero(u) | every(lambda Z: not_zero(image(Z, u)), A)),
        all_rows(d, lambda u: all_rows(d, lambda v: contracts(u, v))),
        q[0][0] == 1, same(X, 0, 0, x), same(Y, 0, 0, y),
        every(lambda l: every(lambda w: follow(l, w), places(m**l)), places(L)),
    )  # fmt: skip
    lengths = (
        ("x", (d,)), ("y", (d,)), ("p", (m,)), ("A", (m, d, d)), ("q", (L + 1, m**L)),
        ("X", (L + 1, m**L, d)), ("Y", (L + 1, m**L, d)),
    )  # fmt: skip
    letters = {"L": L, "j": j, "kappa": kappa}
    return Shape(Ends((x, y), (q[L], X[L], Y[L]), letters), (d, L, m, j, kappa), known, rows=lengths)


UNITS = {d: tuple(tuple(Fraction(i == j) for j in range(d)) for i in range(d)) for d in (2, 3)}


@composite(
    "(x, y, L, j, p, A, kappa): x and y not parallel, a depth, a power, a law of finitely many invertible matrices, a "
    "number with E sin(Au, Av)^(j/8) <= kappa sin(u, v)^(j/8) for all u and v",
    has=_is_random,
    general=_any_random,
    size=lambda value: len(value[0]),
)
def random_products(choose: Choose) -> Any:
    """One to three matrices of two rows or, for one in four, of three, or multiples of rotations; kappa as small as is
    shown."""
    d, m, turns = 2 + choose(0, 3) // 3, choose(1, 3), choose(0, 2) == 0
    drawn: list[Square]
    if turns:
        rows = [(Fraction(choose(1, 9)), entry(choose)) for _ in range(m)]
        d, drawn = 2, [((a, -b), (b, a)) for a, b in rows]
    else:
        drawn = [made(choose, d, d) for _ in range(m)]
    A = tuple(Y if determinant(Y) else UNITS[d] for Y in drawn)
    shares = [choose(1, 4) for _ in A]
    p, j = tuple(Fraction(share, sum(shares)) for share in shares), (1, 2, 4)[choose(0, 2)]
    x, y = ((Fraction(1), *(entry(choose) for _ in range(d - 1))) for _ in range(2))
    if not independent(x, y):
        y = (*x[:-1], x[-1] + 1)
    return x, y, choose(1, 2), j, p, A, least_kappa(j, p, A)


@on_networks
def pairs_after(net: Any) -> Ends:
    """Two data before the layers; after them the probabilities of all outcomes, and both data."""
    x, y, L, j, p, A, kappa = net
    outcomes = [(Fraction(1), x, y)]
    for _ in range(int(L)):
        outcomes = [
            (share * chance, image(Y, u), image(Y, v))
            for share, u, v in outcomes
            for chance, Y in zip(p, A, strict=True)
        ]
    letters = {"L": number(int(L)), "j": int(j), "kappa": to_sympy(kappa)}
    return Ends((x, y), tuple(zip(*outcomes, strict=True)), letters)


@Claim(
    "daneshmand20.vanilla.lemma-3-rate",
    source=LEMMA_3,
    says="products of L independent matrices Y of one law, of any size: if E sin(Yu, Yv)^a <= kappa sin(u, v)^a for "
    "all u and v, then E (sin(Mx, My)/sin(x, y))^a <= kappa^L for the product M and all x and y. Where kappa < 1, as "
    "for the laws of lemma-3-contracts and the sets of lemma-18-contracts, M/|M| therefore (note) approaches the "
    "matrices of rank one almost surely, exponentially fast: the conclusions of Lemmas 3 and 18, with a rate",
    silent_on="which laws have kappa < 1 for some a; formally, laws of infinitely many matrices, for which the note's "
    "proof is, too",
    relation="<=",
    predicts=kappa**L,
    given=Given(
        {"net": random_products()},
        words="a = j/8, j a whole number; x and y are not parallel",
        letters=letters(pairs_after, ("L", "kappa")),
    ),
    uses=("daneshmand20.vanilla.lemma-3-contracts", "daneshmand20.vanilla.lemma-18-contracts"),
    twins=(Twin(kappa**L / 2, "half of it"),),
).literal(scope="all products of the matrices of the law", most=20)
def rank_one_in_the_mean(at: At) -> Any:
    net = pairs_after(at.net)
    j = net.letters["j"]
    mean = total(each(lambda share, u, v: share * power(u, v, j), *net.last))
    x, y = net.first
    return number(mean / power(x, y, j))


gaussian_rank_one = Claim(
    "daneshmand20.vanilla.lemma-3-gaussian",
    source=LEMMA_3,
    says="without a skip connection, Gaussian weights, every d >= 2: E (s_2/s_1)^(1/2) of the product of L layers is "
    "at most d (d-1)/2 kappa_d^L, kappa_d = E chi_(d-1)^(1/2) E chi_d^(-1/2) < 1. Hence (note) s_2/s_1 -> 0 almost "
    "surely, exponentially fast: the conclusion of Lemma 3 (a), with a rate",
    tex=r"\mathbb E(s_2/s_1)^{1/2}\le\binom d2\left(\frac{\Gamma(\frac{d-1}2+\frac14)\,\Gamma(\frac d2-\frac14)}"
    r"{\Gamma(\frac{d-1}2)\,\Gamma(\frac d2)}\right)^L",
    hypotheses=(GINIBRE, "d >= 2"),
    relation="<=",
    predicts=binomial(d, 2)
    * (gamma((d - 1) / 2 + Rational(1, 4)) * gamma(d / 2 - Rational(1, 4)) / (gamma((d - 1) / 2) * gamma(d / 2))) ** L,
    given=Given({"d": Integers(2), "L": Integers(1)}),
    left=r"\mathbb E(s_2/s_1)^{1/2}(W_{L-1}\cdots W_0)",
    over=grid(d=(2, 3, 4), L=(1, 4, 16)),
    uses=("daneshmand20.vanilla.ginibre-gap",),
)
