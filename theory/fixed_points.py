"""The path of version 0.1: now `theory.wide.fixed_points`."""

from theory.wide.fixed_points import *  # noqa: F403
