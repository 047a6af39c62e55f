"""Fixed points of the infinite-width Gram map of RC + ReLU, in closed form.

`symmetric` (BSB1): all points alike. `outlier`: one point orthogonal to a cluster that has become a single point.
Broken and saddle points, and rescaling, have no closed form; they come with the certified solver.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, ImmutableMatrix, Integer, Rational, acos, latex, pi, sqrt

from theory.certify import decimal, precision
from theory.expressions import enclose
from theory.notation import alpha


@dataclass(frozen=True)
class FixedPoint:
    """A ray G with K(PGP) = multiplier * G, described by exact numbers.

    Attributes
    ----------
    kind, n : which fixed point, and the batch size.
    norm_ratio : |x_o| / |x_c|, outlier against cluster point.
    cos_outlier_cluster, cos_cluster : cosines between the outlier and a cluster point, and inside the cluster.
    multiplier : factor on G per layer at He gain (Var W_ij = 2/m).
    """

    kind: str
    n: int
    norm_ratio: Expr
    cos_outlier_cluster: Expr
    cos_cluster: Expr
    multiplier: Expr
    components: tuple[str, ...] = ("rc", "nl")

    def gram(self) -> ImmutableMatrix:
        """The Gram matrix with |x_c| = 1, exact, shape (n, n); the outlier comes first."""
        ratio, oc, cc = self.norm_ratio, self.cos_outlier_cluster, self.cos_cluster

        def entry(i: int, j: int) -> Expr:
            if i == j:
                return ratio**2 if i == 0 else Integer(1)
            return ratio * oc if 0 in (i, j) else cc

        return ImmutableMatrix(self.n, self.n, entry)

    def figures(self, digits: int = 20) -> dict[str, str]:
        """Decimal strings of the four numbers, every printed digit correct."""
        out = {}
        for name in ("cos_outlier_cluster", "cos_cluster", "norm_ratio", "multiplier"):
            with precision(digits + 10):
                out[name] = decimal(enclose(getattr(self, name), {}, digits + 10), digits)
        return out

    def _repr_latex_(self) -> str:
        rows = (
            (r"|x_o|/|x_c|", self.norm_ratio),
            (r"\cos(x_o, x_c)", self.cos_outlier_cluster),
            (r"\cos(x_c, x_{c'})", self.cos_cluster),
            (r"\mu", self.multiplier),
        )
        lines = r" \\ ".join(f"{name} &= {latex(number)}" for name, number in rows)
        return rf"$\begin{{aligned}}{lines}\end{{aligned}}$"


def _checked(n: int) -> Integer:
    if not 2 <= n <= 10**6:
        raise ValueError(f"n = {n}: a fixed point of a batch needs 2 to 1,000,000 points")
    return Integer(n)


def symmetric(n: int) -> FixedPoint:
    """BSB1, the symmetric fixed point of RC + ReLU (nachum24, S1): cosine b - a/(n-1) for every n.

    a = arccos(1/(n-1))/pi and b = sqrt(n(n-2))/(pi(n-1)) are kappa' and (kappa - rho kappa') at rho = -1/(n-1).

    >>> symmetric(9).figures(8)["cos_cluster"]
    '0.25829994'
    """
    size = _checked(n)
    a = acos(1 / (size - 1)) / pi
    b = sqrt(size * (size - 2)) / (pi * (size - 1))
    cosine = b - a / (size - 1)
    return FixedPoint("symmetric", n, Integer(1), cosine, cosine, (1 - cosine) * (size - 1) / size)


def outlier(n: int) -> FixedPoint:
    """The exact outlier ray O_o: norm ratio n - 1, orthogonal, cluster collapsed; multiplier 1/alpha.

    >>> outlier(3).gram()
    Matrix([
    [4, 0, 0],
    [0, 1, 1],
    [0, 1, 1]])
    """
    size = _checked(n)
    return FixedPoint("outlier", n, size - 1, Integer(0), Integer(1), Rational(1) / alpha(size))
