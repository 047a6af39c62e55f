"""Constants: typed with too few digits, off by one, off by a sign, for another size of the same thing."""

from __future__ import annotations

from sympy import E, Integer, Rational, binomial, exp, factorial, log, pi, sqrt, zeta

from bninit.api import Batches, Integers, Rationals, alpha, batchnorm, enclose, k, n, recentre, t
from tests.adversarial.making import false, table, true

ROWS = {"x": Batches(Integers(2, 4), up_to=("order", "shift", "scale"))}
LENGTH = {"n": lambda at: len(at["x"])}
TWO = {"n": Integers(1, 2)}
TWENTY = {"n": Integers(1, 20)}

table(
    ("pi is its first fifty digits; between ten digits and the next it lies, if they are not rounded up.",
     lambda at: enclose(pi, {}, 80),
     false("=", Rational("3.14159265358979323846264338327950288419716939937510"), TWO, kind="certified"),
     true("in", (Rational("3.1415926535"), Rational("3.1415926536")), TWO, kind="certified"),
     false("in", (Rational("3.1415926536"), Rational("3.1415926537")), TWO, kind="certified")),
    ("e^(pi sqrt 163) is below 640320^3 + 744 by next to nothing.",
     lambda at: enclose(exp(pi * sqrt(163)), {}, 80),
     false("=", Integer(640320**3 + 744), TWO, kind="certified"),
     true("<", Integer(640320**3 + 744), TWO, kind="certified")),
    ("The squared entries after BN sum to n, for rows recentred alone.",
     lambda at: sum(z**2 for z in recentre(at.x)), false("=", n, ROWS, letters=LENGTH)),
    ("The squared entries after BN sum to n, and not n - 1.",
     lambda at: sum(z**2 for z in batchnorm(at.x)),
     true("=", n, ROWS, letters=LENGTH), false("=", n - 1, ROWS, letters=LENGTH)),
    ("The invariance constant with one escaped point is n^2/(n^2 - 2 n + 2), and not + 1.",
     lambda at: alpha(at.n),
     false("=", n**2 / (n**2 - 2 * n + 1), {"n": Integers(2)}),
     true("=", n**2 / (n**2 - 2 * n + 2), {"n": Integers(2)})),
    ("n! is at most e sqrt n (n/e)^n, with equality at 1.",
     lambda at: enclose(factorial(at.n), {}),
     true("<=", E * sqrt(n) * (n / E) ** n, TWENTY, kind="certified", open=True),
     false("<=", E * sqrt(n) * (n / E) ** n - Rational(1, 10**30), TWENTY, kind="certified")),
    ("n points have 2^n subsets, the empty one with them.",
     lambda at: sum(binomial(at.n, i) for i in range(int(at.n) + 1)),
     false("=", 2**n - 1, TWENTY), true("=", 2**n, TWENTY)),
    ("1 + 1/4 + .. + 1/10^10 is pi^2/6.",
     lambda at: enclose(zeta(2), {}, 60) - enclose(Rational(1, 10**5), {}, 60),
     false("=", pi**2 / 6, TWO, kind="certified")),
    ("log n! is at most n log n + 1.",
     lambda at: enclose(log(factorial(at.n)), {}), true("<=", n * log(n) + 1, TWENTY, kind="certified")),
    ("e^t is at most 1 + t on [0, 1].",
     lambda at: enclose(exp(t), {"t": at.t}), false("<=", 1 + t, {"t": Rationals(least=0, most=1)}, kind="certified")),
    ("The sum of the first k odd numbers is (k + 1)^2.",
     lambda at: sum((2 * i + 1 for i in range(int(at.k))), Integer(0)), false("=", (k + 1) ** 2, {"k": Integers(1)})),
)  # fmt: skip


@false("=", -1 / n, ROWS, letters=LENGTH)
@true("=", -1 / (n - 1), ROWS, letters=LENGTH)
def pairs_over_n_less_one(at):
    "The mean product of two different entries after BN is -1/(n - 1), and not -1/n."
    z = batchnorm(at.x)
    size = len(z)
    return sum(z[i] * z[j] for i in range(size) for j in range(size) if i != j) / (size * (size - 1))
