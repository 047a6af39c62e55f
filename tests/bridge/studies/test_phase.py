"""The phase diagram against iteration of the infinite-width map."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from numerics.limits import gram_dynamics
from numerics.networks import observables
from numerics.streams import fresh_seed
from numerics.studies import phase


def test_by_iteration() -> None:
    """A long point comes to the broken branch, and below n* to the symmetric one; any executor, the same diagram."""
    with ThreadPoolExecutor(2) as executor:
        found = phase.diagram("rc,nl", 9, 2, 16, seed := fresh_seed(), executor=executor)
    assert found == phase.diagram("rc,nl", 9, 2, 16, seed)
    at = {(point.n, point.kind): point for point in found.branches}
    for n in range(3, 10):
        gram = gram_dynamics.iterate(np.diag([25.0, *[1.0] * (n - 1)])[None], 4000)
        kind = "broken" if (n, "broken") in at else "symmetric"
        assert at[n, kind].stable
        assert float(at[n, kind].norm_ratio) == pytest.approx(float(observables.norm_ratio(gram)[0]), rel=1e-6)
    assert found.saddle_node is not None
    assert 6 < float(found.saddle_node["n"]) < 7
    assert [row.n for row in found.networks] == [3, 5, 7]
    assert all(row.median == sum(row.norm_ratios) / 2 for row in found.networks)
