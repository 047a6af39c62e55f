"""Real data for training: what two packages carry, and files by path. Nothing is fetched at run time.

>>> from numerics.training.data import load
>>> digits = load("digits")
>>> digits.train.inputs.shape, digits.test.inputs.shape, digits.shape
((1438, 64), (359, 64), (1, 8, 8))
"""

from numerics.training.data.find import NAMES, load
from numerics.training.data.record import DamagedDataError, Data, MissingDataError, Split

__all__ = ["NAMES", "DamagedDataError", "Data", "MissingDataError", "Split", "load"]
