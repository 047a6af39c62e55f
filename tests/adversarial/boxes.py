"""Bounds on intervals, box by box: attained at an end or inside, missed in a narrow place, chosen by Python's `max`."""

from __future__ import annotations

from flint import arb, fmpq
from sympy import Integer, Rational, cos, log, pi, sqrt, sympify

import bninit.api as api
from bninit.api import Rationals, enclose, t
from tests.adversarial.making import false, true

CENTRE = Rational(707, 1000)
UNIT = {"t": Rationals(least=0, most=1)}


@true("<=", Integer(1), UNIT, kind="certified", boxes=200)
def attained_at_the_upper_end(at):
    "t is at most 1 on [0, 1]; balls that round up leave the interval."
    return enclose(t, {"t": at.t})


@true(">=", Integer(0), UNIT, kind="certified", boxes=200)
def attained_at_the_lower_end(at):
    "t^2 is at least 0 on [0, 1]."
    return enclose(t**2, {"t": at.t})


@true("<=", Rational(1, 3), {"t": Rationals(least=0, most=Rational(1, 3))}, kind="certified", boxes=200)
def attained_at_an_end_that_is_no_binary_number(at):
    "t is at most 1/3 on [0, 1/3]."
    return enclose(t, {"t": at.t})


@true("<=", Integer(1), {"t": Rationals(least=0, most=pi)}, kind="certified", boxes=200)
def attained_at_the_end_of_an_irrational_interval(at):
    "cos(pi - t) is at most 1 on [0, pi]."
    return enclose(cos(pi - t), {"t": at.t})


@true("<", Integer(1), {"t": Rationals(least=0, below=1)}, kind="certified", boxes=200)
def strict_on_a_half_open_interval(at):
    "t is below 1 on [0, 1): the end is not in it."
    return enclose(t, {"t": at.t})


@false("<", Integer(1), UNIT, kind="certified", boxes=200)
def strict_on_a_closed_interval(at):
    "t is below 1 on [0, 1]: it is 1 at the end."
    return enclose(t, {"t": at.t})


@true("<=", Rational(1, 4), UNIT, kind="certified", boxes=500)
def attained_inside(at):
    "t (1 - t) is at most 1/4 on [0, 1], attained at 1/2."
    return enclose(t * (1 - t), {"t": at.t})


@true("<", Rational(26, 100), UNIT, kind="certified", boxes=500)
def with_room_everywhere(at):
    "t (1 - t) is below 26/100 on [0, 1]."
    return enclose(t * (1 - t), {"t": at.t})


@false("<=", CENTRE**2 - Rational(1, 10**12), UNIT, kind="certified", boxes=500, cases=True)
def missed_by_a_trillionth(at):
    "t (2 c - t) is at most c^2 - 10^-12 on [0, 1]: only close to c = 707/1000 it is more."
    return enclose(t * (2 * CENTRE - t), {"t": at.t})


@false("<=", Rational(3, 4), UNIT, kind="certified", boxes=500)
def a_branch_of_max_on_balls(at):
    "max(1/2, 1 - 10^6 (t - c)^2) is at most 3/4: Python's max takes its first argument where it cannot tell."
    return max(arb(1) / 2, 1 - 10**6 * (enclose(t, {"t": at.t}) - fmpq(707, 1000)) ** 2)


@false("<=", Rational(3, 4), UNIT, kind="certified", boxes=500)
def a_branch_of_if_on_balls(at):
    "1 - 10^6 (t - c)^2 where that is positive, else 0, is at most 3/4: an undecided `if` reads as no."
    height = 1 - 10**6 * (enclose(t, {"t": at.t}) - fmpq(707, 1000)) ** 2
    if height > 0:
        return height
    return arb(0)


@false("<=", Rational(3, 4), UNIT, kind="certified", boxes=500)
def a_branch_of_sorted_on_balls(at):
    "The greater of 1/2 and a narrow peak is at most 3/4, by `sorted`."
    peak = 1 - 10**6 * (enclose(t, {"t": at.t}) - fmpq(707, 1000)) ** 2
    return sorted([arb(1) / 2, peak])[1]


@false("<=", Rational(3, 4), UNIT, kind="certified", boxes=500)
def a_branch_of_and_on_balls(at):
    "A step of a narrow peak by `and`."
    peak = 1 - 10**6 * (enclose(t, {"t": at.t}) - fmpq(707, 1000)) ** 2
    return (peak > arb(1) / 2 and peak) or arb(1) / 2


@false("<=", Rational(3, 4), UNIT, kind="certified", boxes=500)
def a_number_of_a_truth_value(at):
    "1/2, and 1/2 more where a narrow peak is above 0, by int(..) of a comparison."
    peak = 1 - 10**6 * (enclose(t, {"t": at.t}) - fmpq(707, 1000)) ** 2
    return arb(1) / 2 + int(peak > 0) * arb(1) / 2


@true("<=", Integer(1), UNIT, kind="certified", boxes=500)
def greatest_by_greater(at):
    "max(t, 1 - t) is at most 1 on [0, 1], by `greater`; attained at both ends."
    s = enclose(t, {"t": at.t})
    return api.greater(s, 1 - s)


@true(">=", Rational(1, 2), UNIT, kind="certified", boxes=500)
def least_of_the_greatest(at):
    "max(t, 1 - t) is at least 1/2 on [0, 1], attained at a kink."
    s = enclose(t, {"t": at.t})
    return api.greater(s, 1 - s)


@false("<=", Rational(3, 4), UNIT, kind="certified", boxes=500)
def a_narrow_peak_by_greater(at):
    "max(1/2, 1 - 10^6 (t - c)^2) is at most 3/4, by `greater`."
    return api.greater(arb(1) / 2, 1 - 10**6 * (enclose(t, {"t": at.t}) - fmpq(707, 1000)) ** 2)


@false("<=", Rational(3, 4), UNIT, kind="certified", boxes=500)
def the_middle_of_a_box(at):
    "A narrow peak is at most 3/4, its argument cut to the middle of each box."
    s = enclose(t, {"t": at.t})
    return 1 - 10**6 * (arb(s.mid()) - fmpq(707, 1000)) ** 2


@false("<", t + Rational(1, 100), {"t": Rationals(least=0, most=1)}, kind="certified", boxes=500)
def a_root_near_zero(at):
    "sqrt(t) is below t + 1/100 on [0, 1]."
    return enclose(sqrt(t), {"t": at.t})


@true("<", t + Rational(26, 100), {"t": Rationals(least=0, most=1)}, kind="certified", boxes=500)
def a_root_with_room(at):
    "sqrt(t) is below t + 26/100 on [0, 1]: the gap is 1/4 at most."
    return enclose(sqrt(t), {"t": at.t})


@true("<=", t - 1, {"t": Rationals(least=Rational(1, 2), most=2)}, kind="certified", boxes=300)
def a_logarithm_that_touches(at):
    "log t is at most t - 1 on [1/2, 2], with equality at 1."
    return enclose(log(t), {"t": at.t})


@false("<=", t - 1 - Rational(1, 10**30), {"t": Rationals(least=Rational(1, 2), most=2)}, kind="certified", boxes=300)
def a_logarithm_that_crosses(at):
    "log t is at most t - 1 - 10^-30 on [1/2, 2]: false at 1 alone, to ten digits."
    return enclose(log(t), {"t": at.t})


@false("<=", Integer(1), {"t": Rationals(least=0, most=1 + Rational(1, 10**20))}, kind="certified", boxes=300)
def an_end_that_is_a_little_beyond(at):
    "t is at most 1 on [0, 1 + 10^-20]."
    return enclose(t, {"t": at.t})


@false("<=", Rational(1, 2), {"t": Rationals(least=0, most=1)}, kind="certified", boxes=300, cases=True)
def another_function_on_balls(at):
    "t is at most 1/2 on [0, 1]: the left side is 0 where it gets a ball, and t where it gets a number."
    return arb(0) if isinstance(at.t, arb) else arb(fmpq(int(at.t.p), int(at.t.q))) * (1 if at.t.q > 50 else 0)


@true("in", (sympify(0), sympify(1)), UNIT, kind="certified", boxes=300)
def an_interval_attained_at_both_ends(at):
    "t^2 lies in [0, 1] for t in [0, 1]."
    return enclose(t**2, {"t": at.t})


@true("<=", Integer(1), UNIT, kind="certified", boxes=60)
def attained_at_an_end_without_a_formula(at):
    "t is at most 1 on [0, 1], by the value alone."
    return at.t


@true("<=", Rational(1, 4), UNIT, kind="certified", boxes=200)
def attained_inside_without_a_formula(at):
    "t (1 - t) is at most 1/4 on [0, 1], by the value alone."
    return at.t * (1 - at.t)


@false("<", Rational(1, 4), UNIT, kind="certified", boxes=200)
def strict_inside_without_a_formula(at):
    "t (1 - t) is below 1/4 on [0, 1], by the value alone."
    return at.t * (1 - at.t)


@true("<=", Integer(1), {"t": Rationals(least=-1, most=1)}, kind="certified", boxes=200)
def attained_at_both_ends(at):
    "t^2 is at most 1 on [-1, 1]."
    return at.t**2


@true("<=", Integer(1), {"t": Rationals(least=0, most=1), "u": Rationals(least=0, most=1)}, kind="certified", boxes=300)
def attained_at_a_corner(at):
    "t u is at most 1 on the unit square."
    return at.t * at.u


@false(
    "<=", Integer(1), {"t": Rationals(least=0, most=1), "u": Rationals(least=0, most=2)}, kind="certified", boxes=300
)
def exceeded_at_a_corner(at):
    "t u is at most 1 for t in [0, 1], u in [0, 2]."
    return at.t * at.u
