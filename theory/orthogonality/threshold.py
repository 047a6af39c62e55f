"""Transversal exponents of the chain of daneshmand21: whether a lost direction grows back, and volume at d = n.

With r columns and d rows, H' = d^(-1/2) D W H, D = diag(1/|t_k|), t_k the rows of W H. A direction of size eps
orthogonal to the others grows in square by (1/d)|P D s|^2, s ~ N(0, I_d), P the projector orthogonal to the columns of
H'; gamma(r, d) is the mean of its logarithm. At r = 1 the entries of D s are independent Cauchy variables c_k, up to
signs:

    gamma(1, d) = E log (1/d) sum_k (c_k - mean c)^2.
"""

from __future__ import annotations

from math import comb

from flint import acb, arb
from sympy import Expr, Integer, Rational, log, pi, polygamma, sqrt

from theory.exact.certify import at_each_precision, precision


def rank_one_exponent(d: int) -> Expr:
    """gamma(1, d) in closed form, for d = 2 and 3: 0, and log(8/9) + (4/pi) Cl_2(pi/3) (note `rank-two`).

    Cl_2(pi/3) = (sqrt 3/12)(psi_1(1/3) - psi_1(2/3)), the volume of the regular ideal tetrahedron.

    >>> rank_one_exponent(2), rank_one_exponent(3).evalf(8)
    (0, 1.1744808)
    """
    if d == 2:
        return Integer(0)
    if d == 3:
        clausen = sqrt(3) / 12 * (polygamma(1, Rational(1, 3)) - polygamma(1, Rational(2, 3)))
        return log(Rational(8, 9)) + 4 * clausen / pi
    raise ValueError(f"got d = {d}; a closed form is known for d = 2 and 3")


@at_each_precision
def rank_one_exponent_by_quadrature(d: int, digits: int = 30) -> arb:
    """gamma(1, d) for d = 2, 3 from the densities of Cauchy variables, all but one of the integrals by residues.

    d = 2: ((c_1 - c_2)/2)^2 with c_1 given: E log|c - z|^2 = log|z + i|^2 for real z. d = 3: the sum of squares is
    (2/3)|c_1 + w c_2 + w^2 c_3|^2, w = e^(2 pi i/3); c_1 by harmonicity, (c_2 + c_3)/2 by residues, and with
    (c_2 - c_3)/2 = e^x there is left 2 log 2 + (4/pi) Re int log(1 + e^(x + i pi/6))/(e^x - i) dx.

    >>> print(rank_one_exponent_by_quadrature(3, 12).str(8, radius=False))
    1.1744808
    """
    if d not in (2, 3):
        raise ValueError(f"got d = {d}; wanted 2 or 3")
    with precision(digits + 20):
        end = arb(3 * digits + 30)
        if d == 2:  # E log((c^2 + 1)/4), of density 1/(pi cosh x) in x = log|c|

            def line(x: acb, analytic: bool) -> acb:
                return ((2 * x).exp() + 1).log(analytic=analytic) / (acb.pi() * x.cosh())

            tail = (8 * end * (-end).exp()).upper()
            return acb.integral(line, -end, end, abs_tol=tail / 1000).real + arb(0, tail) - 2 * arb(2).log()
        root = (acb.pi() * acb(0, 1) / 6).exp()

        def half_plane(x: acb, analytic: bool) -> acb:
            h = x.exp()
            return (1 + h * root).log(analytic=analytic) / (h - acb(0, 1))

        # beyond the ends the integrand is below 2 e^x and below 2 (x + 4) e^(-x)
        tail = (2 * (end + 6) * (-end).exp()).upper()
        inner = acb.integral(half_plane, -end, end, abs_tol=tail / 1000).real
        return (arb(8) / 9).log() + 4 / arb.pi() * (inner + arb(0, tail))


def isotropic_volume_drift(n: int) -> Expr:
    """E log|det H'| - log|det H| at d = n, H orthogonal: (1/2) sum_(j<n) (psi(j/2) - psi(n/2)) < 0.

    >>> isotropic_volume_drift(2), isotropic_volume_drift(4).expand()
    (-log(2), -2*log(2) - 1/2)
    """
    ends = [polygamma(0, Rational(j, 2)) for j in range(1, n + 1)]
    return sum((e - ends[-1] for e in ends[:-1]), Integer(0)) / 2


def marchenko_pastur(power: int, ratio: Expr) -> Expr:
    """int x^power of the law of ratio y and mean 1: Narayana's polynomial sum_k C(p,k) C(p-1,k)/(k+1) y^k.

    >>> marchenko_pastur(3, Rational(1, 4))
    29/16
    """
    return sum((Rational(comb(power, k) * comb(power - 1, k), k + 1) * ratio**k for k in range(power)), Integer(0))
