"""What `near` calls, two modules away from a check."""

import numpy as np


def rank(rows: list[list[int]]) -> int:
    return int(np.linalg.matrix_rank(np.array(rows)))
