"""How far the pre-activations W_l H_l are from a Gaussian matrix of independent entries."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from itertools import product as pairs_of
from typing import Any

from flint import acb, arb, fmpq_mat
from sympy import Rational, Symbol, sqrt, symbols

from theory.claim import Claim, Locator, Twin, Verdict
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.laws import drawn_shares, is_law, merged
from theory.domains.matrices import positive_semidefinite, unit_row
from theory.domains.numbers import Choose, Integers, Values
from theory.exact.certify import at_each_precision, precision
from theory.exact.rationals import ball, to_fmpq
from theory.notation import d, n
from theory.orthogonality.mean_map import orbit
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.domains import Matrix, frame, is_matrix
from theory.papers.daneshmand21.linearised import IDENTITY, points, recursions, second
from theory.papers.daneshmand21.measures import fraction, gap_of
from theory.term import (
    AnyLaw,
    Series,
    Shape,
    Vec,
    all_rows,
    each,
    entries,
    every,
    has_mean,
    mean,
    number,
    one_if,
    places,
    size,
    total,
    variable,
)
from theory.term import root as root_of
from theory.term.matrices import column, combined, inner, product, trace
from theory.term.named import named
from theory.term.scalar import TRUE
from theory.words import At

SLIDES = Locator(
    DANESHMAND21,
    "slides: Wasser._2(W_l H_l, Gaussian)^2 = O((1 - alpha)^l batchsize + batchsize^2/(alpha sqrt(width)))",
)
COROLLARY_3 = Locator(DANESHMAND21, "Corollary 3 and Lemma 2 (second-hand: W_2^2 <= 2 n E V(H_l))")
TABLE_1 = Locator(DANESHMAND21, "Table 1 (second-hand: a ball of radius of order width^(-1/4))")
T = Symbol("T", nonnegative=True)  # the mean of the sum of the singular values of H
g, v2 = symbols("g v2", nonnegative=True)  # m Var W_ij, E V(H)^2
alpha = Symbol("alpha", positive=True)


Polar = tuple[Any, Any, Any]
"""A law of rows, each the entries of Q, of d rows, and then those of S, of n, both of n columns; d, n."""


def factors(polar: Polar, row: Any) -> tuple[Any, Any]:
    """Q and S of a row of the law, H = Q S."""
    _, d, n = polar
    Q = each(lambda k: each(lambda j: row[k * n + j], places(n)), places(d))
    return Q, each(lambda i: each(lambda j: row[(d + i) * n + j], places(n)), places(n))


def _is_polar(Q: Any, S: Any) -> Any:
    """Whether Q^T Q = I, and S is symmetric, positive semidefinite, of length 1."""
    at = places(size(S))
    orthonormal = every(lambda i: every(lambda j: inner(column(Q, i), column(Q, j)) == one_if(i == j), at), at)
    return orthonormal & _is_positive(S)


def _is_positive(S: Any) -> Any:
    at = places(size(S))
    symmetric = every(lambda i: every(lambda j: S[i][j] == S[j][i], at), at)
    if isinstance(S, Vec):
        positive: Any = all_rows(S.n, lambda v: total(each(lambda x, row: x * inner(row, v), v, S)) >= 0)
    else:
        positive = symmetric and positive_semidefinite(S)
    return symmetric & positive & (total(each(lambda row: inner(row, row), S)) == 1)


def _is_law_of_polar(value: Any) -> bool:
    if not (isinstance(value, tuple) and len(value) == 3):
        return False
    law, d, n = value
    if not (is_law(law) and d >= 1 and n >= 1 and len(law[0]) == 1 + (d + n) * n):
        return False
    return all(_is_polar(*factors(value, row)) for _, *row in law)


def _any_polar(name: str) -> Shape:
    d, n = variable(f"d_{name}", "nat"), variable(f"n_{name}", "nat")
    law = AnyLaw(name, (d + n) * n, lambda row: _is_polar(*factors((law, d, n), row)))
    return Shape((law, d, n), (d, n), (d >= 1, n >= 1, law.conditions), laws=(name,))


@composite(
    "= (law, d, n), any law of (Q, S), Q^T Q = I, Q of d rows, S symmetric positive semidefinite in R^(n x n), |S| = 1",
    has=_is_law_of_polar,
    general=_any_polar,
    size=lambda value: value[1] * value[2],
)
def laws_of_matrices(choose: Choose) -> Polar:
    """The law of H = Q S, |H| = 1: any H has such parts."""
    n = choose(1, 3)
    d = n + choose(0, 2)
    shares = drawn_shares(choose, choose(1, 3))

    def drawn() -> Iterator[Fraction]:
        yield from (e for row in zip(*frame(d, n, choose), strict=True) for e in row)
        yield from (e for row in _positive(n, choose) for e in row)

    return tuple((share, *drawn()) for share in shares), d, n


def _positive(n: int, choose: Choose) -> Matrix:
    """A symmetric positive semidefinite matrix of length 1."""
    turn, lengths = frame(n, n, choose), map(abs, unit_row(tuple(choose(1, 4) for _ in range(n - 1))))
    parts = tuple(zip(lengths, turn, strict=True))
    at = range(n)
    return tuple(tuple(sum((s * row[i] * row[j] for s, row in parts), Fraction(0)) for j in at) for i in at)


def _alike(w: Any) -> Any:
    at = places(entries(w))
    return every(lambda i: every(lambda j: mean(w, lambda x: x[i] * x[j]) == one_if(i == j) * variance(w), at), at)


def variance(w: Any) -> Any:
    """E w_1^2."""
    return mean(w, lambda x: x[0] * x[0])


def _any_isotropic(name: str) -> Shape:
    k = variable(f"k_{name}", "nat")
    w = AnyLaw(name, k, lambda _: TRUE)
    at = places(k)
    finite = every(lambda i: every(lambda j: has_mean(w, lambda x: x[i] * x[j]), at), at)
    return Shape(w, (k,), (k >= 1, w.conditions, finite, _alike(w)), laws=(name,))


@composite(
    "any law of a row w with E w_i w_j = [i = j] E w_1^2",
    has=lambda w: is_law(w) and bool(_alike(w)),
    general=_any_isotropic,
    size=entries,
)
def isotropic_laws(choose: Choose) -> Any:
    """Of 1 and -1 times the rows of a frame, and 0: w_i that do not correlate."""
    k, length = choose(1, 5), Fraction(choose(1, 6), choose(1, 4))
    rows = ((sign * length * e for e in row) for row in frame(k, k, choose) for sign in (1, -1))
    return tuple((Fraction(1, 2 * k), *row) for row in rows)


def cost(polar: Polar, w: Any, row: Any) -> Any:
    """E|w H - w Q/sqrt n|^2 over w, H = Q S."""
    Q, S = factors(polar, row)
    H, flat = product(Q, S), root_of(number(polar[2]))

    def away(x: Any) -> Any:
        return total(each(lambda a, b: (a - b / flat) ** 2, combined(x, H), combined(x, Q)))

    return mean(w, away)


@named(
    "E‖WH − WQ/√n‖²", r"\mathbb E\|WH-WQ/\sqrt n\|^2", means="H = QS of law {0}, W of {2} rows of law {1}, independent"
)
def coupled(polar: Polar, w: Any, m: Any) -> Any:
    """The rows of W are alike, so that their parts of the mean are."""
    return m * mean(polar[0], lambda row: cost(polar, w, row))


def gap_of_drawn(polar: Polar, row: Any) -> Any:
    return gap_of(product(*factors(polar, row)))


def trace_of_drawn(polar: Polar, row: Any) -> Any:
    return number(trace(factors(polar, row)[1]))


def _given(letter: str, of_drawn: Any) -> Given:
    """H and W, and the mean of something else that has one."""

    def fits(at: Any) -> Any:
        polar, w = at["H"], at["w"]
        known = polar[1] == entries(w)
        if isinstance(polar[0], AnyLaw):
            known = known & has_mean(polar[0], lambda row: cost(polar, w, row))
            return known & has_mean(polar[0], lambda row: of_drawn(polar, row))
        return known

    return Given(
        {"H": laws_of_matrices(), "w": isotropic_laws(), "m": Integers(1)},
        fits,
        "w of d numbers: a row of W, of m rows; these means exist",
        letters={
            "n": lambda at: number(at["H"][2]),
            "g": lambda at: number(at["m"]) * number(variance(at["w"])),
            letter: lambda at: number(mean(at["H"][0], lambda row: of_drawn(at["H"], row))),
        },
    )


@Claim(
    "daneshmand21.gaussian.coupling",
    source=COROLLARY_3,
    says="H = QS random, of any law, |H| = 1, W independent of it: E|WH - WQ/sqrt n|^2 = g (2 - (2/sqrt n) E sum "
    "sigma_i), g = m Var W_ij",
    silent_on="that W Q has the law of a Gaussian G, as rotations keep that of W, and so this is at least W_2^2; for a "
    "fixed H it is W_2^2 (any-coupling)",
    predicts=g * (2 - 2 * T / sqrt(n)),
    given=_given("T", trace_of_drawn),
    twins=(Twin(g * T, "E sum sigma_i itself"), Twin(g * (1 - T / sqrt(n)), "one of the two variances")),
).literal(most=40)
def coupling(at: At) -> Any:
    return coupled(at.H, at.w, at.m)


Claim(
    "daneshmand21.gaussian.bound",
    source=COROLLARY_3,
    says="so W_2(WH, G/sqrt n)^2 <= g n E V(H)^2 for a random H of any law, |H| = 1, independent of W: the coupling of "
    "W H and W Q/sqrt n has at most this",
    silent_on="that the proof's 2 n E V is weaker, by V <= 1",
    relation="<=",
    predicts=g * n * v2,
    given=_given("v2", gap_of_drawn),
    uses=("daneshmand21.gaussian.coupling",),
    twins=(Twin(g * n * v2 / 4, "four times less everywhere, not only near 1/sqrt n"),),
).literal(coupling, most=40)


Coupled = tuple[Any, Any, Any]
"""S, its inverse, and a law of (x, y)."""


def _moments(coupled: Coupled) -> Any:
    """E x x^T = S^2, E y y^T = I/n."""
    S, _, law = coupled
    n, C, at = size(S), product(S, S), places(size(S))
    of_x = every(lambda i: every(lambda j: mean(law, lambda z: z[i] * z[j]) == C[i][j], at), at)
    of_y = every(lambda i: every(lambda j: n * mean(law, lambda z: z[n + i] * z[n + j]) == one_if(i == j), at), at)
    return of_x & of_y


def _inverses(S: Any, J: Any) -> Any:
    at = places(size(S))
    pairs = (product(S, J), product(J, S))
    return every(lambda i: every(lambda j: every(lambda A: A[i][j] == one_if(i == j), pairs), at), at)


def _is_coupled(value: Any) -> bool:
    if not (isinstance(value, tuple) and len(value) == 3):
        return False
    S, J, law = value
    if not (is_matrix(S, columns=Integers(1)) and is_matrix(J, columns=Integers(1)) and is_law(law)):
        return False
    if not len(S) == len(J) == len(S[0]) == len(J[0]) or len(law[0]) != 1 + 2 * len(S):
        return False
    return bool(_is_positive(S)) and bool(_inverses(S, J)) and bool(_moments(value))


def _any_coupled(name: str) -> Shape:
    n = variable(f"n_{name}", "nat")
    S, J, law = Vec.named("S", n, n), Vec.named("J", n, n), AnyLaw(name, n + n, lambda _: TRUE)
    at = places(n + n)
    finite = every(lambda i: every(lambda j: has_mean(law, lambda z: z[i] * z[j]), at), at)
    known = (n >= 1, _is_positive(S), _inverses(S, J), law.conditions, finite, _moments((S, J, law)))
    return Shape((S, J, law), (n,), known, rows=(("S", (n, n)), ("J", (n, n))), laws=(name,))


@composite(
    "= (S, J, law), S > 0 symmetric in R^(n x n), |S| = 1, J = S^-1, any law of (x, y), E x x^T = S^2, E y y^T = I/n",
    has=_is_coupled,
    general=_any_coupled,
    size=lambda value: len(value[0]),
)
def couplings(choose: Choose) -> Coupled | None:
    """x = S s of random signs s, y an axis, whose sign is that of s there, the other one, or independent of x."""
    n, kind = choose(1, 3), choose(0, 2)
    S = _positive(n, choose)
    M = fmpq_mat([[to_fmpq(e) for e in row] for row in S])
    if M.det() == 0:
        return None
    law = []
    for signs in pairs_of((-1, 1), repeat=n):
        x = combined(signs, S)
        for i, free in pairs_of(range(n), (-1, 1)):
            y = [Fraction((signs[i], -signs[i], free)[kind] * (j == i)) for j in range(n)]
            law.append((Fraction(1, 2 ** (n + 1) * n), *x, *y))
    return S, tuple(tuple(map(fraction, row)) for row in M.inv().tolist()), merged(law)


@Claim(
    "daneshmand21.gaussian.any-coupling",
    source=COROLLARY_3,
    says="no coupling of x and y, E x x^T = S^2, E y y^T = I/n, S > 0 of length 1, does better: E|x - y|^2 >= 2 - "
    "(2/sqrt n) tr S. For a fixed H = QS so W_2(WH, G/sqrt n)^2 = g (2 - (2/sqrt n) sum sigma_i)",
    silent_on="singular S, by continuity; a random H, of which W_2 may be less than by `coupling`",
    relation=">=",
    predicts=2 - 2 * T / sqrt(n),
    given=Given(
        {"pair": couplings()},
        letters={"n": lambda at: number(size(at["pair"][0])), "T": lambda at: number(trace(at["pair"][0]))},
    ),
    uses=("daneshmand21.gaussian.coupling",),
    twins=(Twin(2 - T / sqrt(n), "one of the two variances"), Twin(2 - T, "the root left out")),
).literal(most=40)
def any_coupling(at: At) -> Any:
    return cost_of(*at.pair)


@named("E‖x − y‖²", r"\mathbb E\|x-y\|^2", means="(x, y) of the law {2}")
def cost_of(S: Any, J: Any, law: Any) -> Any:
    return mean(law, lambda z: total(each(lambda i: (z[i] - z[size(S) + i]) ** 2, places(size(S)))))


@Claim(
    "daneshmand21.gaussian.constant",
    source=TABLE_1,
    says="the bound E sum (sigma_i - 1/sqrt n)^2 is (n/4) E V^2 at leading order, and so (n-1)(n+2)^2/(16(n+1) d) at "
    "depth: W_2^2 = O(1/d), a ball of radius d^(-1/2), not d^(-1/4)",
    hypotheses=("H = H_l, l -> inf, then d -> inf", "sqrt(d)(C - I/n) converges to X with its second moments"),
    silent_on="the constant of W_2^2 itself; W of N(0, 1) entries, for which W_2^2 is d times larger",
    predicts=(n - 1) * (n + 2) ** 2 / (16 * (n + 1)),
    given=Given({"X": recursions(IDENTITY)}, letters={"n": points}),
    uses=("daneshmand21.gaussian.bound", "daneshmand21.width.stationary-gap"),
    twins=(
        Twin((n - 1) * (n + 2) ** 2 / (4 * n * (n + 1)), "sum (sigma^2 - 1/n)^2: V^2 itself"),
        Twin((n - 1) * (n + 2) ** 2 / (4 * (n + 1)), "n V^2, the bound of the proof"),
        Twin((n - 1) / 4, "the noise of one layer only"),
    ),
).literal(most=6)
def constant(at: At) -> Any:
    return leading(points(vars(at))) * second(at.X[3])


@named(
    "½ d²/dx² (√(1/{0} + x) − 1/√{0})²|₀",
    r"\tfrac12\tfrac{{d^2}}{{dx^2}}\big(\sqrt{{1/{0}+x}}-1/\sqrt{0}\big)^2|_0",
)
def leading(n: Any) -> Any:
    """Of the square of a singular value less 1/sqrt n, by an eigenvalue 1/n + x."""
    start = number(1) / n
    return ((root_of(Series(start, number(1), number(0))) - root_of(start)) ** 2)[2]


@at_each_precision
def _layers(size: int, alpha: Any) -> list[list[arb]]:
    """alpha^2 and the other eigenvalues, all alike, of the layers 1 to 21."""
    start = [alpha**2, (1 - alpha**2) / (size - 1)]
    return list(islice(orbit(start, 30, multiplicities=[1, size - 1]), 21))


@named(
    "W₂(W_{2} H_{2}, G/√{0})²",
    r"W_2(W_{{{2}}}H_{{{2}}},G/\sqrt{{{0}}})^2",
    means="σ(H₁) = (α, b, .., b), Hᵀ₊H₊ = F(HᵀH) a layer: d = ∞",
)
@at_each_precision
def distance_after(size: Any, alpha: Any, layer: Any) -> arb:
    """By `fixed`, from singular values alpha and n - 1 equal ones, |H_1| = 1."""
    counts = [1, int(size) - 1]
    with precision(60):
        away = [e.sqrt() - 1 / arb(int(size)).sqrt() for e in _layers(int(size), alpha)[int(layer) - 1]]
        return sum((count * e * e for count, e in zip(counts, away, strict=True)), arb(0))


@Claim(
    "daneshmand21.gaussian.slides",
    source=SLIDES,
    status="reading",
    says="W_2(W_l H_l, Gaussian)^2 = O((1-alpha)^l n + n^2/(alpha sqrt d)), alpha the minimum of the smallest "
    "*singular values*, W of N(0, 1/d) entries and the Gaussian matrix G/sqrt n: neither of which the slides say. At "
    "d = oo, at n = 16, 25, 36 from one least singular value: in the end W_2^2 falls by 1 - alpha a layer at least",
    hypotheses=("a constant in O that depends on neither l nor d (on n, alpha and H_1 it may)",),
    silent_on="alpha as an eigenvalue, for which it is true; another Gaussian matrix, say of the covariance of W_l H_l",
    relation="<=",
    predicts=1 - alpha,
    given=Given(
        {"n": Values(16, 25, 36), "share": Values(Rational(9, 10), Rational(1, 2)), "l": Values(20)},
        words="alpha = share/sqrt(n), H_1 of the singular values alpha and n - 1 equal ones; l large",
        letters={"alpha": lambda at: at["share"] / root_of(at["n"])},
    ),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.mean-map.local-rate",),
    truth=1 - alpha**2,  # alpha^2 is the least eigenvalue
).literal(kind="certified", most=12)
def slides(at: At) -> arb:
    return distance_after(at.n, at.alpha, at.l + 1) / distance_after(at.n, at.alpha, at.l)


@at_each_precision
def inner_square(size: Any) -> arb:
    """E u_1^2 on the sphere in so many dimensions, by quadrature over the angle."""

    def mean(power: int) -> arb:
        return acb.integral(lambda f, _: f.cos() ** power * f.sin() ** (int(size) - 2), 0, acb.pi()).real

    return mean(2) / mean(0)


@Claim(
    "daneshmand21.gaussian.quarter-power",
    source=TABLE_1,
    status="reading",
    says="one layer after an orthogonal H_0 the bound n E V(H_1)^2 of W_2^2 is of the order d^(-1/2), as the bounds in "
    "print are: (n-1)/sqrt d",
    predicts=(n - 1) / sqrt(d),
    given={"n": Integers(2), "d": Integers(2)},
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.width.one-step",),
    truth=(n - 1) / d,
).literal(kind="certified", most=60)
def quarter(at: At) -> arb:
    return ball(at.n) * square_of_gap(at.n, at.d)


@named(
    "E[V(H₁)²; {0}, {1}]", r"\mathbb E[V(H_1)^2;{0},{1}]", means="H₁ one layer of width d after n orthonormal columns"
)
def square_of_gap(n: Any, d: Any) -> arb:
    """The rows are uniform, independent: V^2 = tr C^2 - 1/n, a mean of (u_k.u_l)^2: 1 for k = l, else E (u.e_1)^2."""
    with precision(30):
        return 1 / ball(d) + (1 - 1 / ball(d)) * inner_square(int(n)) - 1 / ball(n)
