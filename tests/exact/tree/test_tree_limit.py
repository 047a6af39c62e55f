"""The limit of the tree's Gram matrices and the law of its three-valued nodes, against partial sums and quadrature."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import mpmath
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.exact.tree.tree_oracles import Vector, ball, gram, limit_gram
from tests.strategies import SETTINGS, batches
from theory.exact.certify import decimal, precision
from theory.tree import Tree
from theory.tree.three_valued import ThreeValuedLaw

LAWS = [(1, 1, 1), (2, 3, 4), (1, 8, 1), (1, 1, 8)]
FEW = settings(SETTINGS, max_examples=40)


def brute_outlier_weight(x: Vector, depth: int) -> tuple[Fraction, Fraction]:
    """Partial sum of c_min over the tree intervals down to `depth` by the definition, and the bound on the rest."""
    n, (first, second) = len(x), sorted(x)[:2]
    alpha = Fraction(n**2, (n - 1) ** 2 + 1)
    total, open_ = Fraction(0), [(min(x), max(x))]
    for d in range(depth + 1):
        ends = [(a, b) for a, b in open_ if first <= a and b <= second]
        total += sum((alpha ** (d + 1) * (b - a) ** 2 / n**2 for a, b in ends), Fraction(0))
        open_ = [(a, b) for a, b in open_ if a < second < b]
        if d < depth:
            means = [sum(min(max(entry, a), b) for entry in x) / Fraction(n) for a, b in open_]
            open_ = [half for (a, b), m in zip(open_, means, strict=True) for half in ((a, m), (m, b))]
    return total, sum((alpha ** (depth + 1) * (b - a) ** 2 / n**2 for a, b in open_), Fraction(0))


@FEW
@given(batches(max_size=6, min_size=3), st.integers(0, 12), st.sampled_from((1, 5, 30)))
def test_limit_within_the_rigorous_remainder(x: Vector, depth: int, digits: int) -> None:
    """For every D: s_D <= c_min <= s_D + alpha^(D+1) n^-2 |I|^2, I the interval with x_(2) inside. So for c_max."""
    limit = Tree(x).limit(digits)
    mirrored = tuple(-entry for entry in x)
    with precision(80):
        for c, batch in ((limit.c_min, x), (limit.c_max, mirrored)):
            low, rest = brute_outlier_weight(batch, depth)
            assert not ball(c) < ball(low)
            assert not ball(c) > ball(low + rest)
            if isinstance(c, Fraction):
                assert low <= c <= low + rest


@FEW
@given(batches(max_size=6))
def test_all_printed_digits_are_right(x: Vector) -> None:
    """limit(40) is limit(80) rounded, and the error stated is a bound; where exact, both are the same rationals."""
    short, long = Tree(x).limit(40), Tree(x).limit(80)
    *texts, error = short.strings()
    fine_texts = long.strings()[:2]
    for text, fine_text, c, fine in zip(
        texts, fine_texts, (short.c_min, short.c_max), (long.c_min, long.c_max), strict=True
    ):
        if isinstance(c, Fraction):
            assert Fraction(text) == fine == c
        else:
            assert abs(Fraction(text) - Fraction(fine_text)) <= Fraction(error)
            assert text == decimal(ball(fine), 40)
            assert len(Decimal(text).as_tuple().digits) == 40


def test_tied_extremes() -> None:
    """Both extremes tied: c = 0, and G_(L+1)/G_L -> lambda_min(a, b) = growth. (0,0,1,5): c_min = 0 alone."""
    tree = Tree([0, 0, 0, 1, 5, 5])
    assert (tree.limit().c_min, tree.limit().c_max, tree.tied) == (0, 0, (3, 2))
    assert tree.growth == Fraction(20, 36)
    ratio = gram(tree, 301)[5][5] / gram(tree, 300)[5][5]
    assert abs(ratio / tree.growth - 1) < Fraction(1, 10**6)
    limit = Tree([0, 0, 1, 5]).limit()
    assert limit.c_min == 0
    assert float(decimal(ball(limit.c_max), 10)) > 0


def test_limit_matrix() -> None:
    """limit().matrix() = c_min O_min + c_max O_max is the limit of alpha^L G_L; G_(min,max) = 0 exactly."""
    exact = Tree([5, 0, 1])
    wanted = limit_gram(exact, Fraction(81, 125), Fraction(486, 125))
    assert exact.limit().matrix().tolist() == [[sympy.Rational(str(g)) for g in row] for row in wanted]
    tree = Tree([3, 0, 1, 4, 9])
    matrix = tree.limit(30).matrix()
    wanted = limit_gram(tree, *(Fraction(text) for text in tree.limit(30).strings()[:2]))
    assert matrix[1, 4] == 0  # least and greatest
    assert all(abs(matrix[p, q] - sympy.Rational(str(wanted[p][q]))) < 1e-27 for p in range(5) for q in range(5))
    reached = gram(tree, 300)
    assert all(abs(tree.alpha**300 * reached[p][q] - wanted[p][q]) < 1e-9 for p in range(5) for q in range(5))


@pytest.mark.parametrize("digits", [3, 4, 40])
def test_rounding_ties(digits: int) -> None:
    """c_max = 1.225 - 4.67e-31: near a tie of the rounding more digits are taken until the rounding is known."""
    limit = Tree([0, "1e-30", "1e-30", "3.5"]).limit(digits)
    assert limit.strings()[1] == {3: "1.22", 4: "1.225", 40: "1.224999999999999999999999999999533333333"}[digits]


def test_many_digits() -> None:
    """1,000 digits of (0, 2, 3) begin with the 30 of limit(30); a split met at depth 200 is still exact."""
    fine = Tree([0, 2, 3]).limit(1000).strings()[0]
    assert fine.startswith(Tree([0, 2, 3]).limit(30).strings()[0][:28])
    t = Fraction(1, 2)  # the inverse branch t -> t/(3 - t) of n = 3 leads to the split at t = 1/2 in 60 layers
    for _ in range(60):
        t = t / (3 - t)
    assert isinstance(Tree([0, t, 1]).limit(60).c_min, Fraction)


@pytest.mark.parametrize("sizes", LAWS)
def test_branches_and_logit(sizes: tuple[int, int, int]) -> None:
    """The branches follow `step`; dt density = d(logit m) times a constant, and logit m(0), m(1) are the ends."""
    law, (k, j, l) = ThreeValuedLaw(*sizes), sizes
    for s in (Fraction(1, 7), Fraction(1, 2), Fraction(8, 9)):
        assert law.step(l * s / (law.n - j * s)) == s
        assert law.step(((k + j) * s + l) / (k + l + j * s)) == s
    t = sympy.symbols("t")
    m = law.split(t)
    assert sympy.cancel(sympy.diff(m, t) / (m * (1 - m)) / law.density(t) - j) == 0
    for value, end in zip((0, 1), law.logit_range, strict=True):
        m_end = sympy.Rational(str(law.split(Fraction(value))))
        assert sympy.exp(end) == m_end / (1 - m_end)


@pytest.mark.parametrize("sizes", LAWS)
def test_exponent_by_quadrature(sizes: tuple[int, int, int]) -> None:
    """Lambda from dilogarithms = the integral of log(m or 1 - m) against the invariant law, to 25 digits."""
    law, (k, j, l) = ThreeValuedLaw(*sizes), sizes
    with mpmath.workdps(40):
        mass = mpmath.log(mpmath.mpf((l + j) * (k + j)) / (k * l)) / j
        kink = mpmath.mpf(l) / (k + l)

        def integrand(t: Any) -> Any:
            m = (j * t + l) / mpmath.mpf(law.n)
            return law.density(t) * mpmath.log(m if t < kink else 1 - m)

        value = mpmath.quad(integrand, [0, kink, 1])
        assert abs(value / mass - mpmath.mpf(decimal(law.exponent(35), 35))) < mpmath.mpf(10) ** -25
    with precision(30):
        alpha = Fraction(law.n**2, (law.n - 1) ** 2 + 1)
        assert law.rate(20).overlaps(ball(alpha) * (2 * law.exponent(25)).exp())
