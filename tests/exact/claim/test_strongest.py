"""The strongest instances that hunts have kept are instances of the claims that they are cases of."""

from theory import claims
from theory.claim.literal.strongest import _KNOWN


def test_strongest_instances_belong_to_the_claim() -> None:
    """Each is in what the claim is given: else it would be left out in silence."""
    assert _KNOWN
    given = {name: claims()[name].quantified for name in _KNOWN}
    assert not [name for name, domains in given.items() if domains is None]
    assert not [(name, one) for name, kept in _KNOWN.items() for one in kept if one not in given[name]]
