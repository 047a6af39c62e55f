"""What the tests of the tester are run at."""

from __future__ import annotations

import numpy as np

from numerics.statistics.betting import Bounded

FLAKY = 1e-10
"""A random assertion fails by chance with this probability."""

THRESHOLD = 2 * 4 / 1e-9
UNIT = Bounded(0, 1)
BETS = 2.0 ** (-np.arange(24) / 2)
