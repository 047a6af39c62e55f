"""The path of version 0.1: now `theory.exact.expressions`."""

from theory.exact.expressions import *  # noqa: F403
