"""Blocks of samples, as far as tests care: what each block adds to each test, and who remembers it.

A test's state is a sum over blocks (`numerics.statistics.decide`), so a block that was seen once need not be simulated
again: its sums are enough. A *process* is the sequence of blocks of one simulated quantity: a cell of a check on one
model. Its blocks come in the order in which they were recorded, whatever seeds they are from, and everybody who decides
by it decides at its first block that decides: reading it again, or going on with it, spends no further error (Ville).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from numerics.statistics.betting import Floats

Streams = Callable[[int, int], np.random.Generator]
"""The generator of a block, by root seed and index."""


@dataclass(frozen=True)
class Block:
    """One block of samples: block `index` of the stream of the root `seed`, and its `gains` by test."""

    seed: int
    index: int
    gains: Mapping[str, Floats]


@dataclass(frozen=True)
class Conclusion:
    """What a process came to: the sum of its first `used` blocks of index below `cap`, judged at `threshold`."""

    process: str
    used: int
    cap: int
    threshold: float
    state: Floats
    verdict: str


class Memory(Protocol):
    """Where blocks are kept."""

    def recall(self, process: str) -> Sequence[Block]:
        """Blocks of a process that this object has not given out yet, in the order in which they were recorded."""

    def record(self, process: str, block: Block) -> None:
        """Add a block at the end, unless the process has this block already."""

    def conclude(self, conclusion: Conclusion) -> None:
        """Take note of where a process stands at the end of a trial."""


@dataclass
class Forgetful:
    """Remembers nothing but the block just recorded: every run starts from its seed alone."""

    new: list[Block] = field(default_factory=list)

    def recall(self, process: str) -> Sequence[Block]:
        found, self.new = self.new, []
        return found

    def record(self, process: str, block: Block) -> None:
        self.new.append(block)

    def conclude(self, conclusion: Conclusion) -> None:
        pass


class Process:
    """The blocks of a process: those remembered, then new ones of this run's seed, as many as its cap allows."""

    def __init__(self, name: str, seed: int, stream_of: Streams, memory: Memory) -> None:
        self.name, self.seed, self.stream_of, self.memory = name, seed, stream_of, memory
        self.used: dict[int, int] = {}  # blocks by root seed

    def blocks(self, cap: int, simulate: Callable[[np.random.Generator, int], Mapping[str, Floats]]) -> Iterator[Block]:
        """Blocks of index below `cap`, in recorded order. A new one counts once it is recorded, and where it is.

        `simulate` makes what a block adds from its generator and its index.
        """
        while True:
            for block in self.memory.recall(self.name):
                if block.index < cap:
                    self.used[block.seed] = self.used.get(block.seed, 0) + 1
                    yield block
            index = self.used.get(self.seed, 0)
            if index >= cap:
                return
            self.memory.record(self.name, Block(self.seed, index, simulate(self.stream_of(self.seed, index), index)))

    def others(self) -> dict[str, Any]:
        """The root seeds of the blocks, where they are not this run's alone."""
        return {} if list(self.used) == [self.seed] else {"seeds": list(self.used)}
