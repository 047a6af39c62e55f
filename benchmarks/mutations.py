"""Do the tests notice a broken line? Breaks lines drawn by chance, one at a time, and runs the tests of their rooms.

    python -m benchmarks.mutations --count 60 --seed 1

works on a copy of the checkout, in which nothing else is changed, and lists what no test noticed. Docstrings, texts of
messages and annotations are left alone. A line that is broken into an equivalent one (a bound that is only an
estimate of time, say) counts as not noticed: read the list.
"""

from __future__ import annotations

import ast
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

ROOT = Path(__file__).parents[1]

ROOMS = {
    "theory/comparison": ("tests/exact/comparison", "tests/exact/claim", "tests/adversarial"),
    "theory/claim": ("tests/exact/claim", "tests/exact/domains", "tests/adversarial"),
    "theory/domains": ("tests/exact/domains", "tests/exact/claim", "tests/adversarial"),
    "theory/term": ("tests/exact/statement", "tests/exact/domains", "tests/exact/claim"),
    "numerics/statistics": ("tests/simulated",),
    "numerics/judging": ("tests/simulated", "tests/bridge/checks"),
    "numerics/networks": ("tests/bridge/networks",),
    "bninit/ledger": ("tests/shell/ledger",),
}
"""Folders that are broken, and the tests that have to notice, beside the doctests of the folder."""

OTHER: dict[type[ast.AST], type[Any]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


@dataclass(frozen=True)
class Mutation:
    """One part of a file in other words."""

    file: Path
    line: int
    before: str
    after: str
    start: int
    end: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {' '.join(self.before.split())}  ->  {' '.join(self.after.split())}"


def mutations(file: Path) -> Iterator[Mutation]:
    """All single changes of a file: an operator, a condition, a whole number, what is returned."""
    source = (ROOT / file).read_text(encoding="utf-8")
    lines = [0]
    for line in source.encode().splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    for node in _code(ast.parse(source)):
        if after := _changed(node):
            start = lines[node.lineno - 1] + node.col_offset
            end = lines[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            yield Mutation(file, node.lineno, source.encode()[start:end].decode(), f"({after})", start, end)


def _code(node: ast.AST) -> Iterator[ast.expr]:
    """Expressions of code that runs: no annotations, no texts, no calls that raise."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "exc", "msg"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                if isinstance(child, ast.expr):
                    yield child
                yield from _code(child)


def _changed(node: ast.expr) -> str:
    match node:
        case ast.Compare(ops=[op]) if type(op) in OTHER:
            return ast.unparse(ast.Compare(node.left, [OTHER[type(op)]()], node.comparators))
        case ast.BinOp(op=op) if type(op) in OTHER and not _text(node):
            return ast.unparse(ast.BinOp(node.left, OTHER[type(op)](), node.right))
        case ast.BoolOp(op=op):
            return ast.unparse(ast.BoolOp(OTHER[type(op)](), node.values))
        case ast.UnaryOp(op=ast.Not()):
            return ast.unparse(node.operand)
        case ast.IfExp():
            return ast.unparse(ast.IfExp(node.test, node.orelse, node.body))
        case ast.Constant(value=bool(truth)):
            return str(not truth)
        case ast.Constant(value=int(number)):
            return str(number + 1)
    return ""


def _text(node: ast.BinOp) -> bool:
    return any(isinstance(x, ast.Constant | ast.JoinedStr) and isinstance(getattr(x, "value", ""), str)
               for x in (node.left, node.right))  # fmt: skip


def noticed(mutation: Mutation, copy: Path, room: str, seconds: float) -> bool:
    """Whether a test of the room fails, or does not end, where the line is broken."""
    target = copy / mutation.file
    whole = target.read_bytes()
    target.write_bytes(whole[: mutation.start] + mutation.after.encode() + whole[mutation.end :])
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "2", room, *ROOMS[room]]
    try:
        done = subprocess.run(command, cwd=copy, capture_output=True, timeout=seconds, check=False)
        return done.returncode != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        target.write_bytes(whole)


@click.command()
@click.option("--count", default=60, show_default=True, help="How many lines are broken.")
@click.option("--seed", type=int, default=None, help="Which; by chance.")
@click.option("--room", type=click.Choice([*ROOMS]), default=None, help="Of one room only.")
@click.option("--seconds", default=900.0, show_default=True, help="How long the tests may take for one.")
def main(count: int, seed: int | None, room: str | None, seconds: float) -> None:
    """Break lines and see whether tests notice."""
    seed = random.SystemRandom().randrange(2**32) if seed is None else seed
    choose = random.Random(seed)
    rooms = [room] if room else [*ROOMS]
    click.echo(f"seed {seed}")
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "checkout"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", "__pycache__", "build", ".*_cache"))
        for i in range(count):
            chosen = rooms[i % len(rooms)]
            files = [file.relative_to(ROOT) for file in sorted((ROOT / chosen).rglob("*.py"))]
            found = choose.choice([one for file in files for one in mutations(file)])
            start = time.perf_counter()
            seen = noticed(found, copy, chosen, seconds)
            missed += [] if seen else [found]
            click.echo(f"{'noticed' if seen else 'MISSED '} {time.perf_counter() - start:4.0f} s  {found}")
    click.echo(f"{count - len(missed)} of {count} noticed")


if __name__ == "__main__":
    main()
