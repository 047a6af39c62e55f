"""What `theory.wide.fixed_points` has, by its obvious name."""

from theory.wide.fixed_points import *  # noqa: F403
