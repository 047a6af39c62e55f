"""Two data: the chain of Gram matrices as a chain z on the unit disc, exactly.

C = (I + S(z))/2 with S(z) = [[Re z, Im z], [Im z, -Re z]], so |z| = lam_1 - lam_2 = sqrt(2) V. A unit row
(cos f, sin f) adds zeta = e^(2if), so z' = (zeta_1 + .. + zeta_d)/d. Given z the zeta are i.i.d. wrapped Cauchy:
zeta = (u + w)/(1 + conj(w) u), u uniform on the circle, E zeta^m = w^m, and w = z/(1 + s), s = sqrt(1 - |z|^2): the
hyperbolic midpoint of 0 and z. Source: daneshmand21 A13.
"""

from __future__ import annotations

from flint import acb, arb
from sympy import Expr

from theory.exact.certify import at_each_precision
from theory.exact.expressions import enclose
from theory.term.named import named


@named(
    "E[ζ^{1}]({0})",
    r"\mathbb E[\zeta^{{{1}}}]({0})",
    means="ζ(z) = e^(2if), f the angle of (√(1 + z) cos U, √(1 − z) sin U), U uniform",
)
@at_each_precision
def row_mean(length: Expr, power: int) -> arb:
    """E cos(2 power f), (cos f, sin f) the direction of (sqrt(1+z) cos U, sqrt(1-z) sin U), by quadrature over U."""
    size = enclose(length, {})
    lower = ((1 - size) / (1 + size)).sqrt()

    def term(U: acb, analytic: bool) -> acb:
        x, y = U.cos(), lower * U.sin()
        plus, minus = (x + acb(0, 1) * y) ** (2 * power), (x - acb(0, 1) * y) ** (2 * power)
        return (plus + minus) / (2 * (x * x + y * y) ** power)

    return (acb.integral(term, 0, arb.pi() / 2) / (arb.pi() / 2)).real  # it is even, and of period pi
