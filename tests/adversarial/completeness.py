"""Domains of which a few members are found: a search that gave up has not seen all."""

from __future__ import annotations

from sympy import Integer

from bninit.api import Batches, Integers, Rationals, Values, n
from tests.adversarial.making import false, true


@false("<=", Integer(10), {"n": Integers(1)}, where=lambda at: at["n"] < 5 or at["n"] > 20_000,
       words="n < 5 or n > 20,000", cases=True)  # fmt: skip
def a_gap_longer_than_a_search(at):
    "n is at most 10 for n < 5 or n > 20,000: a search gives up between them."
    return at.n


@false("<=", Integer(4), {"n": Integers(1, 10**6)}, where=lambda at: at["n"] < 5 or at["n"] > 999_000,
       words="n < 5 or n > 999,000", cases=True)  # fmt: skip
def a_gap_in_a_finite_domain(at):
    "n is at most 4 for the n up to a million with n < 5 or n > 999,000."
    return at.n


@false("<=", Integer(12), {"n": Integers(1), "k": Integers(1)}, cases=True,
       where=lambda at: at["n"] * at["k"] == 12 or at["n"] == 10**5 + 3 * at["k"], words="n k = 12")  # fmt: skip
def few_solutions_of_an_equation(at):
    "n is at most 12 where n k = 12 or n = 10^5 + 3 k."
    return at.n


@false("=", Integer(1), {"n": Integers(2)}, where=lambda at: pow(2, int(at["n"]) - 1, int(at["n"])) == 1,
       words="2^(n-1) = 1 mod n", cases=True)  # fmt: skip
def pseudoprimes(at):
    "n with 2^(n-1) = 1 mod n is prime (1 for a prime, else 0): 341 is not."
    return int(all(at.n % q for q in range(2, int(at.n) // 2 + 1)))


@true("<=", Integer(4), {"n": Integers(1, 40)}, where=lambda at: at["n"] < 5, words="n < 5")
def a_hypothesis_on_a_finite_domain(at):
    "n is at most 4 for the n in 1, .., 40 below 5."
    return at.n


@true("<=", Integer(12), {"n": Integers(1), "k": Integers(1)}, where=lambda at: at["n"] * at["k"] == 12,
      words="n k = 12", unearned=True)  # fmt: skip
def divisors_of_twelve(at):
    "n is at most 12 where n k = 12: six solutions, found in an endless domain."
    return at.n


@true(">=", Integer(1), {"n": Integers(1)}, where=lambda at: at["n"] < 5 or at["n"] > 20_000,
      words="n < 5 or n > 20,000", unearned=True)  # fmt: skip
def true_but_not_all_seen(at):
    "n is at least 1 for n < 5 or n > 20,000: true, and not seen by going through four."
    return at.n


@true("=", n**2, {"n": Integers(1, 30)})
def a_finite_domain(at):
    "The sum of the first n odd numbers is n^2, for n to 30."
    return sum(2 * i + 1 for i in range(int(at.n)))


@false("<=", Integer(60), {"n": Integers(1, 100)}, most=60, cases=True)
def more_members_than_instances(at):
    "n is at most 60 for n = 1, .., 100, with sixty instances."
    return at.n


@false("<=", Integer(6), {"n": Values(1, 2, 3, 4, 5, 6, 200, 7)})
def the_last_of_a_few_values(at):
    "n is at most 6 for n in {1, .., 6, 200, 7}."
    return at.n


@true("<=", Integer(200), {"n": Values(1, 2, 3, 4, 5, 6, 200, 7)})
def the_greatest_of_a_few_values(at):
    "n is at most 200 for n in {1, .., 6, 200, 7}."
    return at.n


@false("<=", Integer(7), {"t": Rationals(least=0, most=10)}, where=lambda at: at["t"] <= 7 or at["t"].q > 10**5,
       words="t <= 7, or of a large denominator", cases=True)  # fmt: skip
def large_denominators(at):
    "t is at most 7 for the t in [0, 10] that are at most 7 or have a large denominator."
    return at.t


@false("<=", Integer(3), {"x": Batches(Integers(4, 4))}, cases=True)
def batches_of_one_length_are_not_finitely_many(at):
    "The distinct values of four points are at most three."
    return len(set(at.x))


@true("<=", Integer(4), {"x": Batches(Integers(4, 4))}, unearned=True)
def distinct_values_of_four_points(at):
    "The distinct values of four points are at most four."
    return len(set(at.x))


@false("<=", Integer(9), {"k": Integers(1, 10)}, where=lambda at: at["k"] != 5, words="k is not 5")
def the_last_one_under_a_hypothesis(at):
    "k is at most 9 for k = 1, .., 10 other than 5."
    return at.k


@true("<=", Integer(10), {"k": Integers(1, 10)}, where=lambda at: at["k"] != 5, words="k is not 5")
def all_but_one(at):
    "k is at most 10 for k = 1, .., 10 other than 5."
    return at.k


@true("=", Integer(0), {"n": Integers(0, 60)}, where=lambda at: at["n"] % 7 == 0, words="7 divides n")
def multiples(at):
    "7 divides its multiples up to 60."
    return at.n % 7


@true("<=", Integer(144), {"n": Integers(1, 12), "k": Integers(1, 12)}, where=lambda at: at["n"] >= at["k"],
      words="k <= n")  # fmt: skip
def half_of_a_square_of_pairs(at):
    "n k is at most 144 for k <= n <= 12."
    return at.n * at.k
