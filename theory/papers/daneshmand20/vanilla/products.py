"""What Lemmas 3 and 18 conclude, with a rate: products of random 2 x 2 matrices approach rank one in the mean.

For orthonormal u, v: s_2/s_1(M) <= |det M|/(|M u| |M v|), and by Cauchy and Schwarz
E (s_2/s_1)^a <= max_u E (|det M|/|M u|^2)^a, which is submultiplicative along products of independent matrices.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

from flint import arb, fmpq
from sympy import Integer, Rational, Symbol, binomial, gamma, sympify

from theory.choices import greater, proved
from theory.claim import At, Claim
from theory.domains.given import Given
from theory.domains.listings import Index
from theory.domains.numbers import Integers, Values
from theory.exact.certify import at_each_precision, guess, precision, upper_end
from theory.exact.expressions import grid
from theory.exact.rationals import rational, to_fmpq
from theory.notation import L, d, n
from theory.papers.daneshmand20.vanilla.exponents import DIGITS, GINIBRE, LEMMA_3, LEMMA_18
from theory.term import whole
from theory.term.named import named
from theory.words import Within

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


def _place(a: fmpq, b: fmpq, c: fmpq, e: fmpq, angle: arb) -> arb:
    """The angle of the image of a direction, up to multiples of pi."""
    return arb.atan2(arb(c) * angle.cos() + arb(e) * angle.sin(), arb(a) * angle.cos() + arb(b) * angle.sin())


@at_each_precision
def mean_ratio(law: tuple[tuple[Entries, fmpq], ...], depth: int, halvings: int) -> arb:
    """E (s_2/s_1)^(1/2^halvings) of the products; 0 of the zero matrix."""
    by_shape: dict[tuple[fmpq, fmpq], fmpq] = {}
    for (a, b, c, e), chance in products_of(law, depth):
        shape = (a * a + b * b + c * c + e * e, abs(a * e - b * c))  # s_1^2 + s_2^2, s_1 s_2
        by_shape[shape] = by_shape.get(shape, fmpq(0)) + chance
    total = arb(0)
    for (square, area), chance in by_shape.items():
        if area:
            ratio = 2 * arb(area) / (square + arb(square**2 - 4 * area**2).sqrt())
            total += chance * ratio.root(2**halvings)
    return total


ARCS, TICKS, BITS, RUN = 80, 2**20, 256, 50
"""Arcs of the half circle of directions, in how many ticks each is measured, the bits of a bound, and factors in a
run."""


@at_each_precision
def most_ratio(law: tuple[tuple[Entries, fmpq], ...], depth: int, halvings: int) -> arb:
    """A number no less than E (s_2/s_1)^(1/2^halvings) of products of so many invertible matrices.

    |det M|/|M u|^2 is no less than s_2/s_1, whatever the direction u, and the product of its values along the way: its
    mean is bounded arc by arc, from one factor to the next, for RUN factors, and by the greatest bound from one run to
    the next.

    Complexity: RUN x ARCS x (matrices in the law).
    """
    # in whole units of 2^-256, rounded up
    bounds, ways, least = [1 << BITS] * ARCS, _ways(law, halvings), [1 << BITS]
    for _ in range(min(depth, RUN)):
        twice = bounds + bounds
        bounds = [sum((most * max(twice[low:high]) >> BITS) + 1 for most, low, high in way) for way in ways]
        least.append(min(bounds))
    runs, first = divmod(depth - 1, RUN)  # where one direction is chosen, in the first run
    return (arb(max(bounds)) / (1 << BITS)) ** runs * arb(least[first + 1]) / (1 << BITS)


@at_each_precision
def _ways(law: tuple[tuple[Entries, fmpq], ...], halvings: int) -> list[list[tuple[int, int, int]]]:
    """Of each arc and matrix the chance times the greatest (|det A|/|A u|^2)^(1/2^halvings), in units of 2^-256, and
    the first arc that A maps it into and the one after the last: its ends go to ends, in their order or the opposite
    one."""
    half = arb.pi() / (2 * ARCS)
    found = []
    for i in range(ARCS):
        way = []
        for (a, b, c, e), chance in law:
            left, right, area = a * a + c * c, b * b + e * e, arb(abs(a * e - b * c))
            turn = 2 * (half * (2 * i + 1) + arb(0, upper_end(half)))
            square = arb((left + right) / 2) + arb((left - right) / 2) * turn.cos() + arb(a * b + c * e) * turn.sin()
            if not proved(square, ">", 0):
                square = (area**2 / arb(left + right)).union(upper_end(square))
            low, high = (_ticks(_place(a, b, c, e, 2 * half * k) / (2 * half)) for k in (i, i + 1))
            low, high = (low, high) if a * e > b * c else (high, low)
            # modulo pi from the one to the other, without a whole turn; two ticks more than rounding needs
            first, last = (low - 2) // TICKS, (low + (high - low + 2) % (ARCS * TICKS) + 2) // TICKS
            most = upper_end(chance * (area / square).root(2**halvings)) * 2**BITS
            start = first % ARCS
            way.append((int(upper_end(most).ceil().unique_fmpz()), start, start + last - first + 1))
        found.append(way)
    return found


def _ticks(place: arb) -> int:
    """A place in arcs, in whole ticks."""
    return int(guess(place * TICKS).floor().unique_fmpz())


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
    "E(s₂/s₁)^(1/4)(Y₁ ⋯ Y_{2})_{0},{1}",
    r"\mathbb E(s_2/s_1)^{{1/4}}(Y_1\cdots Y_{{{2}}})_{{{0},{1}}}",
    means=f"{Y}; Y_l independent copies",
)
def mean_of_product(law: Any, g: Any, L: Any) -> Any:
    with precision(DIGITS):
        return mean_ratio(_layers(law, g), whole(L), 2)


@named(
    "E(s₂/s₁)^(1/8)(M₁ ⋯ M_{1})",
    r"\mathbb E(s_2/s_1)^{{1/8}}(M_1\cdots M_{{{1}}})",
    means="M_i independent, drawn from T with even odds where none are said",
)
def mean_of_draws(T: Any, n: Any) -> Any:
    """Enclosed, direction by direction, for more than `WORDS` factors."""
    law, times = letters_of(SETS[T]), whole(n)
    with precision(DIGITS):
        return mean_ratio(law, times, 3) if times <= WORDS else arb(0).union(most_ratio(law, times, 3))


@named(
    "max_|u|=1 E(|det P|/|Pu|²)^(1/8)_{0}",
    r"\max_{{|u|=1}}\mathbb E\big(|\det P|/|Pu|^2\big)^{{1/8}}_{{{0}}}",
    means="P a product of four of them, rounded up to three decimals",
)
def greatest_of_draws(T: Any) -> Rational:
    return contraction(products_of(letters_of(SETS[T]), 4), 3, 1000)


STRENGTHS = Values(Rational(1, 4), Rational(1, 5), Rational(1, 8))
WORDS = 8
"""Words of this length are gone through."""


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
    "daneshmand20.vanilla.lemma-3-rate",
    source=LEMMA_3,
    says="d = 2: E (s_2/s_1)^(1/4) of the product of L layers is at most kappa^L, kappa the maximum over u of "
    "E (|det Y|/|Y u|^2)^(1/4) in one layer Y = I + gamma W. Where kappa < 1, as for the laws of lemma-3-contracts, "
    "H_L/|H_L| therefore (note) approaches the matrices of rank one almost surely, exponentially fast: the conclusion "
    "of Lemma 3, with a rate",
    relation="<=",
    predicts=kappa**L,
    given=Given(
        {"law": Values(*LAWS), "g": STRENGTHS, "L": Integers(1, far=2)},
        lambda at: len(LAWS[at["law"]]) ** (4 * int(at["L"])) < 1_000,
        "fewer than 1,000 networks",
        letters={"kappa": lambda at: greatest_mean(at["law"], at["g"])},
    ),
    over=grid(L=(1, 2), kappa=(Rational(9, 10), Rational(99, 100))),
    uses=("daneshmand20.vanilla.lemma-3-contracts",),
).literal(kind="certified", most=30)
def rank_one_in_the_mean(at: At) -> object:
    return mean_of_product(at.law, at.g, at.L)


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


@Claim(
    "daneshmand20.vanilla.lemma-18-in-the-mean",
    source=LEMMA_18,
    says="products of n independent 2 x 2 matrices of six strongly irreducible, contracting sets, with even odds or "
    "not: E (s_2/s_1)^(1/8) -> 0, below kappa^((n-3)/4), kappa < 1 the greatest mean of (|det M|/|M u|^2)^(1/8) over "
    "products of four. Hence (note) every limit point of M_n/|M_n| is of rank one almost surely, as Lemma 18 says",
    silent_on="other sets, for which kappa < 1 needs longer products (cited: Le Page)",
    relation="->",
    predicts=Integer(0),
    given=Given({"T": Values(*SETS), "n": Index(1, listed=(300, 1, 4, 8))}),
    uses=("daneshmand20.vanilla.strongly-irreducible", "daneshmand20.vanilla.contracting"),
).literal(kind="certified", most=24)
def to_rank_one(at: At) -> Within:
    return Within(mean_of_draws(at.T, at.n), sympify(greatest_of_draws(at.T)) ** ((n - 3) / 4))
