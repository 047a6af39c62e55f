"""The start of the figures."""

from __future__ import annotations

import numpy as np

from numerics.chains import gap as orthogonal_gap

NEAR_RANK_ONE = orthogonal_gap.start(np.diag([1.0, 1e-6, 1e-6, 1e-6]))
