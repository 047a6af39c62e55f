"""One thread: what else runs on this machine has the others."""

from __future__ import annotations

from importlib.util import find_spec

import pytest


@pytest.fixture(autouse=True)
def _one_thread(seed: int) -> None:
    if find_spec("torch"):
        import torch

        torch.set_num_threads(1)
        torch.manual_seed(seed)
