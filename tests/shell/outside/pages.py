"""What README and the pages of docs/ tell a reader to do: files to write, commands, and what these print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGES = [
    ROOT / "README.md",
    *sorted(path for path in (ROOT / "docs").rglob("*.md") if path.parent.name not in ("claims", "notebooks")),
]
FENCE = re.compile(r"^(```+|:::+)(\S[^\n]*)\n(.*?)^\1$", re.S | re.M)
CAPTION = re.compile(r":caption: (\S+\.\w+)\n")
TIMES = re.compile(r"\d+(\.\d)? s\b")


@dataclass(frozen=True)
class File:
    """A block of code with a file's name above it; a further one of that name goes on with the file."""

    name: str
    text: str


@dataclass(frozen=True)
class Command:
    """A line after `$`, and the lines that are shown below it; `...` stands for any number of lines."""

    line: str
    shown: tuple[str, ...]
    status: int


def steps(path: Path) -> list[File | Command]:
    """Of one page, in order."""
    found: list[File | Command] = []
    for _, language, body in FENCE.findall(path.read_text(encoding="utf-8")):
        caption = CAPTION.match(body)
        if caption:
            text = re.sub(r"\A(:\w+:.*\n)+\n?", "", body)
            found.append(File(caption[1], text))
        elif language == "console":
            found.extend(_commands(body))
    return found


def _commands(body: str) -> Iterator[Command]:
    told = [part.split("\n") for part in re.split(r"^\$ ", body, flags=re.M)[1:]]
    for n, (line, *shown) in enumerate(told):
        if line == "echo $?":
            continue
        after = told[n + 1] if n + 1 < len(told) else [""]
        status = int(after[1]) if after[0] == "echo $?" else 0
        yield Command(line.split("  # ")[0].strip(), tuple(shown), status)


def unlike(output: str, shown: tuple[str, ...]) -> str:
    """What is shown and not printed there, times aside: the first piece stands at the start, the others in order."""
    left, pieces = masked(output), [list[str]()]
    for line in masked("\n".join(shown)):
        if line == "...":
            pieces.append([])
        else:
            pieces[-1].append(line)
    for n, wanted in enumerate(pieces):
        starts = range(len(left) - len(wanted) + 1) if n else range(1)
        at = next((i for i in starts if left[i : i + len(wanted)] == wanted), None)
        if at is None:
            return "\n".join(wanted)
        left = left[at + len(wanted) :]
    return ""


def masked(text: str) -> list[str]:
    """Lines without times, which vary."""
    return [TIMES.sub("T s", " ".join(line.split())) for line in text.splitlines() if line.strip()]
