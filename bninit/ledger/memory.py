"""Where the blocks of one claim are kept while it is checked: in the ledger, or in hand where that is out of reach."""

from __future__ import annotations

import json
import sqlite3
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from bninit.ledger.schema import LedgerError, add, connect, told, writing
from numerics.betting import Floats
from numerics.blocks import Block, Conclusion, Forgetful


def packed(gains: Mapping[str, Floats]) -> bytes:
    """Lengths and names as JSON, then doubles, least byte first; compressed, with the checksum that comes with it.

    Equal gains are written once: twins that claim another law are tested on the same samples.

    >>> unpacked(packed({"": np.array([2.0, 0.5]), "3.5": np.array([2.0, 0.5])}))
    {'': array([2. , 0.5]), '3.5': array([2. , 0.5])}
    """
    parts = {name: np.asarray(gain, dtype="<f8").tobytes() for name, gain in gains.items()}
    place = {part: number for number, part in enumerate(dict.fromkeys(parts.values()))}
    names = {name: place[part] for name, part in parts.items()}
    head = json.dumps([[len(part) // 8 for part in place], names]).encode()
    return zlib.compress(struct.pack("<I", len(head)) + head + b"".join(place), 1)


def unpacked(data: bytes) -> dict[str, Floats]:
    """The inverse of `packed`.

    Raises
    ------
    LedgerError
        if the bytes are not those of `packed`.
    """
    try:
        text = zlib.decompress(data)
        start = 4 + struct.unpack_from("<I", text)[0]
        sizes, names = json.loads(text[4:start])
        numbers = np.frombuffer(text, dtype="<f8", offset=start).astype(np.float64)
        if numbers.size != sum(sizes):
            raise ValueError("wrong length")
        parts = np.split(numbers, np.cumsum(sizes, dtype=np.int64)[:-1])
        return {name: parts[number] for name, number in names.items()}
    except (zlib.error, ValueError, TypeError, IndexError, struct.error, AttributeError) as error:
        raise LedgerError("a recorded block is damaged; see `bninit ledger verify`") from error


def stored(link: sqlite3.Connection, claim: str, process: str = "", after: int = 0) -> list[tuple[int, str, Block]]:
    """Blocks of a claim with their row and process, in the order in which they were recorded."""
    only, values = (" AND process = ?", (claim, after, process)) if process else ("", (claim, after))
    rows = link.execute(
        f"SELECT id, process, seed, place, gains FROM block WHERE claim = ? AND id > ?{only} ORDER BY id", values
    )
    return [(row, name, Block(seed, place, unpacked(gains))) for row, name, seed, place, gains in rows]


def keep(link: sqlite3.Connection, claim: str, process: str, block: Block) -> None:
    """Append a block, inside `writing`, unless it is there."""
    gains = packed(block.gains)
    add(link, "block", claim=claim, process=process, seed=block.seed, place=block.index, gains=gains)


@dataclass
class LedgerMemory:
    """`numerics.blocks.Memory` of one claim in a ledger, which is opened when it is first needed.

    What goes wrong is kept in `trouble`; the check goes on without a ledger, and its verdict is not recorded.
    """

    path: Path
    claim: str
    trouble: str = ""
    conclusions: list[Conclusion] = field(default_factory=list)
    _link: sqlite3.Connection | None = None
    _last: dict[str, int] = field(default_factory=dict)
    _aside: Forgetful = field(default_factory=Forgetful)

    def recall(self, process: str) -> Sequence[Block]:
        found: list[tuple[int, str, Block]] = []

        def read(link: sqlite3.Connection) -> None:
            found.extend(stored(link, self.claim, process, self._last.get(process, 0)))

        if not self.attempt(read):
            return self._aside.recall(process)
        if found:
            self._last[process] = found[-1][0]
        return [block for _, _, block in found]

    def record(self, process: str, block: Block) -> None:
        def write(link: sqlite3.Connection) -> None:
            with writing(link):
                keep(link, self.claim, process, block)

        if not self.attempt(write):
            self._aside.record(process, block)

    def conclude(self, conclusion: Conclusion) -> None:
        self.conclusions.append(conclusion)

    def attempt(self, act: Callable[[sqlite3.Connection], None]) -> bool:
        """Do it, unless there has been trouble; whether it was done."""
        if not self.trouble:
            try:
                self._link = self._link or connect(self.path)
                with told(self.path):
                    act(self._link)
            except LedgerError as error:
                self.trouble = str(error)
        return not self.trouble

    def close(self) -> None:
        if self._link is not None:
            self._link.close()
            self._link = None


@dataclass
class CarriedMemory:
    """The same for a task that cannot reach the file: given the recorded blocks, it brings home the new ones."""

    known: dict[str, list[Block]]
    conclusions: list[Conclusion] = field(default_factory=list)
    blocks: list[tuple[str, Block]] = field(default_factory=list)
    order: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    """Seeds and indices of each process as it was decided by: what was known, then what is new."""

    def recall(self, process: str) -> Sequence[Block]:
        found = self.known.pop(process, [])
        self.order.setdefault(process, []).extend((block.seed, block.index) for block in found)
        return found

    def record(self, process: str, block: Block) -> None:
        self.blocks.append((process, block))
        self.known.setdefault(process, []).append(block)

    def conclude(self, conclusion: Conclusion) -> None:
        self.conclusions.append(conclusion)
