"""What the sampled checks of the suite declare of their claims: limits, and the numbers of protocols of training."""

from __future__ import annotations

from numerics.checks import attach
from numerics.judging import needing, sampled_checks
from numerics.judging.limits import said
from numerics.statistics.betting import Bounded
from theory import claims

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
