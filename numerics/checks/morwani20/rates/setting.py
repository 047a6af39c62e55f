"""Random least-squares problems of given extreme eigenvalues."""

from __future__ import annotations

from sympy import Rational

from numerics.judging import Cell

C, LOW, HIGH = Rational(3, 2), Rational(1, 2), 2


def cell(rate_gamma: int | Rational, eps: int | Rational) -> Cell:
    return {"rate_gamma": rate_gamma, "eps": eps, "c": C, "low": LOW, "high": HIGH}
