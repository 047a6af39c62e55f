"""A check on a cluster is recorded by the one process that the person started."""

from __future__ import annotations

from pathlib import Path

import pytest

from bninit.ledger.verify import verified
from tests.shell.conftest import Run
from tests.shell.ledger.test_ledger_faults import CHECK, blocks, timeless
from tests.shell.run.test_scheduler import cluster

pytest.importorskip("distributed", reason="needs the extra [dask]")

__all__ = ["cluster"]


def test_recorded_from_afar(cluster: str, run: Run) -> None:
    """Workers carry their blocks home: the results and the ledger are those of one process here."""
    calm = timeless(run(*CHECK, "--no-ledger", "--jobs", 1).stdout)
    for _ in range(2):
        done = run(*CHECK, "--scheduler", cluster, "--ledger", "ledger.sqlite")
        assert done.exit_code == 0, done.output
        assert timeless(done.stdout) == calm
    found = verified(Path("ledger.sqlite"))
    assert found.faults == []
    assert found.rows["block"] == blocks(calm)
