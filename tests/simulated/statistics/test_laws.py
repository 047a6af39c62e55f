"""Laws at a fixed number of samples: their errors, plans and refusals."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from scipy import stats

from numerics.statistics.betting import Floats
from numerics.statistics.laws import law_plan, law_test
from numerics.streams import stream
from tests.refused import refused
from tests.simulated.statistics.settings import FLAKY


def half_normal(x: Floats) -> Floats:
    """Law of relu(g): P(<= x)."""
    return np.where(x >= 0, stats.norm.cdf(x), 0.0)


def half_normal_left(x: Floats) -> Floats:
    return np.where(x > 0, stats.norm.cdf(x), 0.0)


def test_law_with_an_atom(seed: int) -> None:
    """relu(g) has its own law, which scipy.stats.kstest refutes with p = 0; and not that of relu(1.3 g)."""
    n = law_plan(0.05, FLAKY / 2, FLAKY / 2)
    x = np.maximum(stream(seed, "law").standard_normal(n), 0)
    result = law_test(x, half_normal, half_normal_left, 0.05, FLAKY / 2)
    assert result.verdict == "holds", f"{result}, seed {seed}"
    assert stats.kstest(x, half_normal).pvalue == 0.0
    wrong = law_test(x, lambda u: np.maximum(half_normal(u), (u >= 0) * 0.65), half_normal_left, 0.05, FLAKY)
    assert wrong.verdict == "refuted", f"{wrong}, seed {seed}"  # an atom of .65: at distance .15


@pytest.mark.parametrize(("alpha", "miss"), [(1e-9, 1e-4), (0.9, 1e-4), (1e-9, 0.9)])
def test_law_plan(alpha: float, miss: float) -> None:
    """law_plan is the least n at which the two DKW radii, at alpha and at miss, sum to less than delta."""
    n = law_plan(0.03, alpha, miss)
    sums = [sum(math.sqrt(math.log(2 / a) / (2 * size)) for a in (alpha, miss)) for size in (n, n - 1)]
    assert sums[0] < 0.03 <= sums[1]


def test_kolmogorov_distance_by_hand() -> None:
    """sup over the line, on both sides of every jump, against a scan of a fine grid and its left limits."""
    x = np.array([0.0, 0.0, 0.25, 0.5, 0.5, 2.0])
    result = law_test(x, half_normal, half_normal_left, 0.5, 0.5)
    grid = np.concatenate([np.linspace(-1, 3, 4001), x])
    right = np.abs((x[:, None] <= grid).mean(0) - half_normal(grid)).max()
    left = np.abs((x[:, None] < grid).mean(0) - half_normal_left(grid)).max()
    assert result.distance == pytest.approx(max(right, left), abs=1e-15)
    assert result.eps == math.sqrt(math.log(4) / 12)


def test_law_at_its_margins() -> None:
    """Holds if distance + eps < delta, is refuted if distance - eps >= delta, to the last bit; else undecided."""
    x = np.arange(200) / 1000  # uniform on [0, .2], not on [0, 1]

    def cdf(u: Floats) -> Floats:
        return np.clip(u, 0, 1)

    found = law_test(x, cdf, cdf, 0.5, 0.01)
    high, low = found.distance + found.eps, found.distance - found.eps
    assert 0 < low < high < 1
    for delta, verdict in (
        (np.nextafter(high, 1), "holds"),
        (high, "undecided"),
        (found.distance, "undecided"),
        (np.nextafter(low, 1), "undecided"),
        (low, "refuted"),
        (low / 2, "refuted"),
    ):
        assert law_test(x, cdf, cdf, float(delta), 0.01).verdict == verdict, delta


def of(x, cdf=lambda x: x, left=lambda x: x, delta=0.1, alpha=0.1):  # type: ignore[no-untyped-def]
    return law_test(x, cdf, left, delta, alpha)


ARRAY = "must be a 1-d array of finite numbers"
RATES = "delta and alpha are probabilities in (0, 1), got delta"
ORDER = "cdf and cdf_left must give 0 <= F(x-) <= F(x) <= 1"


test_refusals = refused(
    "Laws refuse what is no sample, no probability, no distribution function.",
    (lambda: of([]), "not empty"),
    *((lambda x=x: of(x), ARRAY) for x in ([[0.1, 0.2]], [0.5, math.nan], [math.inf, 0.5])),
    *((lambda r=r, call=call: call(r), words) for r in (0.0, 1.0, -0.5, 1.5, math.nan) for call, words in (
        (lambda r: law_plan(r, 0.1), RATES), (lambda r: law_plan(0.1, r), RATES),
        (lambda r: of([0.5], delta=r), RATES), (lambda r: of([0.5], alpha=r), RATES),
        (lambda r: law_plan(0.1, 0.1, r), "0 < miss < 1"),
    )),
    *((lambda cdf=cdf: of([0.5, 0.75], cdf, lambda x: 0 * x), ORDER) for cdf in (
        lambda x: x * math.nan, lambda x: x + 2, lambda x: -x, lambda x: 0.9, lambda x: 1.1 * (x > 0.5),
    )),
    (lambda: of([0.5], left=lambda x: x - 1), ORDER),
    words=re.escape,
)  # fmt: skip


def test_what_is_not_refused() -> None:
    """F may be 1, and numbers integers."""
    assert of([2, 1], lambda x: x / 2, lambda x: x / 2).distance == 0.5
