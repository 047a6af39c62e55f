"""A23: iterative orthogonalisation W = c V' S^(-p) U^T of H = U S V^T (second-hand: equation (6), appendix E)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sympy import Expr, ImmutableMatrix, Integer, Matrix, Rational, cancel, diag, eye, symbols

from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.claim.domains import Integers
from theory.claim.given import Given
from theory.exact.expressions import grid
from theory.exact.rationals import to_sympy
from theory.notation import d, k, n
from theory.orthogonality.finite_width import gap_squared
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.instances import Spectra, diagonal, gap_at
from theory.words import At

STEP = Locator(DANESHMAND21, "equation (6) and appendix E (second-hand: W_l = V' Sigma^(-1/2) U^T)")
SVD = ("H = U diag(s) V^T, U and V with orthonormal columns, s > 0", "W = c V' diag(s)^(-p) U^T, V' orthogonal, c != 0")

x, y, z = symbols("x y z", positive=True)  # singular values of H
p = symbols("p", real=True)
POWERS = (Rational(1, 2), Integer(1), Rational(-1, 2), Rational(5, 2), Rational(1, 4))


def reflection(size: int, tilt: int = 1) -> ImmutableMatrix:
    """A rational orthogonal matrix without zeros: I - 2 v v^T/|v|^2, v = (tilt, tilt + 1, ..).

    >>> reflection(2, 1)
    Matrix([
    [ 3/5, -4/5],
    [-4/5, -3/5]])
    """
    v = Matrix([tilt + i for i in range(size)])
    return ImmutableMatrix(eye(size) - 2 * v * v.T / v.dot(v))


def gap2(H: Matrix) -> Expr:
    """V(H)^2, exactly."""
    return gap_squared((H.T * H).tolist())


def pair(roots: Sequence[Expr], power: Expr, columns: int | None = None) -> tuple[Matrix, Matrix]:
    """H = U diag(roots^2) V^T and W H, W = 3 V' diag(roots^2)^(-power) U^T; d = len(roots), n = columns or d."""
    size = len(roots)
    U, frame, turn = reflection(size, 1), reflection(columns or size, 2)[:, :size], reflection(size, 3)
    H = U * diag(*(root**2 for root in roots)) * frame.T
    return H, 3 * turn * diag(*(root ** (-2 * power) for root in roots)) * U.T * H


def after(power: Expr | int, s: Sequence[Expr] = (x, y, z)) -> Expr:
    """V(W H)^2 from the singular values s^(1-p)."""
    return sum(e ** (4 * (1 - power)) for e in s) / sum(e ** (2 * (1 - power)) for e in s) ** 2 - Rational(1, len(s))


power_law = Claim(
    "daneshmand21.iteration.power-law",
    source=STEP,
    status="reconstructed",
    says="W H has the singular values c s^(1-p): V(W H)^2 = sum s^(4(1-p))/(sum s^(2(1-p)))^2 - 1/n, here at n = 3. "
    "The paper's p = 1/2 takes roots; p = 1 (the notebook's code) gives V = 0 at once; p = 0 changes nothing",
    tex=r"V(WH)^2=\frac{\sum_is_i^{4(1-p)}}{(\sum_is_i^{2(1-p)})^2}-\frac1n",
    hypotheses=SVD,
    predicts=after(p),
    over=grid(x=(4,), y=(1, 9), z=(16,), p=POWERS),
    twins=(
        Twin(after(2 * p), "S^(-2p): the power of C for that of H"),
        Twin(after(-p), "S^(+p), as in the markdown of the notebook"),
        Twin(after(p) - after(0), "V(W H)^2 - V(H)^2 for V(W H)^2"),
    ),
)


@cache
def multiplied(power: Expr, roots: tuple[int, ...]) -> Expr:
    return gap2(pair([Integer(e) for e in roots], power)[1])


@power_law.exact(
    scope="p = 1/2, 1, -1/2, 5/2, 1/4; rational H = U diag(s) V^T and W, multiplied out, n = 3", reach="cases"
)
def _multiplied(predicted: Predicted) -> Compared:
    for power in POWERS:
        for roots in ((1, 4, 9), (4, 4, 1), (25, 9, 16)):
            s = {symbol: Integer(e) ** 2 for symbol, e in zip((x, y, z), roots, strict=True)}
            yield f"p = {power}, s = {tuple(s.values())}", multiplied(power, roots), predicted.subs({**s, p: power})


v2 = symbols("v2", nonnegative=True)  # V(H)^2

half_step = Claim(
    "daneshmand21.iteration.half-step",
    source=STEP,
    status="reconstructed",
    says="p = 1/2 lowers the gap, strictly unless all s are equal: by Hoelder, (sum s^2)^3 <= (sum s)^2 (sum s^4)",
    tex=r"V(WH)^2<V(H)^2",
    hypotheses=(*SVD, "p = 1/2", "s not all equal"),
    relation="<",
    predicts=v2,
    given=Given(
        {"roots": Spectra(full=True)},
        lambda at: min(at["roots"]) < max(at["roots"]),
        "s = roots^2, not all equal",
        letters={"v2": lambda at: to_sympy(gap_at(diagonal([e**4 for e in at["roots"]])))},
    ),
    left="V(WH)^2",
    uses=("daneshmand21.iteration.power-law",),
    twins=(Twin(v2 / 2, "halved whatever s is"), Twin(3 * v2 / 4, "as near orthogonality, for every s")),
)


@half_step.literal(most=60)
def _lowered(at: At) -> Expr:
    return gap2(pair([to_sympy(e) for e in at.roots], Rational(1, 2))[1])


half_step_two = Claim(
    "daneshmand21.iteration.half-step-two",
    source=STEP,
    status="reconstructed",
    says="p = 1/2, n = 2: V(H)^2 - V(W H)^2 = 2xy (x-y)^2 (x^2 + xy + y^2)/((x+y)^2 (x^2+y^2)^2)",
    tex=r"V(H)^2-V(WH)^2=\frac{2xy(x-y)^2(x^2+xy+y^2)}{(x+y)^2(x^2+y^2)^2}\ (n=2)",
    hypotheses=(*SVD, "p = 1/2", "n = 2"),
    predicts=2 * x * y * (x - y) ** 2 * (x**2 + x * y + y**2) / ((x + y) ** 2 * (x**2 + y**2) ** 2),
    over=grid(x=(9, 4), y=(1, 25)),
    uses=("daneshmand21.iteration.power-law",),
    twins=(
        Twin(after(0, (x, y)) - after(Rational(-1, 2), (x, y)), "A23: p = -1/2: negative"),
        Twin(after(0, (x, y)) - after(Rational(5, 2), (x, y)), "A23: p = 5/2: negative"),
        Twin(after(0, (x, y)), "A23: p = 1: V(W H) = 0"),
        Twin((x**2 + y**2) ** 2 - (x**2 + y**2) ** 3, "A23: the printed Cauchy step squared by sum s^4"),
    ),
)


@cache
def fall() -> Expr:
    """V(H)^2 - V(W H)^2 for the singular values x^2 and 1."""
    H, WH = (M.applyfunc(cancel) for M in pair((x, Integer(1)), Rational(1, 2)))
    return gap2(H) - gap2(WH)


@half_step_two.exact(reach="cases", scope="n = 2, two pairs of singular values and every ratio: H and W multiplied out")
def _two(predicted: Predicted) -> Compared:
    for roots in ((2, 3), (5, 1)):
        H, WH = pair([Integer(e) for e in roots], Rational(1, 2))
        yield f"s = {roots} squared", gap2(H) - gap2(WH), predicted.subs({x: roots[0] ** 2, y: roots[1] ** 2})
    yield "s = (x^2, 1)", fall(), predicted.subs(y, 1).subs(x, x**2)


local = Claim(
    "daneshmand21.iteration.local-rate",
    source=STEP,
    status="new",
    says="near orthogonality V(W H)/V(H) -> |1 - p| at every n: halved for p = 1/2, where BN has n/(n+2), the same at "
    "n = 2 only; |1 - p| > 1 moves away from it",
    tex=r"\lim_{V\to0}\frac{V(WH)^2}{V(H)^2}=(1-p)^2",
    hypotheses=SVD,
    predicts=(1 - p) ** 2,
    over=grid(p=(*POWERS, Integer(3)), n=(2, 3, 8)),
    uses=("daneshmand21.iteration.power-law", "daneshmand21.mean-map.local-rate"),
    twins=(
        Twin((n / (n + 2)) ** 2, "the rate of BN"),
        Twin(1 - p, "the root of it"),
        Twin(1 - p**2, "p = 1/2 keeps 3/4"),
    ),
)


m1, m2 = symbols("m1 m2", real=True)  # means of t_i and t_i^2 over the n eigenvalues


def quadratic(q: Expr) -> Expr:
    """Coefficient of e^2 in n sum lam^(2q)/(sum lam^q)^2, lam_i = 1 + e t_i, i = 1..n: means of binomial series."""
    (b1, b2), (a1, a2) = ((k * q * m1, k * q * (k * q - 1) / 2 * m2) for k in (1, 2))
    # (1 + a1 e + a2 e^2)/(1 + b1 e + b2 e^2)^2
    return (a2 - 2 * b2 + 3 * b1**2 - 2 * a1 * b1).expand()


@local.exact(
    scope="every p and n; eigenvalues 1 + e t of C, by the means of t and t^2, to the order e^2",
    reach="step",
    of="W H has the singular values c s^(1-p) (power-law), and the gap its second-order term",
)
def _second_order(predicted: Predicted) -> Compared:
    yield "every n", quadratic(1 - p) / quadratic(Integer(1)), predicted


cauchy = Claim(
    "daneshmand21.iteration.cauchy-step",
    source=Locator(DANESHMAND21, "appendix E, proof of the right inequality (second-hand)"),
    status="reading",
    says="(sum s^3)^2 <= (sum s^4)^2 for every H with sum s^2 = 1: for s = (1, k)/sqrt(1 + k^2) among others",
    tex=r"\Big(\sum s_i^3\Big)^2\le\Big(\sum s_i^4\Big)^2",
    hypotheses=("sum s^2 = 1",),
    relation="<=",
    predicts=((1 + k**4) / (1 + k**2) ** 2) ** 2,
    over=grid(k=range(1, 10)),
    uses=("daneshmand21.iteration.half-step",),
    expected=Verdict.REFUTED,
    truth=(1 + k**4) / (1 + k**2) ** 2,  # sum s^4, by Cauchy
)


@cauchy.exact(scope="nine pairs of singular values")
def _chain(predicted: Predicted) -> Compared:
    for second in range(1, 10):
        left = Rational((1 + second**3) ** 2, (1 + second**2) ** 3)
        yield f"s ~ (1, {second}): (sum s^3)^2", left, predicted.subs(k, second)


upward = Claim(
    "daneshmand21.iteration.positive-power",
    source=Locator(DANESHMAND21, "markdown of the notebook Figures_3_4 (second-hand: Sigma^(+1/2))"),
    status="reading",
    says="W = V' diag(s)^(+1/2) U^T orthogonalises: V(W H)^2 - V(H)^2 is at most 0",
    tex=r"V(WH)\le V(H),\ W=V'\Sigma^{1/2}U^\top",
    hypotheses=("H = U diag(s) V^T", "V' orthogonal"),
    relation="<=",
    predicts=Integer(0),
    over=({},),
    uses=("daneshmand21.iteration.power-law",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.iteration.power-law",),
    truth=after(-Rational(1, 2), (Integer(4), Integer(1))) - after(0, (Integer(4), Integer(1))),
)


@upward.exact(scope="n = 2, s = (4, 1)")
def _away(predicted: Predicted) -> Compared:
    H, WH = pair((Integer(2), Integer(1)), Rational(-1, 2))
    yield "s = (4, 1): V(W H)^2 - V(H)^2", gap2(WH) - gap2(H), predicted


floor = Claim(
    "daneshmand21.iteration.floor",
    source=STEP,
    status="new",
    says="n >= d: p = 1 with orthogonal V' brings V^2 to 1/d - 1/n, and no W brings it below (gap.range)",
    tex=r"\min_WV(WH)^2=\tfrac1d-\tfrac1n,\ n\ge d",
    hypotheses=(*SVD, "H is d x n of rank d <= n"),
    predicts=1 / d - 1 / n,
    given=Given(
        {"roots": Spectra(full=True), "more": Integers(0)},
        letters={
            "d": lambda at: Integer(len(at["roots"])),
            "n": lambda at: len(at["roots"]) + at["more"],
        },
    ),
    left=r"V(WH)^2,\ W=V'\mathrm{diag}(s)^{-1}U^\top",
    over=grid(d=(1, 2, 3), n=(4, 5)),
    uses=("daneshmand21.gap.power-sums",),
    twins=(Twin(Integer(0), "orthogonal columns, as for n <= d"), Twin(1 / n, "1/n"), Twin(1 / d, "without -1/n")),
)


@floor.literal(most=40)
def _at_p_one(at: At) -> Expr:
    roots = [to_sympy(e) for e in at.roots]
    return gap2(pair(roots, Integer(1), len(roots) + int(at.more))[1])


@floor.exact(scope="(d, n) = (1, 2), (2, 3), (2, 5), (3, 4): rational H, W = V' diag(s)^(-1) U^T", reach="cases")
def _whitened(predicted: Predicted) -> Compared:
    for rows, columns in ((1, 2), (2, 3), (2, 5), (3, 4)):
        _, WH = pair([Integer(k + 1) for k in range(rows)], Integer(1), columns)
        yield f"d = {rows}, n = {columns}", gap2(WH), predicted.subs({d: rows, n: columns})


@cache
def sliced() -> tuple[Matrix, Matrix]:
    """H = S V^T with S = I, n = 3, d = 2, and W H with the first two rows of V in the place of V'."""
    V = Matrix([[1, 2], [2, 1], [2, -2]]) / 3
    return V.T, V[:2, :] * V.T


slicing = Claim(
    "daneshmand21.iteration.sliced",
    source=Locator(DANESHMAND21, "appendix E (second-hand: 'V' orthogonal, obtained by slicing V')"),
    status="reading",
    says="n > d: with the first d rows of V in the place of V' the gap does not rise: V(W H)^2 - V(H)^2 is at most 0",
    tex=r"V(WH)\le V(H),\ V'=V_{1..d}",
    hypotheses=("H = U diag(s) V^T is d x n, n > d", "W = V' diag(s)^(-1/2) U^T, V' = the first d rows of V"),
    relation="<=",
    predicts=Integer(0),
    over=({},),
    uses=("daneshmand21.iteration.floor",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.iteration.floor",),
    # the slice has the singular values 1, 1/3, 0; H is at its floor, 1/2 - 1/3
    truth=after(0, (Integer(1), Rational(1, 3), Integer(0))) - Rational(1, 6),
)


@slicing.exact(scope="d = 2, n = 3, s = (1, 1)")
def _cut(predicted: Predicted) -> Compared:
    H, WH = sliced()
    yield "V(W H)^2 - V(H)^2", gap2(WH) - gap2(H), predicted
