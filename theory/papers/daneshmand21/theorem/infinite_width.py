"""Theorem 1 as the slides say it, and as it is said to be printed, along the mean map (infinite width)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import dropwhile, islice
from math import comb
from typing import Any

from flint import arb, ctx, fmpq
from sympy import Integer, Rational, sqrt, symbols, sympify

from theory.claim import Claim, Locator, Verdict
from theory.domains.given import Given
from theory.domains.listings import Index, Preceded
from theory.domains.numbers import Integers, Values
from theory.exact.certify import at_each_precision, lower_end, precision, upper_end
from theory.exact.rationals import ball
from theory.notation import j, l, n
from theory.orthogonality.mean_map import GAP, SHARES, gap
from theory.orthogonality.mean_map import orbit as mean_orbit
from theory.orthogonality.theorem import first_above
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.domains import positive_spectra
from theory.papers.daneshmand21.theorem.finite_width import CHAIN, THEOREM_1, alpha
from theory.term import number, some
from theory.term import root as root_of
from theory.term import size as size_of
from theory.term.named import named
from theory.words import At, Within


def share(ratio: arb, size: int) -> arb:
    """E lam_1 u^2/(lam_1 u^2 + lam_2 (1 - u^2)), u a coordinate of a uniform unit vector of R^n, n even.

    `ratio` is lam_1/lam_2. u = sin f, f of density cos^(n-2): a periodic function of c = 2f, whose mean over N points
    errs by at most 2 M/(e^(Ny) - 1), M its bound for |Im c| <= y (Trefethen and Weideman, SIAM Review 2014, th. 3.1).

    >>> with precision(20):
    ...     print(share(arb(16) / 9, 2).str(12, radius=False))
    0.571428571429
    """
    half = (size - 2) // 2
    both, away = ratio + 1, abs(ratio - 1)
    # cosh y: at most half of the way to the pole, and at most 1000
    high = lower_end(arb.min(both / (2 * away), arb(1000))) if away > 0 else arb(1000)
    if not high > 1:
        high = (1 + lower_end(both / away)) / 2
    bound = ratio * (1 + high) * ((1 + high) / 2) ** half / (both - away * high)
    strip = (high + (high * high - 1).sqrt()).log()
    count = 2 * int((upper_end((ctx.prec * arb(2).log() + bound.log()) / strip / 2)).floor().unique_fmpz()) + 4
    total = arb(0)
    for place, (cosine, weight) in enumerate(_nodes(count, half, ctx.prec)):
        once = 1 if place in (0, count // 2) else 2
        total += once * weight * ratio * (1 - cosine) / (both - (ratio - 1) * cosine)
    error = upper_end(2 * bound / ((count * strip).exp() - 1))
    return (total / count + arb(0, error)) * arb(4) ** half / comb(2 * half, half)


@cache
def _nodes(count: int, half: int, prec: int) -> list[tuple[arb, arb]]:
    """cos c and ((1 + cos c)/2)^half at c = 2 pi k/count, k = 0, .., count/2, count even."""
    cosines = [arb(fmpq(2 * k, count)).cos_pi() for k in range(count // 2 + 1)]
    return [(cosine, ((1 + cosine) / 2) ** half) for cosine in cosines]


@at_each_precision
def orbit(size: int, first: Rational, layers: int, digits: int) -> tuple[tuple[arb, arb], ...]:
    """(lam_1, V) of F^l(lam), l = 0, .., layers, for lam_1 = `first` and n - 1 equal eigenvalues, sum 1, n even."""
    with precision(digits):
        return tuple(islice(_along(size, ball(first)), layers + 1))


def _along(size: int, p: arb) -> Iterator[tuple[arb, arb]]:
    while True:
        yield p, abs(arb(1) / size - p) * (arb(size) / (size - 1)).sqrt()
        p = share(p * (size - 1) / (1 - p), size)


SLIDES = Locator(DANESHMAND21, "slides: E orthogonality gap(H_l) = O((1 - alpha)^l + batchsize/(alpha sqrt(width)))")
LITERAL = (
    *CHAIN,
    "alpha a lower bound of the minimum singular value of H_k, k = 1..l",
    "d -> inf at fixed l, where H_l^T H_l -> F^(l-1)(H_1^T H_1) in probability",
)
DIGITS = 30  # of orbits of the mean map
LAYERS = 32  # looked at once V is small

root, K, low = symbols("root K low", positive=True)  # root = sqrt n, low = alpha^2, a bound of the eigenvalues
STARTS = "c_n = .98/6 for n = 6, .9/16 for n = 16, of n numbers of sum 1"


@named("c_{0}", "c_{{{0}}}", means=STARTS)
def start_share(size: Any) -> Rational:
    """lam_1 of the start, the others equal: .98/6 and .9/16."""
    return {6: Rational(98, 600), 16: Rational(90, 1600)}[int(size)]


@named("V(F^{1}(c_{0}, b, .., b))", "V(F^{{{1}}}(c_{{{0}}},b,..,b))", means=f"{STARTS}; {SHARES}; {GAP}")
def gap_along(size: Any, layers: Any) -> arb:
    """V(F^l(lam)) from `start_share` of the first of n eigenvalues, the others equal."""
    return orbit(int(size), start_share(size), 250, 140)[int(layers)][1]


@named("V(F^{0}(16/25, 9/25))", "V(F^{{{0}}}(16/25,9/25))", means=f"{SHARES}; {GAP}")
def gap_of_two(layers: Any) -> arb:
    """V(F^l(16/25, 9/25))."""
    low, gap = orbit(2, Rational(9, 25), 70, 80)[int(layers)]
    if not low > fmpq(9, 25):
        raise ArithmeticError(f"l = {layers}: alpha^2 has to be below the least eigenvalue {low.str(8)}")
    return gap


@named(
    "V(F^(l₀ + {1})({0}))",
    r"V(F^{{l_0+{1}}}({0}))",
    means=f"l₀ the first l with 2 n^(3/2) V ≤ (1 − n V)/(n + 2) at F^l(λ); {SHARES}; {GAP}",
)
def gap_beyond(lam: Any, layers: Any) -> arb:
    """V(F^l(lam)), so many layers beyond the first at which V is small."""
    return gaps_along(lam)[int(layers)]


@Claim(
    "daneshmand21.theorem.slides",
    source=SLIDES,
    status="quoted",
    says="E gap(H_l) = O((1-alpha)^l + n/(alpha sqrt d)), alpha 'the minimum of smallest singular value of H_1, .., "
    "H_l': so that at d = inf V(F^l(C_1)) <= K (1-alpha)^l for all l, with one K",
    hypotheses=(*LITERAL, "a constant in O that depends on neither l nor d (on n, alpha and H_1 it may)"),
    silent_on="l -> inf at fixed d, where the second term is all; with eigenvalues for singular values it is right: "
    "see `corrected`; K above 10^6, which fails at a greater l: V/(1-alpha)^l grows by 5/4 a layer (`bases`)",
    relation="<=",
    predicts=K * (1 - alpha) ** l,
    given=Given(
        {"K": Values(10**6, 1), "l": Preceded(Integers(1, far=70), (Integer(70),))},
        letters={"n": lambda at: Integer(2), "alpha": lambda at: Rational(3, 5)},
    ),
    uses=("daneshmand21.mean-map.halving",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.theorem.corrected", "daneshmand21.mean-map.local-rate"),
    truth=K * (n / (n + 2)) ** l,
).literal(kind="certified", most=16)
def slides(at: At) -> arb:
    return gap_of_two(at.l)


@Claim(
    "daneshmand21.theorem.bases",
    source=THEOREM_1,
    says="at d = inf V falls by n/(n+2) a layer in the end, and alpha may be as near to 1/sqrt n as one likes: n/(n+2) "
    "is above 1 - 2/(3 sqrt n) for n >= 5 (equal at n = 4, below at n = 2, 3), and above 1 - 1/sqrt n for every n",
    hypotheses=(*LITERAL, "H_1^T H_1 of full rank and no multiple of I"),
    relation="->",
    predicts=(2 * (root - 1) * (root - 2) / (3 * root * (root**2 + 2)), ((root - 1) ** 2 + 1) / (root * (root**2 + 2))),
    given=Given(
        {"lam": positive_spectra(), "j": Index(0, listed=(30, 10))},
        lambda at: some(lambda e: e != at["lam"][0], at["lam"]),
        "lam not all equal; l is j layers beyond the first at which 2 n^(3/2) V <= (1 - n V)/(n + 2)",
        letters={"root": lambda at: root_of(number(size_of(at["lam"])))},
    ),
    uses=("daneshmand21.mean-map.local-rate", "daneshmand21.mean-map.majorisation"),
    over=({"root": 3}, {"root": 4}),
).literal(kind="certified", most=16)
def bases(at: At) -> Within:
    n, side = sympify(number(size_of(at.lam))), ball(size_of(at.lam)).sqrt()
    kept = gap_beyond(at.lam, at.j + 1) / gap_beyond(at.lam, at.j)
    # F = I/n + A X + R with |R| <= 2 n^(3/2) V^2/(1 - n V): the note. From the first layer on V falls by (n+1)/(n+2)
    return Within((kept - 1 + 2 / (3 * side), kept - 1 + 1 / side), ((n + 1) / (n + 2)) ** j / (n + 2))


@cache
def gaps_along(lam: tuple[Fraction, ...]) -> list[arb]:
    """V from the first layer on at which 2 n^(3/2) V/(1 - n V) is certified to be at most 1/(n + 2)."""
    n = len(lam)
    with precision(50):
        later = dropwhile(
            lambda V: not (n * V < 1 and 2 * n * arb(n).sqrt() * V * (n + 2) <= 1 - n * V),
            map(gap, islice(mean_orbit(lam, DIGITS), 400 + LAYERS)),
        )
        return list(islice(later, LAYERS))


@named(
    "min{{l : V(F^l(c_{0}, b, .., b)) > 2 (1 − 2 √c_{0}/3)^l}}",
    r"\min\{{l:V(F^l(c_{{{0}}},b,..,b))>2(1-\tfrac23\sqrt{{c_{{{0}}}}})^l\}}",
    means=f"{STARTS}; {SHARES}; {GAP}",
)
def violated_from(size: Any) -> Integer:
    """The first layer at which V is above 2 (1 - 2 alpha/3)^l at alpha^2 = lam_1, which lam_min never falls below."""
    n = int(size)
    with precision(140):
        rate = 1 - 2 * ball(start_share(n)).sqrt() / 3
        path = (gap for _, gap in orbit(n, start_share(n), 250 if n == 6 else 110, 140))
        return Integer(first_above(path, lambda layers: 2 * rate**layers)[0])


@Claim(
    "daneshmand21.theorem.first-violation",
    source=THEOREM_1,
    says="alpha read as singular value, d = inf: with lam_1 = .98/6 against five equal (n = 6) the bound first fails "
    "at l = 240, with lam_1 = .9/16 against fifteen (n = 16) at l = 104",
    hypotheses=LITERAL,
    predicts=(Integer(240), Integer(104)),
    given=Given(),
    uses=("daneshmand21.theorem.bases",),
).literal(kind="certified", scope="both starts: all layers before and that one")
def first_violation(at: At) -> tuple[Integer, Integer]:
    return violated_from(6), violated_from(16)


@Claim(
    "daneshmand21.theorem.literal",
    source=THEOREM_1,
    status="reading",
    says="E V(H_(l+1)) <= 2 (1 - 2 alpha/3)^l + 3n/(alpha sqrt d), alpha a bound of the *singular values*, so that at "
    "d = inf V(F^l(C_1)) <= 2 (1 - 2 alpha/3)^l for every l: here n = 6 and 16",
    hypotheses=LITERAL,
    silent_on="other n: for n >= 5 it is false by `bases`",
    relation="<=",
    predicts=2 * (1 - 2 * sqrt(low) / 3) ** l,
    given=Given(
        {"n": Values(6, 16), "l": Preceded(Integers(1, far=250), tuple(map(Integer, (240, 104, 239, 103))))},
        letters={"low": lambda at: start_share(at["n"])},
    ),
    uses=("daneshmand21.theorem.first-violation",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.theorem.corrected", "daneshmand21.mean-map.local-rate"),
    truth=2 * (n / (n + 2)) ** l,
).literal(kind="certified", most=22)
def literal(at: At) -> arb:
    return gap_along(at.n, at.l)
