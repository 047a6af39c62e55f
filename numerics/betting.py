"""The path of version 0.1: now `numerics.statistics.betting`."""

from numerics.statistics.betting import *  # noqa: F403
