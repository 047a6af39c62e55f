"""A module of helpers, as people have beside their claims; half of it computes in floats."""

from __future__ import annotations

import math
import statistics
from decimal import Decimal
from fractions import Fraction

import numpy as np


def rank_by_numpy(rows):
    """Rank of a matrix, by singular values in floats."""
    return int(np.linalg.matrix_rank(np.array([[float(x) for x in row] for row in rows])))


def rank_by_fractions(rows):
    """Rank of a matrix by elimination."""
    rows, rank = [list(map(Fraction, row)) for row in rows], 0
    for column in range(len(rows[0])):
        pivot = next((i for i in range(rank, len(rows)) if rows[i][column]), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        for i in range(rank + 1, len(rows)):
            share = rows[i][column] / rows[rank][column]
            rows[i] = [a - share * b for a, b in zip(rows[i], rows[rank], strict=True)]
        rank += 1
    return rank


def rounded_root(number):
    """The root of a number, rounded down, by floats."""
    return int(math.sqrt(int(number)))


def whole_root(number):
    """The root of a number, rounded down."""
    return math.isqrt(int(number))


def near(a, b):
    """Whether two numbers are close."""
    return math.isclose(float(a), float(b), rel_tol=1e-9)


def half(number):
    """Half of an integer, by true division."""
    return int(int(number) / 2)


def product_by_numpy(numbers):
    """A product, in machine integers."""
    return int(np.prod(np.array([int(x) for x in numbers], dtype=np.int64)))


def mean_by_statistics(numbers):
    """A mean, by the standard library's statistics, of floats."""
    return statistics.fmean(numbers)


def sorted_by_float(numbers):
    """Numbers in the order of their floats."""
    return sorted(numbers, key=float)


def by_ten_digits(number):
    """A number by the ten digits that are written."""
    return Fraction(f"{Decimal(number.numerator) / Decimal(number.denominator):.10f}")


def sum_in_one_byte(numbers):
    """A sum, in integers of one byte."""
    return int(np.array(numbers, dtype=np.int8).sum(dtype=np.int8))


def sum_of_array(numbers):
    """A sum of Python's integers, by an array of objects."""
    return sum(np.array(numbers, dtype=object).tolist())
