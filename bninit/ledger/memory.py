"""Where the blocks of one claim are kept while it is checked: in the ledger, or in hand where that is out of reach."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from bninit.ledger.depends.watch import Seen
from bninit.ledger.schema import LedgerError, add, canonical, connect, told, writing
from numerics.judging import Probe
from numerics.statistics.betting import Floats
from numerics.statistics.blocks import Block, Conclusion, Forgetful


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


def probed(link: sqlite3.Connection, claim: str) -> tuple[dict[str, Probe], str]:
    """The probes of a claim by cell, and the machine that drew them."""
    rows = link.execute("SELECT cell, networks, machine, samples FROM probe WHERE claim = ? ORDER BY id", (claim,))
    found, drawn_on = {}, ""
    for cell, networks, machine, samples in rows:
        found[cell], drawn_on = Probe(cell, networks, unpacked(samples)[""]), machine
    return found, drawn_on


def keep_probes(link: sqlite3.Connection, claim: str, probes: Sequence[Probe], machine: str) -> None:
    """Append probes, inside `writing`, unless they are there."""
    for probe in probes:
        samples = packed({"": probe.samples})
        add(link, "probe", claim=claim, cell=probe.cell, networks=probe.networks, machine=machine, samples=samples)


def restart(link: sqlite3.Connection, claim: str, why: str) -> str:
    """A further claim of the same content that starts afresh, inside `writing`; its hash."""
    name, base, text = link.execute("SELECT name, base, content FROM claim WHERE hash = ?", (claim,)).fetchone()
    content = json.loads(text)
    content.pop("afresh", None)
    return fresh_start(link, name, base, content, why)


def fresh_start(link: sqlite3.Connection, name: str, base: str, content: Mapping[str, object], why: str) -> str:
    """The same, of a content and its hash."""
    (number,) = link.execute("SELECT count(*) FROM claim WHERE base = ?", (base,)).fetchone()
    text = canonical({**content, "afresh": {"number": number, "why": why}} if number else content)
    sha = hashlib.sha256(text.encode()).hexdigest()
    add(link, "claim", hash=sha, base=base, name=name, content=text)
    return sha


@dataclass
class LedgerMemory:
    """`numerics.statistics.blocks.Memory` of one claim in a ledger, which is opened when it is first needed.

    What goes wrong is kept in `trouble`; the check goes on without a ledger, and its verdict is not recorded.
    """

    path: Path
    claim: str
    trouble: str = ""
    seen: Seen = field(default_factory=Seen)
    taken: bool = False
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

    def probes(self) -> tuple[dict[str, Probe], str]:
        found: list[tuple[dict[str, Probe], str]] = []
        self.attempt(lambda link: found.append(probed(link, self.claim)))
        return found[0] if found else ({}, "")

    def keep_probes(self, probes: Sequence[Probe], machine: str) -> None:
        def write(link: sqlite3.Connection) -> None:
            with writing(link):
                keep_probes(link, self.claim, probes, machine)

        self.attempt(write)

    def restart(self, why: str) -> None:
        """What was recorded before does not count from here on."""

        def write(link: sqlite3.Connection) -> None:
            with writing(link):
                add(link, "seen", claim=self.claim, kind="probe", name=why, value="")
                self.claim = restart(link, self.claim, why)

        self.attempt(write)

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
    known_probes: tuple[dict[str, Probe], str] = field(default_factory=lambda: ({}, ""))
    seen: Seen = field(default_factory=Seen)
    taken: bool = False
    why: str = ""
    """Why it started afresh, if it did."""
    conclusions: list[Conclusion] = field(default_factory=list)
    blocks: list[tuple[str, Block]] = field(default_factory=list)
    new_probes: tuple[Sequence[Probe], str] = ((), "")
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

    def probes(self) -> tuple[dict[str, Probe], str]:
        return self.known_probes

    def keep_probes(self, probes: Sequence[Probe], machine: str) -> None:
        self.new_probes = (probes, machine)

    def restart(self, why: str) -> None:
        self.why, self.known = why, {}
