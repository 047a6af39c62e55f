"""`python -m benchmarks [NAME ...] [--quick] [--out DIR]`: measure, print a table, keep JSON and pictures."""

from __future__ import annotations

import difflib
import json
import os
import platform
import subprocess
import sys
import time
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import click

from benchmarks import records, shown
from benchmarks.records import Group, Growth, Pair
from bninit.files import save_figure, write
from bninit.plain import versions

GROUPS = {
    "networks": "networks", "orthogonality": "orthogonality", "tree": "tree", "fixed-points": "fixed_points",
    "decisions": "decisions", "rank": "rank", "gram-maps": "gram_maps", "chain": "chain", "commands": "commands",
}  # fmt: skip
ROOT = Path(__file__).resolve().parent.parent

Chosen = tuple[Group, list[Pair | Growth]]


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--quick", is_flag=True, help="Leave the long ones out, one round of each of the others.")
@click.option("--rounds", type=click.IntRange(1), metavar="K", help="Of each pair; default: its own, 1 to 7.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Keep results there.")
@click.option("--seed", type=click.IntRange(0), metavar="N", help="Of the random networks; default: fresh.")
def main(names: tuple[str, ...], quick: bool, rounds: int | None, out: Path | None, seed: int | None) -> None:
    """Measure speed, as ratios, each pair in turn.

    NAME is a group (networks, orthogonality, tree, fixed-points, decisions, rank, gram-maps, chain, commands), or
    GROUP.RECORD, or a pattern such as 'networks.torch-*'. No name: everything, below ten minutes on two quiet cores.
    Apart from speed, with options of their own: `margins` (of sampled checks), `seeds` (how many are green),
    `measured` (the numbers of measured claims, anew), `comparison` (of random expressions with known answers),
    `diagnosed` (time and memory of a ResNet-18 under `bninit diagnose`), `verdicts` (what it says of 33 models, beside
    other code), `stability` (of sentences near thresholds, and coverage); `python -m benchmarks.plain times` (its times
    beside a plain script).
    With --out: results.json, table.txt, and the pictures ratios and growth as SVG and PNG.
    """
    if seed is not None:
        records.SEED = seed  # before `select` loads the groups
    chosen = select(names, quick)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    run, started = surroundings(quick), time.perf_counter()
    total, done = sum(len(members) for _, members in chosen), 0
    groups: list[dict[str, Any]] = []
    lines: list[str] = []

    def tell(text: str) -> None:
        lines.append(text.rstrip())
        click.echo(lines[-1])

    for group, members in chosen:
        for line in shown.heading(group.title):
            tell(line)
        results = []
        for record in members:
            done += 1
            progress(f"{done}/{total}  {time.perf_counter() - started:.0f} s  {group.name}.{record.name}")
            results.append(record.measure(1 if quick else rounds))
            progress("")
            for line in shown.row(results[-1]):
                tell(line)
        groups.append({"name": group.name, "title": group.title, "results": results})
    for found in groups:
        for line in shown.explained(found["title"], found["results"]):
            tell(line)
    run["seconds"] = round(time.perf_counter() - started, 1)
    for line in shown.run_lines(run):
        tell(line)
    if out is not None:
        keep(out, {"run": run, "groups": groups}, lines)


def select(names: tuple[str, ...], quick: bool) -> list[Chosen]:
    """The records meant, by group; only their modules are loaded. Unknown names are refused with the nearest."""
    wanted = names or tuple(GROUPS)
    for name in wanted:
        if not any(fnmatchcase(group, name.split(".")[0]) for group in GROUPS):
            near = difflib.get_close_matches(name.split(".")[0], GROUPS, 1)
            hint = f"did you mean {near[0]}?" if near else f"wanted one of {', '.join(GROUPS)}"
            raise click.UsageError(f"no benchmark {name!r}: {hint}")
    found: list[Chosen] = []
    matched: set[str] = set()
    for name, module in GROUPS.items():
        patterns = [p for p in wanted if fnmatchcase(name, p.split(".")[0])]
        if not patterns:
            continue
        group: Group = import_module(f"benchmarks.pairs.{module}").group()
        members = []
        for record in group.records:
            by = [p for p in patterns if "." not in p or fnmatchcase(f"{name}.{record.name}", p)]
            matched.update(by)
            if by and not (quick and record.heavy):
                members.append(record)
        if members:
            found.append((group, members))
    if missed := [p for p in wanted if p not in matched]:
        raise click.UsageError(f"no benchmark {missed[0]!r} in its group; a group's name alone runs all of it")
    if not found:
        raise click.UsageError("--quick leaves nothing of what was named: all of it takes long; leave --quick out")
    return found


def progress(text: str) -> None:
    """One line that is overwritten, on a terminal; without one the rows themselves are the progress."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{text[: shown.WIDTH - 1]}", nl=False, err=True)


def surroundings(quick: bool) -> dict[str, Any]:
    """What figures depend on: processor, versions, commit, and how busy the machine was."""
    found = versions()
    for name in ("matplotlib", "torch"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": _git("rev-parse", "--short=12", "HEAD") or "unknown",
        "changed": bool(_git("status", "--porcelain", "--untracked-files=no")),
        "cpu": processor(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "versions": found,
        "quick": quick,
        "seed": records.SEED,
    }


def processor() -> str:
    """Its name as the system gives it."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _git(*words: str) -> str:
    try:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def keep(out: Path, document: dict[str, Any], lines: list[str]) -> None:
    """results.json, table.txt and the pictures."""
    from benchmarks import pictures  # Matplotlib, for what draws alone

    text = json.dumps(document, indent=1, allow_nan=False)
    write(str(out / "results.json"), lambda file: file.write(text.encode() + b"\n"))
    write(str(out / "table.txt"), lambda file: file.write("\n".join([*lines, ""]).lstrip("\n").encode()))
    for name, figure in (
        ("ratios", pictures.ratios(document["groups"])), ("growth", pictures.growth(document["groups"])),
    ):  # fmt: skip
        for kind in ("svg", "png"):
            if figure is not None:
                save_figure(figure, str(out / f"{name}.{kind}"))


APART = {"comparison": "comparison", "diagnosed": "diagnosed", "margins": "margins", "measured": "measured",
         "seeds": "seeds", "stability": "stability", "verdicts": "verdicts"}  # fmt: skip
"""What measures no speed, or not as pairs, and has options of its own."""


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1] in APART:
        command = import_module(f"benchmarks.{APART[sys.argv[1]]}").main
        command(sys.argv[2:], prog_name=f"python -m benchmarks {sys.argv[1]}")
    main(prog_name="python -m benchmarks")
