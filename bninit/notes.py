"""Proof notes, which travel with the wheel: proofs_notes/<paper>/<group>.md, one heading `## <name>` per claim."""

from __future__ import annotations

import inspect
import os
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from theory.registry import modules

if TYPE_CHECKING:
    from theory.claim import Check, Claim

PACKAGE = Path(__file__).parent


def folder() -> Path:
    """In a wheel the notes lie inside the package, in a checkout beside it."""
    packed = PACKAGE / "proofs_notes"
    return packed if packed.is_dir() else PACKAGE.parent / "proofs_notes"


def section(claim: Claim) -> str:
    """The note of a claim: its heading and all below it, to the next heading of the same rank; empty if none."""
    path = folder() / claim.paper / f"{claim.group}.md"
    lines = path.read_text(encoding="utf-8").splitlines() if os.path.isfile(path) else []
    try:
        first = lines.index(f"## {claim.name}")
    except ValueError:
        return ""
    last = next((i for i, line in enumerate(lines) if i > first and line.startswith("## ")), len(lines))
    return "\n".join(lines[first:last]).rstrip()


def proof(claim: Claim) -> str:
    """Where the note is."""
    return f"proofs_notes/{claim.paper}/{claim.group}.md#{claim.name}" if section(claim) else ""


def statement(claim: Claim) -> str:
    """Where the claim is stated: file and line of its id."""
    for module in modules(claim.paper):
        if claim in vars(module).values():
            source = inspect.getsource(module).splitlines()
            for number, line in enumerate(source, 1):
                if f'"{claim.id}"' in line:
                    return f"{module.__name__.replace('.', '/')}.py:{number}"
    return ""


def code(check: Check) -> tuple[str, str]:
    """A check as it is written: file and line, and the text; empty where Python cannot tell (a partial, say)."""
    try:
        lines, first = inspect.getsourcelines(check.run)
    except (OSError, TypeError):
        return "", ""
    name = check.run.__module__
    place = (
        f"{name.replace('.', '/')}.py"
        if name.startswith(("theory.", "numerics."))
        else Path(inspect.getfile(check.run)).name
    )
    return f"{place}:{first}", textwrap.dedent("".join(lines)).rstrip()
