"""The path of version 0.1: now `theory.claim.judge`."""

from theory.claim.judge import *  # noqa: F403
