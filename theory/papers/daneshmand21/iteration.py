"""Iterative orthogonalisation W = c V' S^(-p) U^T of H = U S V^T (equation (6), appendix E), and whitening."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sympy import Integer, symbols

from theory.claim import Claim, Locator, Twin, Verdict
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers
from theory.notation import d, n
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.domains import ONE_ON, positive_spectra, spectra, whitened_pairs
from theory.papers.daneshmand21.measures import gap_of, gap_of_spectrum, mirror
from theory.term import each, number, places, size, some, total
from theory.term.matrices import product
from theory.term.named import named
from theory.words import At

FRAMES = "U, V, V′ the reflections I − 2 v vᵀ/|v|², v = (t, t + 1, ..), of t = tilt, tilt + 1, tilt + 2"
SOURCE = Locator(DANESHMAND21, "equation (6) and appendix E (second-hand: W_l = V' Sigma^(-1/2) U^T)")
RECONSTRUCTED: dict[str, Any] = {"source": SOURCE, "status": "reconstructed"}
x, y = symbols("x y", positive=True)  # 1/n more than V^2 of singular values
b, w = symbols("b w", positive=True)
c, e = symbols("c e", nonnegative=True)
FLAT = tuple(tuple(Fraction(x, 10**k) for x in row) for k in (4, 6) for row in ((0, 1), (0, 1, 3), (0, 0, 1, 1)))
"""Spectra at which the local rate is seen."""
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


def near(square: Any) -> tuple[Any, Any]:
    return square / w, square * w


@Claim(
    "daneshmand21.iteration.local-rate",
    source=SOURCE,
    says="near orthogonality V(W H)/V(H) -> |1 - p| at every n: with s_i = r_i^b, W H of singular values r_i^c/r_i^e, "
    "p = 1 - (c - e)/b, V(W H)^2/V(H)^2 is (1 - p)^2 up to a factor w = rho^(12(b + c + e)), r_i from 1 to rho. So it "
    "is halved for p = 1/2, where BN has n/(n+2), the same at n = 2 only; |1 - p| > 1 moves away from it",
    relation="in",
    predicts=near(((c - e) / b) ** 2),
    given=Given(
        {"x": Preceded(spectra(), FLAT), "b": ONE_ON, "c": Integers(0), "e": Integers(0), "tilt": ONE_ON},
        lambda at: some(lambda x: x != at["x"][0], at["x"]),
        "r_i = 1 + x_i, not all equal, rho = 1 + sum x; frames as before",
        letters={
            "n": lambda at: number(size(at["x"])),
            "w": lambda at: (1 + number(total(at["x"]))) ** (12 * (at["b"] + at["c"] + at["e"])),
        },
    ),
    uses=("daneshmand21.iteration.power-law", "daneshmand21.mean-map.local-rate"),
    twins=(Twin(near((n / (n + 2)) ** 2), "the rate of BN"), Twin(near((c + e) / b), "|1 - p| for its square")),
).literal(most=40)
def local(at: At) -> Any:
    r = each(lambda x: 1 + number(x), at.x)
    s, values = each(lambda x: x**at.b, r), each(lambda x: x**at.c / x**at.e, r)
    behind = stepped(each(lambda y, z: y / z, values, s), s, size(s), at.tilt)
    return gap_of(behind) / gap_of_spectrum(each(lambda z: z**2, s))


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
