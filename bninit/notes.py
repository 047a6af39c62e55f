"""Proof notes. The suite's travel with the wheel: proofs_notes/<paper>/<group>.md, one heading `## <name>` per claim.

Those of a user's claims lie beside the file that states them, in the file that `note=` names or in `proofs.md`,
`notes.md` or <name of the claims file>.md, or in folders as the suite's.
"""

from __future__ import annotations

import inspect
import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from theory.claim import Check, Claim

PACKAGE = Path(__file__).parent
SUITE = "theory.papers."
REALS = "reals"
"""The folder of proofs about Coq's real numbers."""
LONGEST = 2**22
"""Bytes of a file of notes that is read."""


def folder() -> Path:
    """In a wheel the notes lie inside the package, in a checkout beside it."""
    packed = PACKAGE / "proofs_notes"
    return packed if packed.is_dir() else PACKAGE.parent / "proofs_notes"


def section(claim: Claim) -> str:
    """The note of a claim: its heading and all below it, to the next heading of the same rank; empty if none."""
    return _found(claim)[1]


PARAGRAPH = r"^(?:\*\*{0}\.?\*\*|#+ {0}\.?$)(.*?)(?=^\*\*[A-Z]|^#|\Z)"
NONE = re.compile(r"(none|not proved|nothing|open|missing|to do)\b", re.IGNORECASE)


def proved(claim: Claim) -> str:
    """What stands in the note under "Proof": empty where there is nothing, or only that there is none."""
    return _under("Proof", section(claim))


def unproved(claim: Claim) -> str:
    """What stands in the note under "Not proved"; empty where that is nothing."""
    return _under("Not proved", section(claim))


def _under(heading: str, text: str) -> str:
    found = re.search(PARAGRAPH.format(heading), text, re.MULTILINE | re.DOTALL)
    words = " ".join(found[1].split()) if found else ""
    return "" if NONE.match(words) else words


def formal(claim: Claim) -> tuple[str, ...]:
    """A claim's proof for the checker, after the texts of the lemmas that it shares; empty if there is none."""
    *shared, own = _proof_files(claim)
    return tuple(file.read_text(encoding="utf-8") for file in (*shared, own) if file.is_file()) if own.is_file() else ()


AFTER = re.compile(r"\A\(\* After (.+)\. \*\)\n")
"""The first line of a proof that rests on lemmas of other groups, or of no paper."""


def _proof_files(claim: Claim) -> tuple[Path, ...]:
    """Files of lemmas that proofs share, some perhaps missing, and the claim's own last.

    Of the suite those of no paper that the proof names in its first line, `../<file>.v`, formal/<paper>.v, those of
    the paper that it names there, formal/<paper>/<group>.v and formal/<paper>/<group>/<name>.v; of statements about
    Coq's real numbers the last two below formal/reals. Of a user's claim proofs/shared.v and proofs/<name>.v beside the
    claims file.
    """
    under = proofs(claim)
    if not claim.module.startswith(SUITE):
        return under / "shared.v", under / f"{claim.name}.v"
    of_fields, of_reals = (root / claim.paper / claim.group for root in (under, under / REALS))
    if (own := of_reals / f"{claim.name}.v").is_file():
        return of_reals.with_suffix(".v"), own
    own = of_fields / f"{claim.name}.v"
    named = AFTER.match(own.read_text(encoding="utf-8")) if own.is_file() else None
    others = named[1].split(", ") if named else []
    of_none = [under / name.removeprefix("../") for name in others if name.startswith("../")]
    of_paper = [of_fields.parent / name for name in others if not name.startswith("../")]
    return *of_none, of_fields.parent.with_suffix(".v"), *of_paper, of_fields.with_suffix(".v"), own


def proofs(claim: Claim) -> Path:
    """The folder of proofs for the checker: the suite's, or proofs/ beside a user's claims file."""
    return folder() / "formal" if claim.module.startswith(SUITE) else Path(claim.file).parent / "proofs"


def recorded(claim: Claim) -> Mapping[str, Any] | None:
    """What the record beside the proofs has of a claim: the hash of what Coq was shown, what Coq was, and axioms."""
    return entries(record_file(claim)).get(claim.id)


def record_file(claim: Claim) -> Path:
    return proofs(claim) / "recorded.json"


@cache
def entries(path: Path) -> Mapping[str, Mapping[str, Any]]:
    """A record of proofs, by claim; empty where there is none.

    Raises
    ------
    ValueError
        for a file that is no record.
    """
    if not path.is_file():
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if not all(isinstance(entry[name], str) for entry in found.values() for name in ("shown_sha256", "checker")):
            raise TypeError("a hash or a checker is no text")
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        raise ValueError(f"{path} is no record of proofs ({error}): delete it; --formal --record makes one") from None
    return dict(found)


def has_proof(path: Path, name: str) -> bool:
    """Whether a claim of a record has a proof beside the record."""
    *folders, own = name.split(".")
    below = ((), tuple(folders), (REALS, *folders))
    return any(path.parent.joinpath(*one, f"{own}.v").is_file() for one in below)


def formal_file(claim: Claim) -> str:
    """Where a claim's proof for the checker is, as it is shown; empty if there is none."""
    own = _proof_files(claim)[-1]
    inside = f"proofs_notes/{own.relative_to(folder())}" if claim.module.startswith(SUITE) else f"proofs/{own.name}"
    return inside if own.is_file() else ""


def proof(claim: Claim) -> str:
    """Where the note is."""
    place, text = _found(claim)
    return f"{place}#{claim.name}" if text else ""


def wanted(claim: Claim) -> str:
    """The files in which a note is looked for, in words."""
    return " or ".join(place for place, _ in _places(claim))


def _found(claim: Claim) -> tuple[str, str]:
    for place, path in _places(claim):
        if path.is_file() and path.stat().st_size <= LONGEST and (text := _section(path, claim)):
            return place, text
    return "", ""


def _places(claim: Claim) -> Iterator[tuple[str, Path]]:
    """Where a note may be, as it is shown and as it is opened."""
    inside = f"proofs_notes/{claim.paper}/{claim.group}.md"
    if claim.module.startswith(SUITE):
        yield inside, folder() / claim.paper / f"{claim.group}.md"
        return
    stated = Path(claim.file)
    for name in (claim.note,) if claim.note else ("proofs.md", "notes.md", f"{stated.stem}.md", inside):
        yield name, stated.parent / name


def _section(path: Path, claim: Claim) -> str:
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    for heading in (f"## {claim.name}", f"## {claim.id}"):
        if heading in lines:
            first = lines.index(heading)
            last = next((i for i, line in enumerate(lines) if i > first and line.startswith("## ")), len(lines))
            return "\n".join(lines[first:last]).rstrip()
    return ""


def statement(claim: Claim) -> str:
    """Where the claim is made: file and line."""
    shown = f"{claim.module.replace('.', '/')}.py" if claim.module.startswith(SUITE) else Path(claim.file).name
    return f"{shown}:{claim.line}" if claim.file else ""


def code(check: Check) -> tuple[str, str]:
    """A check as it is written: file and line, and the text, without the claim that decorates it; empty where Python
    cannot tell (a partial, say)."""
    run = inspect.unwrap(check.run)
    try:
        lines, first = inspect.getsourcelines(run)
    except (OSError, TypeError):
        return "", ""
    above = next((i for i, line in enumerate(lines) if line.lstrip().startswith("def ")), 0)
    lines, first = lines[above:], first + above
    name = run.__module__
    place = (
        f"{name.replace('.', '/')}.py" if name.startswith(("theory.", "numerics.")) else Path(inspect.getfile(run)).name
    )
    return f"{place}:{first}", textwrap.dedent("".join(lines)).rstrip()
