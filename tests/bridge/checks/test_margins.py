"""Sampled checks of nachum24, components and daneshmand21: what bounds their samples, how sharp they are."""

from collections.abc import Iterator
from statistics import median
from typing import Any

import numpy as np
import pytest

from numerics.checks import attach
from numerics.judging import Bias, Law, numbers, sampled_checks
from numerics.judging.declare import Sampled, at_cell
from numerics.statistics.betting import Bounded, NonNegative, Variance
from numerics.streams import fresh_seed, stream
from theory import claims
from theory.claim import Check, Claim

PAPERS = ("nachum24.", "components.", "daneshmand21.")
SEED = fresh_seed()
attach()


def cells() -> Iterator[tuple[Claim, Check, Any]]:
    for claim in claims().values():
        for check in sampled_checks(claim).values():
            if claim.id.startswith(PAPERS) and not check.options.needs:
                for cell in check.options.at:
                    yield claim, check, cell


CELLS = list(cells())
NAMES = [f"{claim.id}-{number}" for number, (claim, _, _) in enumerate(CELLS)]


def margin(claim: Claim, check: Check, cell: Any) -> tuple[float, float]:
    """The margin at level standard and the one that the bias forces, in units of the claimed mean, or the unit where
    it is 0; of laws the Kolmogorov distance."""
    options: Sampled = check.options
    p = numbers(claim.predicts, cell)
    claimed = options.expects(p, cell)
    unit = 1.0 if isinstance(claimed, Law) else abs(claimed) or 1.0
    scale = at_cell(options.scale, p, cell)
    bias = at_cell(options.bias, p, cell)
    forced = 2 * bias.bound if isinstance(bias, Bias) else 0.0
    asked = at_cell(options.notices, p, cell) / 2
    factor = (unit if scale is None else scale) / unit
    return max(asked, forced) * factor, forced * factor


@pytest.mark.parametrize(("claim", "check", "cell"), CELLS, ids=NAMES)
def test_support_and_bias(claim: Claim, check: Check, cell: Any) -> None:
    """No typed window; samples lie in the declared support; a bias says where it is from."""
    options: Sampled = check.options
    assert "cut" not in cell
    p = numbers(claim.predicts, cell)
    if isinstance(options.expects(p, cell), Law):
        return
    support: Any = at_cell(options.support, p, cell)
    assert isinstance(support, Bounded | Variance | NonNegative)
    bias = at_cell(options.bias, p, cell)
    assert bias is None or isinstance(bias, Bias)
    x = np.asarray(options.statistic(check.run(options.layer, cell, stream(SEED, claim.id), 2), p))
    assert x.shape == (2,)
    assert np.isfinite(x).all()
    lo, hi = (support.lo, support.hi) if isinstance(support, Bounded) else (-np.inf, np.inf)
    if isinstance(support, NonNegative):
        lo = 0.0
    assert ((x >= lo - 1e-9) & (x <= hi + 1e-9)).all(), f"seed {SEED}"


def test_sharp() -> None:
    """Margins at level standard: median at most 2.5 per cent, none above 10 but where the bias forces it."""
    found = [margin(*each) for each in CELLS]
    assert median(value for value, _ in found) <= 0.025 + 1e-12
    for name, (value, forced) in zip(NAMES, found, strict=True):
        assert value <= max(0.1, forced), name
