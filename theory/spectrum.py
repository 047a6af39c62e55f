"""The path of version 0.1: now `theory.wide.spectrum`."""

from theory.wide.spectrum import *  # noqa: F403
