"""Theorem 1 as the slides say it, and as it is said to be printed, along the mean map (infinite width)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import islice
from math import comb
from typing import Any

from flint import arb, ctx, fmpq
from sympy import Integer, Rational, sqrt, symbols

from theory.claim import Claim, Locator, Twin, Verdict
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Choose, Integers, Values
from theory.exact.certify import at_each_precision, lower_end, precision, upper_end
from theory.exact.rationals import ball
from theory.notation import l, n
from theory.orthogonality.mean_map import GAP, SHARES
from theory.orthogonality.theorem import first_above
from theory.papers.daneshmand21 import DANESHMAND21, laws
from theory.papers.daneshmand21.domains import numbers_of
from theory.papers.daneshmand21.mean_map.contraction import gap_of
from theory.papers.daneshmand21.measures import gap_of_spectrum
from theory.papers.daneshmand21.theorem.finite_width import CHAIN, THEOREM_1, alpha
from theory.term import Shape, Vec, every, number, places, some, variable
from theory.term import root as root_of
from theory.term.named import named
from theory.words import At


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

rest = symbols("rest", positive=True)  # ((n+1)/(n+2))^l/(n+2)
K, low = symbols("K low", positive=True)  # low = alpha^2, a bound of the eigenvalues
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


def is_orbit(l: Any, lam: Any, law: Any) -> Any:
    """Whether lam_(k+1) = F(lam_k) for k <= l, from V(lam_0) <= 1/(4n) on, and lam_l is not flat."""
    n = laws.columns(law)

    def step(k: Any) -> Any:
        p = laws.mean_shares(lam[k], law)
        return every(lambda i: lam[k + 1][i] == p[i], places(n))

    begin = every(lambda e: e > 0, lam[0]) & (16 * n**2 * gap_of_spectrum(lam[0]) <= 1)
    return begin & some(lambda e: e != lam[l][0], lam[l]) & every(step, places(l + 1))


def _general_orbit(name: str) -> Shape:
    l, (found,) = variable("l", "nat"), laws.laws_of_directions().general(name)
    n, law = found.value.n, found.value
    lam = Vec.named("lam", l + 2, n)
    means = every(lambda k: laws.shares_have_means(lam[k], law), places(l + 1))
    known = (*found.conditions, means, is_orbit(l, lam, law))
    return Shape((l, lam, law), (l, n), known, rows=(("lam", (l + 2, n)),), laws=(name,))


def _is_orbit(value: Any) -> bool:
    l, lam, law = value if isinstance(value, tuple) and len(value) == 3 else (-1, (), ())
    if not (isinstance(l, int) and law in laws.laws_of_directions() and isinstance(lam, tuple) and len(lam) == l + 2):
        return False
    return all(numbers_of(row, Integers(2)) and len(row) == laws.columns(law) for row in lam) and bool(
        is_orbit(l, lam, law)
    )


@composite(
    "(l, lam, u): lam_(k+1) = F(lam_k; u) for k <= l, lam_0 > 0, V(lam_0) <= 1/(4n), lam_l not flat; u of a law, u "
    ">= 0 of sum 1 with E u_i u_j = (1 + 2[i = j])/(n(n+2))",
    has=_is_orbit,
    general=_general_orbit,
    size=lambda value: value[0],
)
def orbits(choose: Choose) -> Any:
    law = laws.laws_of_directions().made(choose)
    if law is None:
        return None
    far = 10 ** choose(2, 4)
    lam = [tuple(1 + Fraction(choose(0, 3), far) for _ in range(laws.columns(law)))]
    for _ in range(choose(1, 3)):
        lam.append(tuple(laws.mean_shares(lam[-1], law)))
    return len(lam) - 2, tuple(lam), law


@Claim(
    "daneshmand21.theorem.bases",
    source=THEOREM_1,
    says="at d = inf V falls by n/(n+2) a layer in the end: by that up to ((n+1)/(n+2))^l/(n+2) l layers after V <= "
    "1/(4n). And alpha may be as near to 1/sqrt n as one likes: n/(n+2) is above 1 - 2/(3 sqrt n) for n >= 5 (equal at "
    "n = 4, below at n = 2, 3), and above 1 - 1/sqrt n for every n; here the base that is kept, less both of these, "
    "and its negative",
    hypotheses=(*LITERAL, "H_1^T H_1 of full rank and no multiple of I"),
    relation=">=",
    predicts=(
        2 * (sqrt(n) - 1) * (sqrt(n) - 2) / (3 * sqrt(n) * (n + 2)) - rest,
        ((sqrt(n) - 1) ** 2 + 1) / (sqrt(n) * (n + 2)) - rest,
        -n / (n + 2) - rest,
    ),
    given=Given(
        {"orbit": orbits()},
        letters={
            "n": lambda at: number(laws.columns(at["orbit"][2])),
            "rest": lambda at: remainder(laws.columns(at["orbit"][2]), at["orbit"][0]),
        },
    ),
    uses=("daneshmand21.mean-map.local-rate", "daneshmand21.mean-map.majorisation"),
    twins=(Twin((-n, -n, -(n - 1) / (n + 1) - rest / 100), "(n-1)/(n+1)"),),
).literal(most=16)
def bases(at: At) -> tuple[Any, Any, Any]:
    l, lam, law = at.orbit
    kept, side = gap_of(lam[l + 1]) / gap_of(lam[l]), root_of(number(laws.columns(law)))
    return kept - 1 + 2 / (3 * side), kept - 1 + 1 / side, -kept


def remainder(count: Any, layers: Any) -> Any:
    """((n + 1)/(n + 2))^l/(n + 2)."""
    n = number(count)
    return ((n + 1) / (n + 2)) ** layers / (n + 2)


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
