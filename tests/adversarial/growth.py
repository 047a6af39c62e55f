"""Inequalities that are true of small instances alone: from n = 41, from d = 6, of large and of small numbers."""

from __future__ import annotations

import itertools

from sympy import Integer, Rational, Symbol

from bninit.api import Batches, Integers, Rationals, k, n
from tests.adversarial.making import false, true
from theory.domains.matrices import Correlations

s = Symbol("s", positive=True)


@false("=", Integer(1), {"n": Integers(0)}, cases=True)
def eulers_polynomial(at):
    "n^2 - n + 41 is prime (1 if it is): not at 41."
    value = int(at.n**2 - at.n + 41)
    return int(value > 1 and all(value % q for q in range(2, min(value, 100)) if q < value))


@false("<=", 40 * n, {"n": Integers(1)})
def forty_n(at):
    "n^2 is at most 40 n: not from 41 on."
    return at.n**2


@true("<=", n**2, {"n": Integers(1)})
def a_cubic(at):
    "n (n + 1)/2 is at most n^2."
    return at.n * (at.n + 1) / 2


@false("<=", 10**6 * s, {"s": Rationals(above=0)})
def large_rationals(at):
    "s^2 is at most 10^6 s for s > 0."
    return at.s**2


@false(">=", s / 10**6, {"s": Rationals(above=0)})
def small_rationals(at):
    "s^2 is at least s/10^6 for s > 0."
    return at.s**2


@true("<=", (1 + s**2) / 2, {"s": Rationals(above=0)})
def rationals_of_any_size(at):
    "s is at most (1 + s^2)/2 for s > 0."
    return at.s


@false("<=", 5 * n, {"M": Correlations()}, letters={"n": lambda at: len(at["M"])})
def sums_of_squares_of_a_correlation_matrix(at):
    "The sum of squared entries of a correlation matrix is at most 5 d: not of the matrix of ones from d = 6 on."
    return sum(Rational(e.numerator, e.denominator) ** 2 for row in at.M for e in row)


@true("<=", n**2, {"M": Correlations()}, letters={"n": lambda at: len(at["M"])})
def sums_of_squares_of_any_correlation_matrix(at):
    "The sum of squared entries of a correlation matrix is at most d^2."
    return sum(Rational(e.numerator, e.denominator) ** 2 for row in at.M for e in row)


@false("<=", Integer(6), {"M": Correlations()})
def sizes_of_correlation_matrices(at):
    "A correlation matrix has at most six rows."
    return len(at.M)


@false("<=", Integer(8), {"x": Batches()})
def sizes_of_batches(at):
    "A batch has at most eight points."
    return len(at.x)


@true(">=", Integer(2), {"x": Batches()})
def least_size_of_batches(at):
    "A batch has at least two points."
    return len(at.x)


@false("<=", Integer(10**6), {"x": Batches(Integers(2, 4))}, cases=True)
def entries_of_batches(at):
    "The greatest entry is at most a million times the least gap."
    distinct = sorted(set(at.x))
    gap = min(b - a for a, b in itertools.pairwise(distinct))
    return Rational((max(at.x) / gap).numerator, (max(at.x) / gap).denominator)


@false("<=", 2**k, {"k": Integers(1)})
def a_power_that_is_overtaken_for_a_while(at):
    "k^3 - 100 is at most 2^k: not for k = 6, .., 9."
    return at.k**3 - 100


@true("<=", 2**k, {"k": Integers(1)})
def a_power_that_is_never_overtaken(at):
    "2 k is at most 2^k."
    return 2 * at.k


@false("=", Integer(1), {"t": Rationals(least=-1, most=1)})
def close_to_zero(at):
    "1 where |t| >= 10^-6, or t = 0, else 0: is 1 on [-1, 1]."
    return Integer(0) if 0 < abs(at.t) < Rational(1, 10**6) else Integer(1)


@true("<=", Integer(1), {"t": Rationals(least=-1, most=1)})
def squares_on_an_interval(at):
    "t^2 is at most 1 on [-1, 1]."
    return at.t**2


@true("<=", 40 + n**2 / 40, {"n": Integers(1)})
def a_tangent_of_a_square(at):
    "n + 30 is at most 40 + n^2/40, with equality at 20."
    return at.n + 30


@true(">=", s - Rational(1, 4), {"s": Rationals(above=0)})
def a_square_above_its_tangent(at):
    "s^2 is at least s - 1/4 for s > 0, with equality at 1/2."
    return at.s**2


@true(">=", n, {"M": Correlations()}, letters={"n": lambda at: len(at["M"])})
def the_diagonal_of_a_correlation_matrix(at):
    "The sum of squared entries of a correlation matrix is at least d."
    return sum(Rational(e.numerator, e.denominator) ** 2 for row in at.M for e in row)


@true("<=", Integer(1), {"M": Correlations()})
def entries_of_a_correlation_matrix(at):
    "No entry of a correlation matrix is above 1."
    return max(Rational(e.numerator, e.denominator) for row in at.M for e in row)
