"""Tests of independence: silent on independent samples whatever their law, loud on dependent ones."""

import itertools
import math
from contextlib import nullcontext

import numpy as np
import pytest
from scipy.stats import hypergeom

from numerics.statistics.betting import SamplesError
from numerics.statistics.independence import (
    ALARM,
    RATES,
    DependentError,
    Doubt,
    Watch,
    _counts,
    _crossed,
    _exponent,
    _overlap,
)
from numerics.streams import fresh_seed

LAWS = {
    "normal": lambda rng, n: rng.standard_normal(n),
    "Cauchy": lambda rng, n: rng.standard_cauchy(n),
    "rare": lambda rng, n: (rng.random(n) < 0.01).astype(float),
    "almost sure": lambda rng, n: (rng.random(n) < 0.999).astype(float),
    "three values": lambda rng, n: rng.integers(0, 3, n).astype(float),
    "constant": lambda rng, n: np.ones(n),
    "lognormal": lambda rng, n: np.exp(3 * rng.standard_normal(n)),
}


@pytest.mark.parametrize("law", LAWS)
def test_silent_on_independent_samples(law: str) -> None:
    """400 parts of 1, 16 and 512 samples of one law; a false alarm has probability 1e-12."""
    seed = fresh_seed()
    rng = np.random.default_rng(seed)
    for n in (1, 16, 512):
        watch = Watch()
        try:
            for _ in range(400):
                watch.see(LAWS[law](rng, n))
        except DependentError as error:
            raise AssertionError(f"seed {seed}, {n}") from error


def test_capital_is_small_for_independent_samples() -> None:
    """E exp(l Y) <= 2^l/(1 - l) for each kind, by exhaustion and by the hypergeometric law."""
    for n, ones in ((1, 1), (3, 2), (3, 3), (4, 4), (5, 2)):
        signs = [np.array(bits) for bits in itertools.product([0, 1], repeat=2 * n) if sum(bits) == ones]
        for kind in (_counts, _overlap, _crossed):
            ys = [kind(bits[:n] > 0, bits[n:] > 0) for bits in signs]
            known = [y for y in ys if y is not None]
            for rate in RATES:
                assert not known or np.mean(np.exp(rate * np.array(known))) <= 2**rate / (1 - rate)
    n, a, b = 40, 13, 21
    both = np.arange(a + 1)
    ys = np.array([_exponent(2 * (h - a * b / n), min(a, b, n - a, n - b), n) for h in both], dtype=float)
    for rate in RATES:
        assert (np.exp(rate * ys) * hypergeom.pmf(both, n, a, b)).sum() <= 2**rate / (1 - rate)


def test_doubt_grows_with_evidence() -> None:
    """No alarm without evidence; one where 2 exp(-y) is far below the alarm."""
    doubt = Doubt()
    assert not doubt.alarming
    doubt.add(None)
    assert doubt.count == 0
    doubt.add(0.9 * -math.log(ALARM))
    assert not doubt.alarming
    doubt.add(0.8 * -math.log(ALARM))
    assert doubt.alarming


@pytest.mark.parametrize("n", [64, 512])
@pytest.mark.parametrize("kind", ["batch", "copies", "weights", "pairs", "antithetic", "seldom", "often"])
def test_loud_on_dependent_samples(kind: str, n: int) -> None:
    """Each kind of dependence is found within 60 parts, in events of which the median is 0 or 1, too."""
    rng, fixed = np.random.default_rng(fresh_seed()), np.random.default_rng(0).standard_normal(n)
    part = {
        "batch": lambda: 1.5 * rng.standard_normal() + rng.standard_normal(n),
        "copies": lambda: fixed,
        "weights": lambda: fixed + 0.3 * rng.standard_normal(n),
        "pairs": lambda: np.repeat(rng.standard_normal(n // 2), 2),
        "antithetic": lambda: np.outer([1, -1], rng.standard_normal(n // 2)).ravel(),
        "seldom": lambda: np.repeat(rng.random(n // 2) < 0.3, 2).astype(float),
        "often": lambda: np.repeat(rng.random(n // 2) < 0.7, 2).astype(float),
    }[kind]
    with pytest.raises(DependentError):
        see(Watch(), [part() for _ in range(60)])


def test_copies_of_few_values() -> None:
    """Copied indicators are told from chance by the number of their orders; constant parts never are."""
    bits = np.repeat([0.0, 1.0], [40, 24])
    watch = Watch()
    watch.see(bits)
    with pytest.raises(DependentError, match="copies"):
        watch.see(bits)
    rare, watch = np.zeros(16), Watch()
    rare[3] = 1.0
    see(watch, 3 * [rare])  # 16 orders each: not yet
    with pytest.raises(DependentError):
        see(watch, 60 * [rare])


def see(watch: Watch, parts: list[np.ndarray]) -> None:
    for part in parts:
        watch.see(part)


@pytest.mark.parametrize("block", [64, 512])
@pytest.mark.parametrize("one", ["random", "coin"])
def test_constant_parts_of_several_values(block: int, one: str) -> None:
    """One number for a whole part and another for others is told after nine parts, from a coin or a continuum."""
    rng = np.random.default_rng()

    def part(size: int) -> np.ndarray:
        return np.full(size, rng.random() if one == "random" else float(rng.integers(2)))

    with pytest.raises(DependentError):
        see(Watch(), [part(block // 8) for _ in range(8)] + [part(block) for _ in range(40)])


def test_constant_parts_that_may_be() -> None:
    """Rare events, single samples and one constant are not taken for it."""
    rng = np.random.default_rng()
    see(Watch(), [np.zeros(64) for _ in range(50)])
    see(Watch(), [(rng.random(4) < 0.5).astype(float) for _ in range(2_000)])
    see(Watch(), [(rng.random(64) < 1e-3).astype(float) for _ in range(500)])


@pytest.mark.parametrize("law", ["normal", "cauchy", "rare", "far"])
def test_variance_above_its_bound(law: str) -> None:
    """A bound on the variance that the samples contradict is told; one that is met exactly is not."""
    rng = np.random.default_rng()
    laws = {
        "normal": lambda size: rng.normal(1.4, 2.0, size),
        "cauchy": rng.standard_cauchy,
        "rare": lambda size: np.where(rng.random(size) < 0.01, 30.0, 0.0),
        "far": lambda size: 1e200 * rng.standard_normal(size),
    }
    with pytest.raises(SamplesError, match="vary more than declared"):
        see(Watch(variance=1.0), [np.asarray(laws[law](512)) for _ in range(40)])
    see(Watch(variance=1.0), [rng.standard_normal(512) for _ in range(200)])
    see(Watch(variance=1e-4), [(rng.random(512) < 1e-4).astype(float) for _ in range(200)])


def test_the_alarm_comes_where_the_whole_bound_is_reached() -> None:
    """K parts of three equal samples, all values distinct: 2 K log K >= K log(K + 1) + 2 log K - log ALARM, at 14."""
    surprise = {k: 2 * k * math.log(k) for k in range(1, 20)}
    bound = {k: k * math.log(k + 1) + 2 * math.log(k) - math.log(ALARM) for k in surprise}
    first = min(k for k in surprise if surprise[k] >= bound[k])
    watch = Watch()
    for value in range(1, first):
        watch.see(np.full(3, float(value)))
    with pytest.raises(DependentError, match="all samples of a block are the same number"):
        watch.see(np.full(3, float(first)))
    assert first == 14


@pytest.mark.parametrize(("before", "alarms"), [(5, True), (40, False)])
def test_a_copy_surprises_less_the_more_parts_there_were(before: int, alarms: bool) -> None:
    """A copy of 19 samples, one order in 19!, is an alarm after 5 parts. After 40 it is none: its surprise is above
    log(1/ALARM), but not above log(1/ALARM) + 2 log K, which is the bound for all of K parts together."""
    gain, last = math.lgamma(20) - math.log(before) - math.log(2), before + 1
    assert gain > -math.log(ALARM)
    assert (gain >= -math.log(ALARM) + 2 * math.log(last)) is alarms
    watch, parts = Watch(), np.random.default_rng(fresh_seed()).normal(size=(before, 19))
    for part in parts:
        watch.see(part)
    with pytest.raises(DependentError, match="copies of each other") if alarms else nullcontext():
        watch.see(parts[0])
