"""Iterative orthogonalisation W = c V' S^(-p) U^T of H = U S V^T (equation (6), appendix E), and whitening."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product as pairs_of
from typing import Any

from flint import arb, fmpq
from sympy import Integer, Rational, symbols

from theory.claim import Claim, Locator, Twin, Verdict
from theory.domains.given import Given
from theory.domains.listings import Index
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import precision
from theory.exact.expressions import enclose
from theory.exact.rationals import ball
from theory.notation import d, k, n
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.domains import ONE_ON, positive_spectra, spectra, whitened_pairs
from theory.papers.daneshmand21.measures import gap_of, gap_of_spectrum, gram_of, mirror
from theory.term import each, largest, number, places, size, smallest, some, total, whole
from theory.term.matrices import product
from theory.term.named import named
from theory.words import At, Within

FRAMES = "U, V, V′ the reflections I − 2 v vᵀ/|v|², v = (t, t + 1, ..), of t = tilt, tilt + 1, tilt + 2"
STEP = f"H(s) = U diag(s) Vᵀ, W(p) = 3 V′ diag(s)⁻ᵖ Uᵀ; {FRAMES}"
SOURCE = Locator(DANESHMAND21, "equation (6) and appendix E (second-hand: W_l = V' Sigma^(-1/2) U^T)")
RECONSTRUCTED: dict[str, Any] = {"source": SOURCE, "status": "reconstructed"}
x, y = symbols("x y", positive=True)  # 1/n more than V^2 of singular values
p = symbols("p", real=True)
POSITIVE = Rationals(above=0)
v2 = symbols("v2", nonnegative=True)  # V(H)^2
fourth, sixth = symbols("fourth sixth", positive=True)


def _summed(term: Any, s: Any) -> Any:
    return total(each(term, places(size(s))))


def _entry(s: Any, n: Any, tilt: Any) -> Any:
    """H_kj: U and V are the reflections of tilt and tilt + 1, of V the first columns."""
    U, V = mirror(size(s), tilt), mirror(n, tilt + 1)
    return lambda k, j: _summed(lambda b: U[k][b] * s[b] * V[j][b], s)


def _step(turn: Any, m: Any, s: Any, n: Any, tilt: Any) -> Any:
    U, of_H = mirror(size(s), tilt), _entry(s, n, tilt)

    def of_WH(i: Any, j: Any) -> Any:
        return 3 * _summed(lambda a: turn[i][a] * m[a] * _summed(lambda k: U[k][a] * of_H(k, j), s), s)

    return each(lambda i: each(lambda j: of_WH(i, j), places(n)), places(size(s)))


@named("U diag({0}) Vᵀ", r"U\,\mathrm{{diag}}({0})V^\top", shape=lambda s, n, _: (size(s), n), means=FRAMES)
def start(s: Any, n: Any, tilt: Any) -> Any:
    """H, d rows of n entries."""
    of_H = _entry(s, n, tilt)
    return each(lambda k: each(lambda j: of_H(k, j), places(n)), places(size(s)))


@named(
    "3 V′ diag({0}) Uᵀ U diag({1}) Vᵀ",
    r"3V'\mathrm{{diag}}({0})U^\top U\,\mathrm{{diag}}({1})V^\top",
    shape=lambda m, s, n, _: (size(s), n),
    means=FRAMES,
)
def stepped(m: Any, s: Any, n: Any, tilt: Any) -> Any:
    """W H for W = 3 V' diag(m) U^T, V' the reflection of tilt + 2."""
    return _step(mirror(size(s), tilt + 2), m, s, n, tilt)


@named(
    "3 V_{{1..d}} diag({0}) Uᵀ U diag({1}) Vᵀ",
    r"3V_{{1..d}}\mathrm{{diag}}({0})U^\top U\,\mathrm{{diag}}({1})V^\top",
    shape=lambda m, s, n, _: (size(s), n),
    means=FRAMES,
)
def stepped_sliced(m: Any, s: Any, n: Any, tilt: Any) -> Any:
    """The same with the first d rows of V in the place of V'."""
    return _step(mirror(n, tilt + 1), m, s, n, tilt)


def balls(s: Sequence[Any]) -> tuple[arb, ...]:
    return tuple(e if isinstance(e, arb) else enclose(e, {}, 60) for e in s)


@named("V(H({0}))²", "V(H({0}))^2", means=STEP)
def gap_before(s: Any, tilt: Any) -> arb:
    return _gap_squared(gram_of(start(balls(s), len(s), fmpq(int(tilt)))))


@named("V(W({1}) H({0}))²", "V(W({1})H({0}))^2", means=STEP)
def gap_behind(s: Any, power: Any, tilt: Any) -> arb:
    weights = tuple(e ** -ball(power) for e in balls(s))
    return _gap_squared(gram_of(stepped(weights, balls(s), len(s), fmpq(int(tilt)))))


def _gap_squared(C: Sequence[Sequence[arb]]) -> arb:
    """|C/tr C - I/n|^2."""
    size, whole = len(C), sum((row[i] for i, row in enumerate(C)), arb(0))
    away = [C[i][j] / whole - arb(int(i == j)) / size for i, j in pairs_of(range(size), repeat=2)]
    return sum((e * e for e in away), arb(0))


def power_sum(s: Any, power: int) -> Any:
    """sum s_i^power."""
    return total(each(lambda e: number(e) ** power, s))


def gap_of_values(power: int) -> Any:
    """1/n more than V^2 of the singular values m_i^power s_i."""

    def of(at: Mapping[str, Any]) -> Any:
        squares = each(lambda m, s: (number(m) ** power * s) ** 2, at["m"], at["s"])
        return total(each(lambda e: e**2, squares)) / total(squares) ** 2

    return of


@Claim(
    "daneshmand21.iteration.power-law",
    **RECONSTRUCTED,
    says="W = c V' diag(m) U^T with any m_i > 0: V(W H)^2 is that of the singular values m_i s_i, sum (m s)^4/(sum (m "
    "s)^2)^2 - 1/n; with m_i = s_i^(-p) sum s^(4(1-p))/(sum s^(2(1-p)))^2 - 1/n for every p, for frames as in `given`",
    silent_on="other frames; the paper's p = 1/2 takes roots, p = 1 (the notebook's code) gives V = 0 at n = d",
    predicts=x - 1 / n,
    given=Given(
        {"s": positive_spectra(ONE_ON), "m": positive_spectra(ONE_ON), "more": Integers(0), "tilt": ONE_ON},
        lambda at: size(at["s"]) == size(at["m"]),
        "as many m as s, n = d + more columns; U, V and V' as in H(s) and W(p)",
        letters={
            "n": lambda at: number(size(at["s"])) + at["more"],
            "x": gap_of_values(1),
            "y": gap_of_values(2),
        },
    ),
    twins=(
        Twin(y - 1 / n, "S^(-2p): the power of C for that of H"),
        Twin(x, "1/n left out"),
    ),
).literal(most=40)
def power_law(at: At) -> Any:
    s, m = each(number, at.s), each(number, at.m)
    return gap_of(stepped(m, s, size(s) + at.more, at.tilt))


@Claim(
    "daneshmand21.iteration.half-step",
    **RECONSTRUCTED,
    says="p = 1/2 lowers the gap unless all s are equal, for the frames in `given`: by Hoelder, (sum s^2)^3 <= (sum "
    "s)^2 (sum s^4)",
    relation="<",
    predicts=v2,
    given=Given(
        {"roots": positive_spectra(), "tilt": ONE_ON},
        lambda at: some(lambda e: e != at["roots"][0], at["roots"]),
        "s = roots^2, not all equal",
        letters={"v2": lambda at: number(gap_of_spectrum(each(lambda e: e**4, at["roots"])))},
    ),
    uses=("daneshmand21.iteration.power-law",),
    twins=(Twin(v2 / 2, "halved whatever s is"), Twin(3 * v2 / 4, "as near orthogonality, for every s")),
).literal(most=60)
def half_step(at: At) -> Any:
    roots = each(number, at.roots)
    return gap_of(stepped(each(lambda e: 1 / e, roots), each(lambda e: e**2, roots), size(roots), at.tilt))


@Claim(
    "daneshmand21.iteration.local-rate",
    source=SOURCE,
    says="near orthogonality V(W H)/V(H) -> |1 - p| at every n: halved for p = 1/2, where BN has n/(n+2), the same at "
    "n = 2 only; |1 - p| > 1 moves away from it",
    relation="->",
    predicts=(1 - p) ** 2,
    given=Given(
        {"spread": spectra(), "k": Index(1, listed=(12, 1, 4)), "p": Rationals(far=4), "tilt": ONE_ON},
        lambda at: some(lambda e: e != at["spread"][0], at["spread"]),
        "s_i^2 = 1 + spread_i/10^k, not all equal, k -> oo; frames as before",
        letters={"n": lambda at: number(size(at["spread"]))},
    ),
    uses=("daneshmand21.iteration.power-law", "daneshmand21.mean-map.local-rate"),
    twins=(Twin((n / (n + 2)) ** 2, "the rate of BN"), Twin(1 - p**2, "p = 1/2 keeps 3/4")),
).literal(kind="certified", most=100)
def local(at: At) -> Within:
    with precision(40 + 3 * whole(at.k)):
        values = each(lambda e: (1 + ball(e) * ball(Rational(1, 10) ** at.k)).sqrt(), at.spread)
        kept = gap_behind(values, at.p, at.tilt) / gap_before(values, at.tilt)
        # the note: within q^2 (rho^(2 (|q - 1| + |q| + 1)) - 1), q = 1 - p, rho <= 1 + width the quotient of the ends
        turns = 4 * (1 + abs(at.p))
        width = number(largest(at.spread) - smallest(at.spread)) * Rational(1, 10) ** k
        return Within(kept, (turns / 4) ** 2 * turns * width * (1 + width) ** turns)


@Claim(
    "daneshmand21.iteration.floor",
    source=SOURCE,
    says="n >= d: p = 1 with orthogonal V' brings V^2 to 1/d - 1/n, for the frames in `given`",
    silent_on="that no W brings it below (gap.range)",
    predicts=1 / d - 1 / n,
    given=Given(
        {"roots": positive_spectra(), "more": Integers(0), "tilt": ONE_ON},
        words="s = roots^2",
        letters={"d": lambda at: number(size(at["roots"])), "n": lambda at: number(size(at["roots"]) + at["more"])},
    ),
    uses=("daneshmand21.gap.power-sums",),
    twins=(Twin(Integer(0), "orthogonal columns, as for n <= d"), Twin(1 / n, "1/n")),
).literal(most=40)
def floor(at: At) -> Any:
    s = each(lambda e: number(e) ** 2, at.roots)
    return gap_of(stepped(each(lambda e: 1 / e, s), s, size(s) + at.more, at.tilt))


@Claim(
    "daneshmand21.iteration.whitening",
    source=Locator(DANESHMAND21, "slides: 'Replacing BN with orthogonalization'"),
    says="whitened rows, H = (M M^T)^(-1/2) M for M of rank d with d rows: V(H)^2 = 1/d - 1/n whatever M, the floor of "
    "rank d; V = 0 at once for d = n",
    silent_on="more rows than columns, where M M^T has no inverse; what it costs",
    predicts=1 / d - 1 / n,
    given=Given(
        {"pair": whitened_pairs()},
        words="S^2 M M^T = I",
        letters={"d": lambda at: number(size(at["pair"][1])), "n": lambda at: number(size(at["pair"][1][0]))},
    ),
    uses=("daneshmand21.gap.range-ends",),
    twins=(Twin(Integer(0), "orthogonal columns for d < n, too"), Twin(1 / n, "1/n")),
).literal(most=60)
def whitening(at: At) -> Any:
    return gap_of(product(*at.pair))


def share(name: str, power: int) -> Any:
    """Of an instance, sum v_i^power/(sum v_i^(power/2))^2."""
    return lambda at: power_sum(at[name], power) / power_sum(at[name], power // 2) ** 2


@Claim(
    "daneshmand21.iteration.cauchy-step",
    source=Locator(DANESHMAND21, "appendix E, proof of the right inequality (second-hand)"),
    status="reading",
    says="(sum s^3)^2 <= (sum s^4)^2 for every s >= 0 with sum s^2 = 1",
    relation="<=",
    predicts=fourth**2,
    given=Given({"s": spectra()}, words="scaled to sum s^2 = 1; fourth = sum s^4", letters={"fourth": share("s", 4)}),
    uses=("daneshmand21.iteration.half-step",),
    expected=Verdict.REFUTED,
    truth=fourth,  # by Cauchy
).literal(most=100)
def cauchy(at: At) -> Any:
    return power_sum(at.s, 3) ** 2 / power_sum(at.s, 2) ** 3


@Claim(
    "daneshmand21.iteration.positive-power",
    source=Locator(DANESHMAND21, "markdown of the notebook Figures_3_4 (second-hand: Sigma^(+1/2))"),
    status="reading",
    says="W = V' diag(s)^(+1/2) U^T orthogonalises: V(W H)^2 - V(H)^2 is at most 0",
    relation="<=",
    predicts=Integer(0),
    given=Given(
        {"roots": positive_spectra(), "tilt": ONE_ON},
        words="s = roots^2; fourth = sum s^4/(sum s^2)^2, sixth = sum s^6/(sum s^3)^2",
        letters={"fourth": share("roots", 8), "sixth": share("roots", 12)},
    ),
    uses=("daneshmand21.iteration.power-law",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.iteration.power-law",),
    truth=sixth - fourth,
).literal(most=40)
def upward(at: At) -> Any:
    roots, n = each(number, at.roots), size(at.roots)
    s = each(lambda e: e**2, roots)
    return gap_of(stepped(roots, s, n, at.tilt)) - gap_of(start(s, n, at.tilt))


@Claim(
    "daneshmand21.iteration.sliced",
    source=Locator(DANESHMAND21, "appendix E (second-hand: 'V' orthogonal, obtained by slicing V')"),
    status="reading",
    says="n > d: with the first d rows of V in the place of V' the gap does not rise: V(W H)^2 - V(H)^2 is at most 0",
    relation="<=",
    predicts=Integer(0),
    given=Given(
        {"roots": positive_spectra(ONE_ON), "more": Integers(1), "tilt": ONE_ON},
        words="s = roots^2; n = d + more; U and V of reflections that tilt gives; fourth = sum s^4/(sum s^2)^2",
        letters={"fourth": share("roots", 8)},
    ),
    uses=("daneshmand21.iteration.floor",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.iteration.floor",),
    truth=1 - fourth,  # V(W H)^2 <= 1 - 1/n, as for every matrix
).literal(most=40)
def slicing(at: At) -> Any:
    roots, n = each(number, at.roots), size(at.roots) + at.more
    s = each(lambda e: e**2, roots)
    return gap_of(stepped_sliced(each(lambda e: 1 / e, roots), s, n, at.tilt)) - gap_of(start(s, n, at.tilt))
