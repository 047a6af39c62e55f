"""What the sampled checks of the suite declare of their claims: limits, margins, numbers of protocols of training."""

from __future__ import annotations

import math
from statistics import median
from typing import Any

import numpy as np
import pytest
from scipy import integrate, stats

from numerics.checks import attach
from numerics.checks.daneshmand21.setting import truncated_length, truncated_square
from numerics.judging import Bias, Law, needing, numbers, sampled_checks
from numerics.judging.declare import at_cell
from numerics.judging.limits import said
from numerics.statistics.betting import Bounded
from numerics.studies.diagnosis import hypotheses, predicted, quantities
from theory import claims


@pytest.fixture(autouse=True, scope="module")
def _attached() -> None:
    attach()


def test_the_suite_declares_its_limits() -> None:
    """Every sampled claim whose words are about a limit says by `limit_of` whether the simulation is of it."""
    silent = [
        claim.id
        for claim in claims().values()
        for check in sampled_checks(claim).values()
        if said(claim) and check.options.limit_of is None
    ]
    assert silent == []


def test_protocols_state_their_number() -> None:
    """A claim on training is tested at its number; mean differences take both signs, and the words have the margin."""
    known = needing(claims().values())
    assert len(known) >= 50
    for claim in known:
        (check,) = sampled_checks(claim).values()
        assert check.options.sharp, claim.id
        assert r"\mathbb E\max" not in claim.tex, claim.id
        if check.options.support == Bounded(-1, 1):
            assert f"is at least {claim.predicts}" in claim.says, claim.id


def test_every_claim_of_a_diagnosis_is_one() -> None:
    """Every claim that a diagnosis names is in the registry, under this id."""
    named = {claim for _, asked, _ in hypotheses.HYPOTHESES for claim in asked}
    named |= {claim for several in hypotheses.SPEAK.values() for claim in several}
    named |= {claim for several in predicted.RAYS.values() for _, claim in several}
    named |= {claim for _, claim in predicted.SIMPLE.values()}
    named |= {law.claim for parts in (("rs",), ("rc", "rs")) for law in predicted.laws(np.eye(6), parts, [900] * 40)}
    assert not named - set(claims())
    assert set(hypotheses.SPEAK) == set(quantities.COMPONENTS)


def test_sharp() -> None:
    """Margins at level standard, in units of the claimed mean, of laws the Kolmogorov distance: median at most 2.5 per
    cent, none above 10 but where the bias forces it."""
    found = {}
    for claim in claims().values():
        for check in sampled_checks(claim).values():
            if check.options.needs or claim.id.startswith(("daneshmand20.", "morwani20.", "yang19.")):
                continue
            for cell in check.options.at:
                options: Any = check.options
                p = numbers(claim.predicts, cell)
                claimed = options.expects(p, cell)
                unit = 1.0 if isinstance(claimed, Law) else abs(claimed) or 1.0
                scale, bias = at_cell(options.scale, p, cell), at_cell(options.bias, p, cell)
                factor = (unit if scale is None else scale) / unit
                forced = 2 * bias.bound * factor if isinstance(bias, Bias) else 0.0
                found[f"{claim.id} {cell}"] = max(at_cell(options.notices, p, cell) / 2 * factor, forced), forced
    assert median(value for value, _ in found.values()) <= 0.025 + 1e-12
    assert [name for name, (value, forced) in found.items() if value > max(0.1, forced)] == []


@pytest.mark.parametrize("degrees", [1, 2, 35])
@pytest.mark.parametrize("top", [0.3, 1.0, 2.5])
def test_truncated_means(degrees: int, top: float) -> None:
    """E min(X, top) = int_0^top P(X > x) dx for multiples of chi^2 and of chi of a given mean."""
    mean = 0.9
    squares = integrate.quad(lambda x: stats.chi2.sf(x * degrees / mean, degrees), 0, top)[0]
    assert math.isclose(truncated_square(mean, degrees, top), squares, rel_tol=1e-7)
    unit = mean / stats.chi(degrees).mean()
    lengths = integrate.quad(lambda x: stats.chi.sf(x / unit, degrees), 0, top)[0]
    assert math.isclose(truncated_length(mean, degrees, top), lengths, rel_tol=1e-7)
