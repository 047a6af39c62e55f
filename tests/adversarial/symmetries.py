"""Batches up to symmetries: those that a statement does not have hide what is false."""

from __future__ import annotations

from sympy import Integer, Rational

from bninit.api import Batches, Integers, n
from tests.adversarial.making import false, true

LENGTH = {"n": lambda at: len(at["x"])}
SMALL = Integers(2, 4)


def mean(x):
    return Rational(sum(x).numerator, sum(x).denominator) / len(x)


def number(q):
    return Rational(q.numerator, q.denominator)


@false(">=", Integer(0), {"x": Batches()})
def the_mean_of_any_batch(at):
    "The mean of every batch is at least 0: so are those of sorted, shifted rows."
    return mean(at.x)


@false(">=", Integer(0), {"x": Batches(SMALL, up_to=("order", "shift", "scale", "reflection"))})
def the_mean_with_symmetries_that_it_has_not(at):
    "The mean of every batch is at least 0, up to shifts."
    return mean(at.x)


@false("=", Integer(0), {"x": Batches(SMALL, up_to=("shift", "scale"))})
def the_first_of_rows_that_begin_with_the_least(at):
    "The first point is the least one."
    return number(at.x[0] - min(at.x))


@false("<=", Integer(0), {"x": Batches(Integers(3, 4), up_to=("order",))})
def sorted_rows(at):
    "No point is followed by a smaller one."
    return int(any(a > b for a, b in zip(at.x, at.x[1:], strict=False)))


@false(">=", Integer(1), {"x": Batches(SMALL, up_to=("scale",))})
def the_spread_is_not_invariant_under_scale(at):
    "The spread of a batch is at least 1, up to scale."
    return number(max(at.x) - min(at.x))


@false(">=", Integer(0), {"x": Batches(Integers(3, 4), up_to=("order", "reflection"))})
def the_skew_is_not_invariant_under_reflection(at):
    "The mean is at least the middle of the range, up to reflection."
    return mean(at.x) - number(max(at.x) + min(at.x)) / 2


@true(">=", Integer(0), {"x": Batches(SMALL, up_to=("order", "shift", "reflection"))})
def the_variance(at):
    "The variance of a batch is at least 0: it has the symmetries that are named."
    return sum((number(x) - mean(at.x)) ** 2 for x in at.x) / len(at.x)


@true("<=", n / 2, {"x": Batches(SMALL, up_to=("order", "shift", "scale", "reflection"))}, letters=LENGTH)
def a_share_of_the_range(at):
    "sum |x_i - mean| is at most n/2 times the range: so it is under all four symmetries."
    return sum(abs(number(x) - mean(at.x)) for x in at.x) / number(max(at.x) - min(at.x))


@true("<=", Integer(1), {"x": Batches(SMALL)})
def a_share_of_the_range_without_symmetries(at):
    "The greatest distance of two points is at most the range."
    return max(abs(number(a - b)) for a in at.x for b in at.x) / number(max(at.x) - min(at.x))


@true("=", Integer(0), {"x": Batches(SMALL, up_to=("shift", "scale"))})
def recentred_rows_sum_to_zero(at):
    "The deviations from the mean sum to 0."
    return sum(number(x) - mean(at.x) for x in at.x)


@true("=", n, {"x": Batches(SMALL, up_to=("order",))}, letters=LENGTH)
def the_number_of_points(at):
    "Counting the points one by one gives n."
    return sum(1 for _ in at.x)


@false("<=", Integer(4), {"x": Batches(Integers(2, 3), up_to=("order", "shift"))})
def entries_are_not_bounded_up_to_shift(at):
    "The greatest entry is at most 4 times the spread, up to shift."
    return number(max(at.x)) / number(max(at.x) - min(at.x))


@true("=", Integer(0), {"x": Batches(SMALL, up_to=("shift", "reflection"))})
def equal_points_stay_equal(at):
    "No two equal points have different deviations."
    return sum(a == b and a - at.x[0] != b - at.x[0] for a in at.x for b in at.x)


@true(">=", Integer(2), {"x": Batches(SMALL, up_to=("order", "shift", "scale", "reflection"))})
def distinct_values(at):
    "A batch has at least two values, under all four symmetries."
    return len(set(at.x))


@true("<=", Integer(1), {"x": Batches(Integers(2, 3), up_to=("scale",))})
def the_share_of_the_first(at):
    "The square of the first point is at most the sum of squares, up to scale."
    return number(at.x[0] ** 2 / sum(x**2 for x in at.x))
