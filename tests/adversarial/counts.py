"""Counts, ranks and multiplicities: by definition, or as somebody supposed them."""

from __future__ import annotations

from itertools import permutations, product

from flint import fmpq, fmpq_mat
from sympy import Integer, Matrix, Rational

from bninit.api import Batches, Integers, Values, d, k, n
from tests.adversarial.making import false, table, true
from theory.domains.matrices import Correlations

SIZE = {"d": lambda at: len(at["M"])}

table(
    ("There are n - 1 permutations without a fixed point: so it is for 2.",
     lambda at: sum(all(i != j for i, j in enumerate(p)) for p in permutations(range(int(at.n)))),
     false("=", n - 1, {"n": Integers(2, 6)})),
    ("There are 2^n - 2 rows of n signs that are not all equal.",
     lambda at: sum(len(set(row)) > 1 for row in product((-1, 1), repeat=int(at.n))),
     true("=", 2**n - 2, {"n": Integers(2, 7)}), false("=", 2**n - 1, {"n": Integers(2, 7)})),
    ("A batch has at most n points that are equal to others, and not n - 2.",
     lambda at: sum(at.x.count(x) > 1 for x in at.x),
     true("<=", n, {"x": Batches(Integers(2, 5))}, letters={"n": lambda at: len(at["x"])}),
     false("<=", n - 2, {"x": Batches(Integers(2, 5))}, letters={"n": lambda at: len(at["x"])})),
    ("Among 0, .., k there are k steps, and not k + 1.",
     lambda at: sum(1 for i in range(int(at.k))),
     true("=", k, {"k": Values(1, 2, 3, 4)}), false("=", k + 1, {"k": Values(1, 2, 3, 4)})),
)  # fmt: skip


@true("=", (Integer(1), n - 1), {"n": Integers(2, 6)})
@false("=", (Integer(1), n), {"n": Integers(2, 6)})
def multiplicities_counted(at):
    "An equicorrelated matrix has an eigenvalue once and another n - 1 times: counted by ranks."
    share = Rational(1, 3)
    M = Matrix(int(at.n), int(at.n), lambda i, j: Integer(1) if i == j else share)
    one, many = 1 + (at.n - 1) * share, 1 - share
    return tuple(int(at.n) - (M - value * Matrix.eye(int(at.n))).rank() for value in (one, many))


@false("=", (Integer(1), n - 1), {"n": Integers(2, 6)})
def multiplicities_of_a_matrix_that_is_not_diagonalizable(at):
    "A Jordan block and a 0 have the eigenvectors of a diagonal matrix."
    M = Matrix(int(at.n), int(at.n), lambda i, j: Integer(1) if j == i + 1 else Integer(0))
    return int(at.n) - M.rank(), M.rank() - 1 + (1 if at.n == 2 else 0)


@true("=", d, {"M": Correlations(Integers(2, 4), full=True)}, letters=SIZE)
@false("=", d, {"M": Correlations(Integers(2, 4))}, letters=SIZE)
def rank_of_a_correlation_matrix(at):
    "An invertible correlation matrix has rank d, and not every one."
    entries = [fmpq(int(Rational(e).p), int(Rational(e).q)) for row in at.M for e in row]
    return fmpq_mat(len(at.M), len(at.M), entries).rank()
