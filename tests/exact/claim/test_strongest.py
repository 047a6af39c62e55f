"""The strongest instances that hunts have kept are instances of the claims that they are cases of."""

import pytest

from theory import claims
from theory.claim.literal.strongest import _KNOWN


@pytest.mark.parametrize("name", sorted(_KNOWN))
def test_strongest_instances_belong_to_the_claim(name: str) -> None:
    """Each is in what the claim is given: else it would be left out in silence."""
    given = claims()[name].quantified
    assert given is not None
    assert all(instance in given for instance in _KNOWN[name])
