"""Constants: typed with too few digits, off by one, off by a sign, for another size of the same thing."""

from __future__ import annotations

from sympy import E, Integer, Rational, Symbol, binomial, exp, factorial, log, pi, sqrt, zeta

from bninit.api import Batches, Integers, Rationals, alpha, batchnorm, enclose, k, n, recentre, t
from tests.adversarial.making import false, true

LENGTH = {"n": lambda at: len(at["x"])}
ROWS = {"x": Batches(Integers(2, 4), up_to=("order", "shift", "scale"))}
s = Symbol("s", positive=True)


@false("=", Rational("3.14159265358979323846264338327950288419716939937510"), {"n": Integers(1, 2)}, kind="certified")
def pi_to_fifty_digits(at):
    "pi is its first fifty digits."
    return enclose(pi, {}, 80)


@true("in", (Rational("3.1415926535"), Rational("3.1415926536")), {"n": Integers(1, 2)}, kind="certified")
def pi_between_ten_digits(at):
    "pi lies between its first ten digits and the next."
    return enclose(pi, {}, 80)


@false("in", (Rational("3.1415926536"), Rational("3.1415926537")), {"n": Integers(1, 2)}, kind="certified")
def pi_rounded_up(at):
    "pi lies between ten digits, rounded up, and the next."
    return enclose(pi, {}, 80)


@false("=", Integer(640320**3 + 744), {"n": Integers(1, 2)}, kind="certified")
def an_almost_integer(at):
    "e^(pi sqrt 163) is 640320^3 + 744."
    return enclose(exp(pi * sqrt(163)), {}, 80)


@true("<", Integer(640320**3 + 744), {"n": Integers(1, 2)}, kind="certified")
def an_almost_integer_from_below(at):
    "e^(pi sqrt 163) is below 640320^3 + 744."
    return enclose(exp(pi * sqrt(163)), {}, 80)


@false("=", n, ROWS, letters=LENGTH)
def squares_with_one_less(at):
    "The squared entries after BN sum to n, for rows recentred alone."
    return sum(z**2 for z in recentre(at.x))


@true("=", n, ROWS, letters=LENGTH)
def squares_after_bn(at):
    "The squared entries after BN sum to n."
    return sum(z**2 for z in batchnorm(at.x))


@false("=", n - 1, ROWS, letters=LENGTH)
def squares_after_bn_less_one(at):
    "The squared entries after BN sum to n - 1."
    return sum(z**2 for z in batchnorm(at.x))


@false("=", -1 / n, ROWS, letters=LENGTH)
def pairs_over_n(at):
    "The mean product of two different entries after BN is -1/n."
    z = batchnorm(at.x)
    size = len(z)
    return sum(z[i] * z[j] for i in range(size) for j in range(size) if i != j) / (size * (size - 1))


@true("=", -1 / (n - 1), ROWS, letters=LENGTH)
def pairs_over_n_less_one(at):
    "The mean product of two different entries after BN is -1/(n - 1)."
    z = batchnorm(at.x)
    size = len(z)
    return sum(z[i] * z[j] for i in range(size) for j in range(size) if i != j) / (size * (size - 1))


@false("=", n**2 / (n**2 - 2 * n + 1), {"n": Integers(2)})
def an_invariance_constant(at):
    "The invariance constant with one escaped point is n^2/(n^2 - 2 n + 1)."
    return alpha(at.n)


@true("=", n**2 / (n**2 - 2 * n + 2), {"n": Integers(2)})
def the_invariance_constant(at):
    "The invariance constant with one escaped point is n^2/(n^2 - 2 n + 2)."
    return alpha(at.n)


@false("<=", E * sqrt(n) * (n / E) ** n, {"n": Integers(2, 20)}, kind="certified")
def stirling_with_a_factor_too_much(at):
    "n! + 1 is at most e sqrt n (n/e)^n: not for n = 2."
    return enclose(factorial(at.n) + 1, {})


@true("<=", E * sqrt(n) * (n / E) ** n, {"n": Integers(1, 20)}, kind="certified")
def stirling(at):
    "n! is at most e sqrt n (n/e)^n, with equality at 1."
    return enclose(factorial(at.n), {})


@false("=", 2**n - 1, {"n": Integers(1, 20)})
def subsets(at):
    "n points have 2^n - 1 subsets, the empty one with them."
    return sum(binomial(at.n, i) for i in range(int(at.n) + 1))


@true("=", 2**n, {"n": Integers(1, 20)})
def subsets_with_the_empty_one(at):
    "n points have 2^n subsets."
    return sum(binomial(at.n, i) for i in range(int(at.n) + 1))


@false("=", pi**2 / 6, {"n": Integers(1, 2)}, kind="certified")
def a_partial_sum(at):
    "1 + 1/4 + .. + 1/10^10 is pi^2/6."
    return enclose(zeta(2), {}, 60) - enclose(Rational(1, 10**5), {}, 60)


@true("<=", n * log(n) + 1, {"n": Integers(1, 20)}, kind="certified")
def a_logarithm_of_a_factorial(at):
    "log n! is at most n log n + 1."
    return enclose(log(factorial(at.n)), {})


@false("<=", 1 + t, {"t": Rationals(least=0, most=1)}, kind="certified")
def a_sign_of_a_tangent(at):
    "e^t is at most 1 + t on [0, 1]."
    return enclose(exp(t), {"t": at.t})


@false("=", (k + 1) ** 2, {"k": Integers(1)})
def a_sum_from_the_wrong_end(at):
    "The sum of the first k odd numbers is (k + 1)^2."
    return sum((2 * i + 1 for i in range(int(at.k))), Integer(0))
