"""The path of version 0.1: now `numerics.chains.chain`."""

from numerics.chains.chain import *  # noqa: F403
