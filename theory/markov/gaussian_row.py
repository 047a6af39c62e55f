"""Means over a Gaussian layer on symbols: a row e_1 + gamma w, w ~ N(0, I_d), and det(m I + W) at d = 2.

Of x = e_1 + gamma w the Laplace transform of |x|^2 is a product over coordinates, each by completing the square; the
integral over s, from 1/|x|^2 = int e^(-s|x|^2) ds or from Frullani's log|x|^2 = int (e^(-s) - e^(-s|x|^2)) ds/s, is
SymPy's over v = 1/(1 + 2 s gamma^2), from 1 to 0. Of the determinant D it is Frullani's log|D| = int (cos t - cos tD)
dt/t.
"""

from __future__ import annotations

from functools import cache

from sympy import (
    Ei,
    Expr,
    I,
    Integer,
    Poly,
    Shi,
    Symbol,
    cancel,
    cos,
    diff,
    exp,
    expand,
    integrate,
    log,
    oo,
    series,
    simplify,
    sqrt,
    symbols,
)

g = Symbol("g", positive=True)  # gamma
m = Symbol("m", positive=True)  # 1/gamma
s, t, v = symbols("s t v", positive=True)
w = Symbol("w", real=True)


def mean_of_exp(exponent: Expr, power: int = 0) -> Expr:
    """E w^power e^exponent, w ~ N(0, 1), the square completed: e^(c + b^2/(2a))/sqrt(a) of c + b w - (a - 1) w^2/2.

    >>> mean_of_exp(-(w**2) / 2), mean_of_exp(I * t * w), mean_of_exp(Integer(0), 4)
    (sqrt(2)/2, exp(-t**2/2), 3)
    """
    b = Symbol("b")
    square, line, alone = (Poly(exponent, w).coeff_monomial(w**k) for k in (2, 1, 0))
    a = 1 - 2 * square
    return diff(exp(b**2 / (2 * a)), b, power).subs(b, line) * exp(alone) / sqrt(a)


@cache
def _factors() -> tuple[Expr, Expr, Expr, Expr]:
    """E e^(-s x_1^2), and for x_b = gamma w: E e^(-s x_b^2), E x_b e^(-s x_b^2), E x_b^2 e^(-s x_b^2)."""
    along = simplify(mean_of_exp(-s * (1 + g * w) ** 2))
    none, odd, square = (simplify(g**k * mean_of_exp(-s * (g * w) ** 2, k)) for k in (0, 1, 2))
    return along, none, odd, square


def _over_v(of: Expr) -> Expr:
    """The integral over s > 0, by v: of a polynomial times e^(rate v), by an antiderivative.

    Raises
    ------
    ArithmeticError : the integrand is none such, or the derivative is another one.
    """
    rate = 1 / (2 * g**2)
    place = (1 / v - 1) * rate
    factor = expand(simplify(-of.subs(s, place) * diff(place, v) * exp(-rate * v)))
    if not factor.is_polynomial(v):
        raise ArithmeticError(f"{factor} is no polynomial in v")
    whole, slope, sign = Integer(0), factor, 1
    for power in range(1, Poly(factor, v).degree() + 2):
        whole, slope, sign = whole + sign * slope / rate**power, diff(slope, v), -sign
    if expand(diff(whole, v) + rate * whole - factor) != 0:
        raise ArithmeticError(f"({whole}) e^({rate} v) is no antiderivative")
    return expand(whole.subs(v, 1) * exp(rate) - whole.subs(v, 0))


@cache
def share(width: int) -> Expr:
    """E x_b^2/|x|^2, b > 1, in so many dimensions.

    >>> share(2)
    g**2 - g**2*exp(-1/(2*g**2))
    """
    along, none, _, square = _factors()
    return _over_v(along * square * none ** (width - 2))


def odd_mean() -> Expr:
    """A factor of E x_a x_b/|x|^2, a != b, one of them at least being another than 1."""
    return _factors()[2]


@cache
def log_length_slope(width: int) -> Expr:
    """The derivative by gamma of E log|x|, which is 0 at gamma = 0."""
    along, none, _, _ = _factors()
    return _over_v(-diff(along * none ** (width - 1), g) / s / 2)


def frame_covariance(width: int) -> Expr:
    """Cov(<a, Wu>, <b, Wu>) less <a, b><u, u>, for all vectors a, b, u."""
    a, b, u = (symbols(f"{name}:{width}", real=True) for name in "abu")
    # of sum a_i u_k W_ik and sum b_j u_l W_jl: those with i = j and k = l
    found = sum(a[i] * u[k] * b[i] * u[k] for i in range(width) for k in range(width))
    inner = sum((p * q for p, q in zip(a, b, strict=True)), Integer(0))
    return expand(found - inner * sum(x**2 for x in u))


@cache
def _of_products() -> tuple[Expr, Expr]:
    """E e^(itxy) of independent x, y ~ N(0, 1), and of x, y ~ N(m, 1)."""
    x = Symbol("x", real=True)
    given = mean_of_exp(I * t * w * x)  # x y of y ~ N(0, 1)
    of_x = given.args[0].subs(x, w)
    return mean_of_exp(of_x), simplify(mean_of_exp(of_x.subs(w, w + m) + I * t * m * (w + m)))


@cache
def of_determinant() -> Expr:
    """E e^(itD), D = (m + W_11)(m + W_22) - W_12 W_21, the last one symmetric."""
    plain, moved = _of_products()
    return simplify(plain * moved)


def stated_of_determinant() -> Expr:
    """The same in v = 1/(1 - it): e^(m^2 (v - 1))/((1 - it)(1 + it))."""
    return exp(m**2 * (1 / (1 - I * t) - 1)) / ((1 - I * t) * (1 + I * t))


@cache
def log_determinant_slope() -> tuple[Expr, Expr, Expr]:
    """The derivative of E log|D| by m^2, and two sides that have to be equal.

    It is the real part of an integral over v = 1/(1 - it), which runs from 1 over the upper half circle to 0. An
    antiderivative there has Ei at m^2 (v - 1/2), off its cut but for the end, where its real part is continuous.
    """
    phi, z, square = stated_of_determinant(), Symbol("z"), Symbol("square", positive=True)
    by_square = -diff(phi, m) / (2 * m) / t  # of (cos t - Re phi)/t
    step = 1 / (I * z**2)  # dt/dv, it = 1 - 1/v
    along = simplify(cancel(simplify((by_square / exp(m**2 * (1 / (1 - I * t) - 1))).subs(t, (1 - 1 / z) / I)) * step))
    along *= exp(square * (z - 1))
    whole = -exp(square * (z - 1)) / (2 * square) - exp(-square / 2) * Ei(square * (z - Integer(1) / 2)) / 4
    ends = whole.subs(z, 0) - whole.subs(z, 1)
    return ends.subs(square, m**2), simplify(diff(whole, z) - along), Integer(0)


@cache
def determinant_steps() -> tuple[tuple[str, Expr, Expr], ...]:
    """What makes it so: where, and two sides that have to be equal."""
    _, one, other = log_determinant_slope()
    return (
        ("the characteristic function of det(m I + W)", of_determinant(), stated_of_determinant()),
        ("the antiderivative of a slope", one, other),
    )


@cache
def exponent_coefficient(order: int) -> Expr:
    """Of m^(2 order) in E log|det(m I + W)| - 2 E log|m + w_1 + w_2|."""
    return expand(log_determinant_coefficient(order) - 2 * log_sum_coefficient(order))


@cache
def log_length(dimensions: Expr) -> Expr:
    """E log|x| of x ~ N(0, I): E |x|^z in polar coordinates, and its derivative at z = 0."""
    r, z, count = symbols("r z count", positive=True)
    power = integrate(r ** (count - 1 + z) * exp(-(r**2) / 2), (r, 0, oo))
    return simplify(diff(power / power.subs(z, 0), z).subs(z, 0)).subs(count, dimensions)


@cache
def log_sum_coefficient(order: int) -> Expr:
    """Of m^(2 order) in E log|m + w_1 + w_2|: of (cos t - Re E e^(it(m + w_1 + w_2)))/t, over t > 0."""
    if order == 0:
        return log_length(Integer(1)) + log(2) / 2  # w_1 + w_2 = sqrt(2) w
    spread = mean_of_exp(I * t * sqrt(2) * w)
    return integrate(-spread * cos(m * t).series(m, 0, 2 * order + 2).removeO().coeff(m, 2 * order) / t, (t, 0, oo))


@cache
def log_determinant_coefficient(order: int) -> Expr:
    """Of m^(2 order) in E log|D|, D = det(m I + W)."""
    if order == 0:
        # D has then the characteristic function of the density e^(-|x|)/2
        x, p = symbols("x p", positive=True)
        at_zero, half = of_determinant().subs(m, 0), integrate(exp(-p * x), (x, 0, oo))
        laplace = sum(half.subs(p, 1 + sign * I * t) for sign in (1, -1)) / 2
        z = Symbol("z", positive=True)
        return diff(integrate(x**z * exp(-x), (x, 0, oo)), z).subs(z, 0) + simplify(at_zero / laplace - 1)
    a = Symbol("a", positive=True)
    slope = log_determinant_slope()[0].subs(m, sqrt(a))
    return series(slope.rewrite(Shi), a, 0, order).removeO().coeff(a, order - 1) / order
