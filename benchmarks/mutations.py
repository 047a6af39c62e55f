"""Do the tests notice a broken line? Breaks lines drawn by chance, one at a time, and runs the tests of their rooms.

    python -m benchmarks.mutations --count 60 --seed 1

works on a copy of the checkout, in which nothing else is changed, and lists what no test noticed. Rooms take turns, a
line of a room is drawn, and then one of the changes that it can have. Docstrings, texts of messages and annotations are
left alone. A line that is broken into an equivalent one (a bound that is only an estimate of time, say) counts as not
noticed: read the list. `--room` runs the part of the same draw that lies in one room.

The tests of a room run first on the whole code: they have to pass, and their CPU time is the measure for those that do
not end on broken code. Test files that name more of what the broken file defines run first.
"""

from __future__ import annotations

import ast
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import cycle
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

SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}

UNBROKEN = 1200
"""Seconds of CPU that the tests of a room may take on the whole code."""


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
    """All single changes of a file: an operator, a condition, a number, a sign, `min`, `any`, what is returned."""
    source = (ROOT / file).read_text(encoding="utf-8")
    lines = [0]
    for line in source.encode().splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    for role, node in _code(ast.parse(source)):
        if after := _changed(role, node):
            start = lines[node.lineno - 1] + node.col_offset
            end = lines[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            yield Mutation(file, node.lineno, source.encode()[start:end].decode(), f"({after})", start, end)


def _code(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Expressions of code that runs, and what each is there: no annotations, no texts, no calls that raise, no
    overloads, no `strict=` (it is True), no `prove=` (it asks for a text)."""
    if isinstance(node, ast.keyword) and node.arg in ("strict", "prove"):
        return
    if isinstance(node, ast.FunctionDef) and any(ast.unparse(one) == "overload" for one in node.decorator_list):
        return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "exc", "msg"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                if isinstance(child, ast.expr):
                    yield "returned" if isinstance(node, ast.Return) else name, child
                yield from _code(child)


def _changed(role: str, node: ast.expr) -> str:
    match node:
        case ast.Compare(ops=[op]) if type(op) in OTHER:
            return ast.unparse(ast.Compare(node.left, [OTHER[type(op)]()], node.comparators))
        case ast.BinOp(op=op) if type(op) in OTHER and not _text(node):
            return ast.unparse(ast.BinOp(node.left, OTHER[type(op)](), node.right))
        case ast.BoolOp(op=op):
            return ast.unparse(ast.BoolOp(OTHER[type(op)](), node.values))
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            return ast.unparse(node.operand)
        case ast.Call(func=ast.Name(id=called)) if called in SWAPPED:
            return ast.unparse(ast.Call(ast.Name(SWAPPED[called]), node.args, node.keywords))
        case ast.IfExp():
            return ast.unparse(ast.IfExp(node.test, node.orelse, node.body))
        case ast.Constant(value=bool(truth)):
            return str(not truth)
        case ast.Constant(value=int() | float() as number):
            return str(number + 1)
    if role in ("test", "ifs"):
        return f"not ({ast.unparse(node)})"
    return "None" if role == "returned" and not isinstance(node, ast.Constant) else ""


def _text(node: ast.BinOp) -> bool:
    return any(isinstance(x, ast.Constant | ast.JoinedStr) and isinstance(getattr(x, "value", ""), str)
               for x in (node.left, node.right))  # fmt: skip


@dataclass(frozen=True)
class Ran:
    """How tests ended: their exit status, seconds of CPU, and the end of what they said."""

    status: int
    seconds: float
    last: str

    @property
    def passed(self) -> bool:
        return self.status == 0

    def __str__(self) -> str:
        how = "MISSED " if self.passed else "noticed" if self.status > 0 else "no end "
        return f"{how} {self.seconds:4.0f} s"


def ran(copy: Path, tests: list[Path], limit: int) -> Ran:
    """Tests in one process, until one fails or the process has used its seconds of CPU.

    Processes that tests start have as many seconds each. Tests that only wait end the whole run, by an error: after 20
    times as long on the clock nobody knows whether they would have ended.
    """
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "--color=no", *map(str, tests)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(
        command, cwd=copy, env={**os.environ, "PYTHONPATH": str(copy)}, start_new_session=True, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        preexec_fn=partial(resource.setrlimit, resource.RLIMIT_CPU, (limit, limit)),
    ) as child:  # fmt: skip
        try:
            said, _ = child.communicate(timeout=20 * limit)
        finally:
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    told = [line for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return Ran(child.returncode, seconds, " ".join(told)[:300])


def room_tests(room: str, file: Path | None) -> list[Path]:
    """The tests of a room, those first that name more of what a file defines; then the doctests of the room."""
    folders = [ROOT / folder for folder in ROOMS[room]]
    tests = [path for folder in folders for path in sorted(folder.rglob("test_*.py"))]
    if file:
        defined = [getattr(x, "name", "") for x in ast.parse((ROOT / file).read_text(encoding="utf-8")).body]
        named = re.compile(rf"\b(?:{'|'.join(map(re.escape, filter(None, [*defined, file.stem])))})\b")
        tests.sort(key=lambda path: -len(set(named.findall(path.read_text(encoding="utf-8")))))
    return [path.relative_to(ROOT) for path in (*([ROOT / file] if file else []), *tests, ROOT / room)]


def broken(mutation: Mutation, copy: Path, room: str, limit: int) -> Ran:
    """How the tests of the room end where the line is broken."""
    target = copy / mutation.file
    whole = target.read_bytes()
    target.write_bytes(whole[: mutation.start] + mutation.after.encode() + whole[mutation.end :])
    try:
        return ran(copy, room_tests(room, mutation.file), limit)
    finally:
        target.write_bytes(whole)


def drawn(count: int, choose: random.Random) -> Iterator[tuple[str, Mutation]]:
    """Rooms in turn, and a mutation of a line of each."""
    for _, room in zip(range(count), cycle(ROOMS), strict=False):
        lines: dict[tuple[Path, int], list[Mutation]] = {}
        for file in sorted((ROOT / room).rglob("*.py")):
            for one in mutations(file.relative_to(ROOT)):
                lines.setdefault((one.file, one.line), []).append(one)
        yield room, choose.choice(choose.choice([*lines.values()]))


@click.command()
@click.option("--count", default=60, show_default=True, help="How many lines are broken.")
@click.option("--seed", type=int, default=None, help="Which; by chance.")
@click.option("--room", type=click.Choice([*ROOMS]), default=None, help="What lies in one room only.")
def main(count: int, seed: int | None, room: str | None) -> None:
    """Break lines and see whether tests notice."""
    seed = random.SystemRandom().randrange(2**32) if seed is None else seed
    click.echo(f"seed {seed}")
    lines = [(one, found) for one, found in drawn(count, random.Random(seed)) if room in (None, one)]
    missed = 0
    limits: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "checkout"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", "__pycache__", "build", ".*_cache"))
        for chosen, found in lines:
            if chosen not in limits:
                whole = ran(copy, room_tests(chosen, None), UNBROKEN)
                if not whole.passed:
                    raise click.ClickException(f"the tests of {chosen} fail on the whole code: {whole.last}")
                limits[chosen] = 30 + 3 * round(whole.seconds)
                click.echo(f"whole    {whole.seconds:4.0f} s  {chosen}")
            seen = broken(found, copy, chosen, limits[chosen])
            missed += seen.passed
            click.echo(f"{seen}  {found}\n{'':16}{seen.last}")
    click.echo(f"{len(lines) - missed} of {len(lines)} noticed")


if __name__ == "__main__":
    main()
