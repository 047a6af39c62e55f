"""Blocks: order, resuming, caps and whose samples they are, apart from any statistics."""

import numpy as np

from numerics.statistics.blocks import Block, Conclusion, Forgetful, Process


class Kept:
    """A memory that keeps all, gives each block out once, and can be added to by others."""

    def __init__(self, *blocks: Block) -> None:
        self.kept, self.given, self.concluded = list(blocks), 0, []

    def recall(self, process: str) -> list[Block]:
        new, self.given = self.kept[self.given :], len(self.kept)
        return new

    def record(self, process: str, block: Block) -> None:
        if all((block.seed, block.index) != (b.seed, b.index) for b in self.kept):
            self.kept.append(block)

    def conclude(self, conclusion: Conclusion) -> None:
        self.concluded.append(conclusion)


def stream_of(seed: int, block: int) -> np.random.Generator:
    return np.random.default_rng([seed, block])


def simulate(rng: np.random.Generator, index: int) -> dict[str, np.ndarray]:
    return {"": np.array([rng.random(), float(index)])}


def seen(process: Process, cap: int) -> list[tuple[int, int]]:
    return [(block.seed, block.index) for block in process.blocks(cap, simulate)]


def test_new_blocks_in_order_to_the_cap() -> None:
    """A fresh process draws blocks 0, 1, .. of its own seed, each from its own stream, and stops at the cap."""
    memory = Kept()
    process = Process("p", 7, stream_of, memory)
    assert seen(process, 3) == [(7, 0), (7, 1), (7, 2)]
    assert [block.gains[""].tolist() for block in memory.kept] == [[stream_of(7, i).random(), i] for i in range(3)]
    assert process.others() == {}


def test_going_on() -> None:
    """A second call goes on where the first stopped; nothing is drawn or given twice."""
    process = Process("p", 7, stream_of, Forgetful())
    assert seen(process, 2) + seen(process, 4) == [(7, 0), (7, 1), (7, 2), (7, 3)]
    assert seen(process, 4) == []


def test_remembered_blocks_come_first() -> None:
    """Blocks of earlier runs count in their order, those at or beyond the cap do not; their seeds are told."""
    old = [Block(3, i, {"": np.zeros(2)}) for i in (0, 1, 5)]
    process = Process("p", 7, stream_of, Kept(*old))
    assert seen(process, 2) == [(3, 0), (3, 1), (7, 0), (7, 1)]
    assert process.others() == {"seeds": [3, 7]}


def test_own_blocks_are_not_drawn_again() -> None:
    """A run taken up again, at the same seed, starts after the blocks that it left."""
    drawn: list[int] = []

    def noted(rng: np.random.Generator, index: int) -> dict[str, np.ndarray]:
        drawn.append(index)
        return simulate(rng, index)

    process = Process("p", 7, stream_of, Kept(*[Block(7, i, {"": np.zeros(2)}) for i in (0, 1)]))
    assert len(list(process.blocks(4, noted))) == 4
    assert drawn == [2, 3]


def test_overtaken() -> None:
    """Where another run records the same block first, that one counts, and it counts once."""

    class Raced(Kept):
        def record(self, process: str, block: Block) -> None:
            self.kept.append(Block(block.seed, block.index, {"": np.full(2, -1.0)}))

    found = list(Process("p", 7, stream_of, Raced()).blocks(2, simulate))
    assert [block.gains[""].tolist() for block in found] == [[-1.0, -1.0]] * 2
