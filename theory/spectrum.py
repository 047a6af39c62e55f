"""What `theory.wide.spectrum` has, by its obvious name."""

from theory.wide.spectrum import *  # noqa: F403
