"""The representations and their orthogonality gap V: normalisation, range, and Lemma 4 with its sharp constant."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Integer, Rational, Symbol, factor, sqrt, symbols

from theory.batchnorm import rescale
from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.notation import d, n
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.domains import matrices
from theory.papers.daneshmand21.measures import gap_at, gap_of, gram_of, layer, main_diagonal, shape, squares
from theory.term import each, places, root, size, total
from theory.words import At

REPRESENTATIONS = Locator(DANESHMAND21, "slides: H_(l+1) = (1/sqrt(width)) BN(W_l H_l)")
GAP = Locator(DANESHMAND21, "slides: orthogonality gap(H)")
LAYER = (
    "BN(M) = diag(M M^T)^(-1/2) M normalizes M row-wise, no row of M = W H is zero",
    "H is d x n: n data as columns",
)
GRAM = ("H != 0", "lam_1, .., lam_n the eigenvalues of C = H^T H/|H|_F^2, so that their sum is 1")

SHAPE = {"d": lambda at: shape(at["M"])[0], "n": lambda at: shape(next(iter(at.values())))[1]}


normalisation = Claim(
    "daneshmand21.gap.normalisation",
    source=REPRESENTATIONS,
    status="reconstructed",
    says="|BN(M)|_F^2 = d, the number of rows, so that |H_l|_F = 1 for every l >= 1",
    hypotheses=LAYER,
    predicts=(d, Integer(1)),
    given=Given({"M": matrices()}, letters=SHAPE),
    speaks_of=("rs",),
    twins=(
        Twin((d, d / n), "A1: scaled by 1/sqrt(n) instead of 1/sqrt(d): 2 at d = 6, n = 3"),
        Twin((n, n / d), "A1: columns normalised instead of rows: 1/2"),
    ),
)


@normalisation.literal(most=60)
def _lengths(at: At) -> tuple[Any, Any]:
    return squares(each(lambda row: rescale(row, 1), at.M)), squares(layer(at.M))


p, q, s, c, e = symbols("p q s c e", real=True)
t = Symbol("t", real=True)

rotations = Claim(
    "daneshmand21.gap.rotations",
    source=REPRESENTATIONS,
    status="new",
    says="C(D M R) = R^T C(M) R for a rotation R and D = diag(2, 3, ..) at n = 2: with p = C_11, q = C_12, s = C_22, "
    "cosine c = (1 - t^2)/(1 + t^2), sine e = 2t/(1 + t^2): C_11' = p c^2 + 2q c e + s e^2 and C_12' = (s-p) c e + q "
    "(c^2 - e^2)",
    tex=r"C(DMR)=R^\top C(M)R,\qquad D=\mathrm{diag}(2,3,..)",
    hypotheses=(*LAYER, "n = 2"),
    silent_on="n > 2, other positive D, the half turn (c = -1); that so, with Gaussian W of any variance, the law of "
    "C_(l+1) depends on C_l alone and the chain of eigenvalues does not see R; other weights, for which the law "
    "depends on H_l itself",
    predicts=(p * c**2 + 2 * q * c * e + s * e**2, (s - p) * c * e + q * (c**2 - e**2)),
    given=Given(
        {"M": matrices(columns=Integers(2, 2)), "t": Rationals()},
        letters={
            "p": lambda at: gram_of(layer(at["M"]))[0][0],
            "q": lambda at: gram_of(layer(at["M"]))[0][1],
            "s": lambda at: gram_of(layer(at["M"]))[1][1],
            "c": lambda at: (1 - at["t"] ** 2) / (1 + at["t"] ** 2),
            "e": lambda at: 2 * at["t"] / (1 + at["t"] ** 2),
        },
    ),
    left=r"(C_{11}',C_{12}')",
    speaks_of=("rs",),
    twins=(
        Twin((p * c**2 - 2 * q * c * e + s * e**2, (p - s) * c * e + q * (c**2 - e**2)), "R for R^T"),
        Twin((p, q), "C itself invariant, not its spectrum"),
    ),
)


COSINE, SINE = (1 - t**2) / (1 + t**2), 2 * t / (1 + t**2)


@rotations.literal(most=40)
def _turned(at: At) -> tuple[Any, Any]:
    turned = each(lambda row: (row[0] * at.c + row[1] * at.e, row[1] * at.c - row[0] * at.e), at.M)
    # the row at place k scaled by k + 2
    C = gram_of(layer(each(lambda k, row: each(lambda x: (k + 2) * x, row), places(size(at.M)), turned)))
    return C[0][0], C[0][1]


p1, p2 = symbols("p1 p2", positive=True)  # power sums of the eigenvalues: tr C, tr C^2

power_sums = Claim(
    "daneshmand21.gap.power-sums",
    source=GAP,
    status="reconstructed",
    says="gap(H)^2 = |H^T H/|H|_F^2 - I/|I|_F^2|_F^2 = tr C^2/(tr C)^2 - 1/n, for C = H^T H (the minus sign is lost in "
    "the text of the slides)",
    tex=r"V(H)^2=\Big\|\frac{H^\top H}{\|H\|_F^2}-\frac{I_n}{\|I_n\|_F^2}\Big\|_F^2"
    r"=\frac{\mathrm{tr}\,C^2}{(\mathrm{tr}\,C)^2}-\frac1n",
    hypotheses=("H != 0",),
    predicts=p2 / p1**2 - 1 / n,
    given=Given(
        {"H": matrices()},
        letters={
            "n": SHAPE["n"],
            "p1": lambda at: total(main_diagonal(gram_of(at["H"]))),
            "p2": lambda at: squares(gram_of(at["H"])),
        },
    ),
    left=r"\Big\|\frac{H^\top H}{\|H\|_F^2}-\frac{I_n}{\|I_n\|_F^2}\Big\|_F^2",
    decided_to=3,
    twins=(
        Twin(p2 / p1**2 - 2 / sqrt(n) + 1, "A2: I/|I|_F for I/|I|_F^2: .4226^2 for orthonormal H, n = 3"),
        Twin(p2 / p1 - 1 / n, "H^T H/|H|_F"),
    ),
)


@power_sums.literal(most=100)
def _gap(at: At) -> Any:
    return gap_of(at.H)


x, y = symbols("x y", positive=True)

two_samples = Claim(
    "daneshmand21.gap.two-samples",
    source=GAP,
    status="new",
    says="n = 2: V = |lam_1 - lam_2|/sqrt(2), with eigenvalues scaled to the sum 1",
    tex=r"V=\frac{|\lambda_1-\lambda_2|}{\sqrt2\,(\lambda_1+\lambda_2)}",
    hypotheses=("n = 2", "lam_1, lam_2 > 0"),
    predicts=Abs(x - y) / (sqrt(2) * (x + y)),
    given=Given({"x": Rationals(above=0), "y": Rationals(above=0), "t": Rationals()}),
    left=r"V(H),\ H^\top H=R\,\mathrm{diag}(x,y)R^\top",
    decided_to=1,
    uses=("daneshmand21.gap.power-sums",),
    twins=(
        Twin(
            (x**2 + y**2) / (x + y) ** 2 - Rational(1, 2),
            "A2: the square for V, as eq. (18) of the paper: .32, not .566",
        ),
        Twin(Abs(x - y) / (x + y), "the length of the disc chain, sqrt(2) V"),
    ),
)


@two_samples.literal(most=60)
def _of_square_root(at: At) -> Any:
    # t: the tangent of half the angle of R
    t, x, y = at.t, at.x, at.y
    c, e = (1 - t**2) / (1 + t**2), 2 * t / (1 + t**2)
    return root(gap_at([[x * c * c + y * e * e, (x - y) * c * e], [(x - y) * c * e, x * e * e + y * c * c]]))


@two_samples.exact(
    argued="H is a rotation of two orthogonal rows, so that its eigenvalues are x^2 and y^2",
    scope="every x, y and rotation",
)
def _turned_diagonal(predicted: Predicted) -> Compared:
    cosine, sine = COSINE, SINE
    C = [
        [x * cosine**2 + y * sine**2, (x - y) * cosine * sine],
        [(x - y) * cosine * sine, x * sine**2 + y * cosine**2],
    ]
    yield "V", sqrt(factor(gap_at(C))), predicted
