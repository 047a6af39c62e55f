"""Counts, ranks and multiplicities: by definition, or as somebody supposed them."""

from __future__ import annotations

from itertools import permutations, product

from flint import fmpq, fmpq_mat
from sympy import Integer, Matrix, Rational, ones

from bninit.api import Batches, Integers, Values, d, k, n
from tests.adversarial.making import false, true
from theory.domains.matrices import Correlations

LENGTH = {"n": lambda at: len(at["x"])}


def equicorrelated(size, share):
    return Matrix(size, size, lambda i, j: Integer(1) if i == j else share)


def rank(rows):
    flat = [fmpq(int(Rational(e).p), int(Rational(e).q)) for row in rows for e in row]
    return fmpq_mat(len(rows), len(rows[0]), flat).rank()


@true("=", (Integer(1), n - 1), {"n": Integers(2, 6)})
def multiplicities_counted(at):
    "An equicorrelated matrix has an eigenvalue once and another n - 1 times: counted by ranks."
    M = equicorrelated(at.n, Rational(1, 3))
    one, many = 1 + (at.n - 1) * Rational(1, 3), Rational(2, 3)
    unit = Matrix.eye(int(at.n))
    return tuple(int(at.n) - (M - value * unit).rank() for value in (one, many))


@false("=", (Integer(1), n), {"n": Integers(2, 6)})
def multiplicities_that_do_not_add_up(at):
    "An equicorrelated matrix has an eigenvalue once and another n times."
    M = equicorrelated(at.n, Rational(1, 3))
    unit = Matrix.eye(int(at.n))
    return tuple(int(at.n) - (M - value * unit).rank() for value in (1 + (at.n - 1) * Rational(1, 3), Rational(2, 3)))


@false("=", (Integer(1), n - 1), {"n": Integers(2, 6)})
def multiplicities_of_a_matrix_that_is_not_diagonalizable(at):
    "A Jordan block and a 0 have the eigenvectors of a diagonal matrix."
    M = Matrix(int(at.n), int(at.n), lambda i, j: Integer(1) if j == i + 1 else Integer(0))
    return int(at.n) - M.rank(), M.rank() - 1 + (1 if at.n == 2 else 0)


@true("=", d, {"M": Correlations(Integers(2, 4), full=True)}, letters={"d": lambda at: len(at["M"])})
def rank_of_an_invertible_matrix(at):
    "An invertible correlation matrix has rank d."
    return rank(at.M)


@false("=", d, {"M": Correlations(Integers(2, 4))}, letters={"d": lambda at: len(at["M"])})
def rank_of_a_correlation_matrix(at):
    "Every correlation matrix has rank d."
    return rank(at.M)


@true("=", Integer(1), {"n": Integers(2, 8)})
def rank_of_ones(at):
    "The matrix of ones has rank 1."
    return ones(int(at.n)).rank()


@false("=", n - 1, {"n": Integers(2, 6)})
def derangements_counted_badly(at):
    "There are n - 1 permutations without a fixed point: so it is for 2."
    size = int(at.n)
    return sum(all(i != j for i, j in enumerate(p)) for p in permutations(range(size)))


@true("=", 2**n - 2, {"n": Integers(2, 7)})
def sign_rows_that_are_not_constant(at):
    "There are 2^n - 2 rows of n signs that are not all equal."
    return sum(len(set(row)) > 1 for row in product((-1, 1), repeat=int(at.n)))


@false("=", 2**n - 1, {"n": Integers(2, 7)})
def sign_rows_less_one(at):
    "There are 2^n - 1 rows of n signs that are not all equal."
    return sum(len(set(row)) > 1 for row in product((-1, 1), repeat=int(at.n)))


@false("<=", n - 2, {"x": Batches(Integers(2, 5))}, letters=LENGTH)
def distinct_values_less_two(at):
    "A batch has at most n - 2 values that are equal to others."
    return sum(at.x.count(x) > 1 for x in at.x)


@true("<=", n, {"x": Batches(Integers(2, 5))}, letters=LENGTH)
def points_with_copies(at):
    "A batch has at most n points that are equal to one of its points."
    return sum(at.x.count(x) >= 1 for x in at.x)


@false("=", k + 1, {"k": Values(1, 2, 3, 4)})
def fence_posts(at):
    "Among 0, .., k there are k + 1 steps."
    return sum(1 for i in range(int(at.k)))


@true("=", k + 1, {"k": Values(1, 2, 3, 4)})
def posts(at):
    "There are k + 1 integers from 0 to k."
    return sum(1 for i in range(int(at.k) + 1))
