"""The outlier configuration: k copies of one point, n - k copies of another, through RC + ReLU layers.

With d = x_o - x_c and t = w.d for one row w of the weights, recentring leaves ((n-k)/n) t on the k outlier
points and -(k/n) t on the others; the ReLU keeps one side. So everything about a layer is a function of i.i.d.
half-normal variables. A = (n-k)^2, B = k^2, alpha_k = n^2/(A + B). Source: nachum24, groups I1 to I6.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

import sympy
from flint import acb, arb, fmpq, fmpq_mat
from sympy import Expr, ImmutableMatrix, Rational

from theory.exact.certify import at_each_precision, precision
from theory.exact.quadrature import mean_log
from theory.notation import k, m, n
from theory.wide.kernels import relu_moment


def outlier_gram(size: int) -> ImmutableMatrix:
    """O_o = (n-1)^2 e_o e_o^T + (1 - e_o)(1 - e_o)^T with o the first point, shape (n, n).

    >>> outlier_gram(3)
    Matrix([
    [4, 0, 0],
    [0, 1, 1],
    [0, 1, 1]])
    """
    if size < 2:
        raise ValueError(f"an outlier needs at least 2 points, got n = {size}")
    return ImmutableMatrix(size, size, lambda i, j: (size - 1) ** 2 if i == j == 0 else 0 if 0 in (i, j) else 1)


def mean_square(scale: Expr | Rational, gain: Expr | int = 2) -> Expr:
    """E sum_i relu(scale * t_i)^2 over a layer, t_i ~ N(0, gain/m |d|^2), in units of |d|^2."""
    return gain * scale**2 * relu_moment(2)


def growth_moment(power: int, size: Expr = n, escaped: Expr = k) -> Expr:
    """E Y^power for Y = 2 alpha_k ((A t_+^2 + B t_-^2)/n^2, t standard normal; E Y = 1.

    |d'|^2/|d|^2 is the mean of m independent copies of Y when Var W_ij = 2 alpha_k/m.
    """
    A, B = (size - escaped) ** 2, escaped**2
    return (2 / (A + B)) ** power * (A**power + B**power) * relu_moment(2 * power)


def growth_variance(size: Expr = n, escaped: Expr = k, width: Expr = m) -> Expr:
    """Var(|d'|^2/|d|^2) = (6 (A^2 + B^2)/(A + B)^2 - 1)/m (nachum24, I3)."""
    A, B = (size - escaped) ** 2, escaped**2
    return (6 * (A**2 + B**2) / (A + B) ** 2 - 1) / width


def squared_deviation_variance(size: int, escaped: int, width: int) -> Fraction:
    """Var((R - 1)^2) for R = |d'|^2/|d|^2, from the first four moments of one neuron, exactly."""
    raw = [Fraction(str(growth_moment(p, sympy.Integer(size), sympy.Integer(escaped)))) for p in range(1, 5)]
    raw.insert(0, Fraction(1))
    zero = Fraction(0)
    central = [sum((comb(p, i) * raw[i] * (-1) ** (p - i) for i in range(p + 1)), zero) for p in range(5)]
    fourth = (central[4] + 3 * (width - 1) * central[2] ** 2) / Fraction(width) ** 3
    return fourth - (central[2] / width) ** 2


@at_each_precision
def log_growth(size: int, escaped: int, width: int, digits: int = 20) -> arb:
    """E log(|d'|^2/|d|^2) at Var W_ij = 2 alpha_k/m, enclosed (nachum24, I4; the Lyapunov exponent).

    From the Laplace transform of S = sum_i (A t_+^2 + B t_-^2), t standard normal.

    >>> log_growth(10, 1, 1, 12).str(10, radius=False)
    '-2.786710335'
    """
    A, B = (size - escaped) ** 2, escaped**2
    with precision(digits + 20):
        half = arb(1) / 2

        def laplace(s: acb, analytic: bool) -> acb:
            return (half * (_rsqrt(1 + 2 * A * s, analytic) + _rsqrt(1 + 2 * B * s, analytic))) ** width

        def far(x: acb, analytic: bool) -> acb:  # each root is x/sqrt(x^2 + 2A) at s = x^(-2)
            square = x * x
            return (
                x ** (width - 1)
                * (half * (_rsqrt(square + 2 * A, analytic) + _rsqrt(square + 2 * B, analytic))) ** width
            )

        return mean_log(laplace, far, arb(1) / (4 * max(A, B)), digits) - (arb(width * (A + B)) / 2).log()


def _rsqrt(z: acb, analytic: bool) -> acb:
    return acb(1) / z.sqrt(analytic=analytic)


@at_each_precision
def log_growth_by_mixture(size: int, escaped: int, width: int, digits: int = 20) -> arb:
    """The same exponent by a second route: mixing over the number of neurons active on the outliers.

    Given N of m: S = chi^2_m (B + (A - B) X), the factors independent, X ~ Beta(N/2, (m-N)/2).
    """
    with precision(digits + 20):
        first = mixed_log(*_squares(size, escaped), width)
        return (arb(width) / 2).digamma() + (arb(4) / (width * ((size - escaped) ** 2 + escaped**2))).log() + first


@at_each_precision
def log_growth_variance(size: int, escaped: int, width: int, digits: int = 12) -> arb:
    """Var log(|d'|^2/|d|^2), enclosed, by the same mixture."""
    with precision(digits + 20):
        spread = mixed_log(*_squares(size, escaped), width, 2) - mixed_log(*_squares(size, escaped), width) ** 2
        return arb(2).zeta(arb(width) / 2) + spread


def _squares(size: int, escaped: int) -> tuple[arb, arb]:
    return arb((size - escaped) ** 2), arb(escaped**2)


def mixed_log(A: arb, B: arb, width: int, power: int = 1) -> arb:
    """E log(B + (A - B) X)^power, X ~ Beta(N/2, (m-N)/2), N ~ Bin(m, 1/2); X = sin^2 of an angle.

    A, B > 0: a sum over m independent standard normal t, of A t^2 or B t^2 as a fair coin says, is chi^2_m times
    B + (A - B) X, with independent factors.
    """
    mixed = range(1, width)
    # 1/Beta(N/2, (m-N)/2) normalises the density
    gammas = [(arb(N) / 2).gamma() for N in range(1, width + 1)]
    weights = [2 * comb(width, N) * gammas[-1] / (gammas[N - 1] * gammas[width - N - 1]) for N in mixed]

    def integrand(angle: acb, analytic: bool) -> acb:
        s, c = angle.sin(), angle.cos()
        density, power_of_c = acb(0), acb(1)  # the sum of weights[N - 1] s^(N-1) c^(width-N-1)
        for weight in reversed(weights):
            density, power_of_c = density * s + weight * power_of_c, power_of_c * c
        return density * (B * c * c + A * s * s).log(analytic=analytic) ** power

    whole = acb.integral(integrand, 0, arb.pi() / 2).real if mixed else arb(0)
    return (A.log() ** power + B.log() ** power + whole) / 2**width


def mean_map_derivative(size: int) -> fmpq_mat:
    """Derivative of G -> alpha K(PGP) at the outlier Gram, on centred symmetric matrices, exactly.

    At the configuration all correlations are +-1, where kappa' is 1 or 0 and kappa - rho kappa' vanishes, so the
    derivative keeps the entries of PEP inside the cluster and at the outlier, and drops the rest. Rows and columns are
    the n(n-1)/2 coordinates E = sum_(i<j) c_ij (e_i - e_j)(e_i - e_j)^T, a basis of the centred ones.
    """
    pairs = [(i, j) for i in range(size) for j in range(i + 1, size)]
    gain = fmpq(size**2, (size - 1) ** 2 + 1)
    image = fmpq_mat(len(pairs), len(pairs))
    for column, (a, b) in enumerate(pairs):
        kept = {(a, a): 1, (b, b): 1}
        if a > 0:  # the pair lies in the cluster
            kept[a, b] = kept[b, a] = -1
        centred = _centre(kept, size)
        for row, (i, j) in enumerate(pairs):
            # a centred symmetric matrix M is sum over pairs of (-M_ij)(e_i - e_j)(e_i - e_j)^T
            image[row, column] = -gain * centred(i, j)
    return image


def _centre(entries: dict[tuple[int, int], int], size: int):  # type: ignore[no-untyped-def]
    """(i, j) -> entry of P M P for a sparse symmetric integer matrix M."""
    rows = [sum(v for (a, _), v in entries.items() if a == i) for i in range(size)]
    total = sum(entries.values())
    return lambda i, j: entries.get((i, j), 0) - fmpq(rows[i] + rows[j], size) + fmpq(total, size * size)
