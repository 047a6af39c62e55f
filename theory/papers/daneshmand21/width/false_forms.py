"""readings of what a nearly orthogonal start does, that are false."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from flint import acb, arb, fmpq_mat
from sympy import Integer, Rational, Symbol, exp, sqrt

from theory.claim import Claim, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers, Values
from theory.exact.certify import at_each_precision, precision, upper_end
from theory.exact.rationals import to_fmpq
from theory.notation import d
from theory.papers.daneshmand21.domains import spectra
from theory.papers.daneshmand21.measures import diagonal, gap_at
from theory.papers.daneshmand21.width.setting import NEAR
from theory.words import At

v = Symbol("v", positive=True)

surely = Claim(
    "daneshmand21.width.surely",
    source=NEAR,
    status="reading",
    says="a nearly orthogonal start stays so surely: n = 2, from V = 0, P(V > 3/10 after one layer) = 0 at d = "
    "12, 16, 32",
    tex=r"P(V(H_2)>\tfrac3{10}\,|\,V(H_1)=0)=0",
    hypotheses=("W_l Gaussian", "n = 2"),
    relation="<=",
    predicts=Integer(0),
    given={"d": Values(Integer(12), Integer(16), Integer(32)), "v": Values(Rational(3, 10))},
    left=r"P(V(H_2)>v\,|\,V(H_1)=0)",
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.width.one-layer-tail",),
    truth=exp(-d * (v - 1 / sqrt(2 * d)) ** 2),  # n = 2
)


@at_each_precision
def beyond(width: int, v: Rational) -> arb:
    """P(|zeta_1 + .. + zeta_d| > R), R = sqrt(2) v d, the zeta uniform on the circle and independent.

    With E e^(i x.zeta) = J_0(|x|) the sum is within R with probability R int_0^oo J_1(R t) J_0(t)^d dt (Kluyver 1905).
    """
    R, end = width * arb(2).sqrt() * arb(to_fmpq(v)), 60

    def integrand(t: acb, _: bool) -> acb:
        return R * (R * t).bessel_j(1) * t.bessel_j(0) ** width

    # |J_0(t)| and |J_1(t)| are at most 2 sqrt(2/(pi t))
    rest = 2 ** (width + 1) * end * R.sqrt() * (2 / (arb.pi() * end)) ** (arb(width + 1) / 2)
    return 1 - acb.integral(integrand, 0, end).real + arb(0, upper_end(rest))


@surely.literal(kind="certified", scope="by the characteristic function of a point of the circle, inverted")
def _beyond(at: At) -> arb:
    with precision(15):
        return beyond(int(at.d), at.v)  # V > v where sqrt(2) V = |zeta_1 + .. + zeta_d|/d > sqrt(2) v, zeta = e^(2if)


any_gap = Claim(
    "daneshmand21.width.any-gap-below-one",
    source=NEAR,
    status="reading",
    says="any gap v < 1 keeps the least eigenvalue away from 0: at n = 4, V <= 2/5 forces rank 4",
    tex=r"V(C)\le\tfrac25\implies\mathrm{rank}\,C=4",
    hypotheses=("n = 4",),
    relation=">=",
    predicts=Integer(4),
    given=Given(
        {"spectrum": spectra(Integers(4, 4))},
        lambda at: gap_at(diagonal(at["spectrum"])) <= Fraction(4, 25),
        "the eigenvalues of C, V(C) <= 2/5",
    ),
    left=r"\mathrm{rank}\,C",
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.gap.range",),
    truth=Integer(3),  # 1/r - 1/4 <= 4/25 for r = 3, 4
)


@any_gap.literal(most=60)
def _rank(at: At) -> Integer:
    # C = T diag(spectrum) T, T = I - 2 v v^T/|v|^2, v = (1, .., n): no entry of it is 0
    size = range(len(at.spectrum))
    square = sum((i + 1) ** 2 for i in size)
    turn = fmpq_mat(
        len(size), len(size), [int(i == j) * square - 2 * (i + 1) * (j + 1) for i, j in product(size, size)]
    )
    values = fmpq_mat(len(size), len(size), [to_fmpq(x) for row in diagonal(at.spectrum) for x in row])
    return Integer((turn * values * turn).rank())
