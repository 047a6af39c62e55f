"""Coq: a proof that somebody wrote, of the statement that the claim's record makes.

Three files, each compiled by a fresh process in a private folder: `Claim.v`, the statement, ours alone; `Proof.v`, the
author's text below our header; `Check.v`, which gives the proof the type of the statement and lists what it assumes.
That a compiler ends without an error proves nothing: what counts is that Check.v is compiled, and assumes nothing that
is not allowed.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bninit.prove.process import Done, UnavailableError, run
from theory.statement.coq import FIELDS
from theory.statement.setting import Setting

VERSION = re.compile(r"The Coq Proof Assistant, version (8\.(?:1[6-9]|20)\.\d+)")
"""What a checker says of itself that this was written for."""

SECONDS = 120.0
"""For one file."""

MEMORY = 8 * 2**30

ALLOWED = frozenset({
    "Classical_Prop.classic", "FunctionalExtensionality.functional_extensionality_dep",
    "ClassicalDedekindReals.sig_forall_dec", "ClassicalDedekindReals.sig_not_dec",
})  # fmt: skip
"""Axioms that a proof may use: those of Coq's real numbers."""

FORBIDDEN = re.compile(
    r"\b(Axioms?|Parameters?|Conjectures?|Hypothes[ie]s|Variables?|Context|Admitted|admit|give_up|Abort|Notation|Infix|"
    r"Declare|Load|Unset|Set|Add|Require|From|Import|Export|Include|Module|Redirect|Cd|Drop|Extraction|Extract|Primitive|"
    r"Register|Undo|Back|Reset|Restart|Program|Obligations?|Bypass|Unsafe|bypass_check|native_compute|Coercion|Canonical|"
    r"Existing|Instance|Global|Universes?|Constraint|Polymorphic|Opaque|Transparent|Arguments|Strategy|Open|Close|"
    r"Delimit|Bind|Reserved|Tactic|Fail|Succeed|Time|Timeout|Search|Print|Check|Eval|Compute|About|Locate|Inductive|"
    r"CoInductive|Variant|Record|Structure|Class|Scheme|Derive)\b"
)
"""Commands that are no part of a proof, wherever they stand; `From` and `Import` are in our header."""

PACKAGES = {"ring": "libcoq-mathcomp-algebra-tactics", "Specific_ops": "libcoq-interval"}
"""Debian's packages by the first name that is not found without them; the others are libcoq-mathcomp-algebra's."""

ABSENT = re.compile(r"Cannot find a physical path bound to logical path (\w+)")
"""What a compiler says of a library that is not there; proofs name none, so it is one of a header."""

CHECK = """Require Claim Proof.
Definition checked : Claim.statement := Proof.proof.
Print Assumptions checked.
"""

THEOREM = re.compile(r"\b(Theorem|Lemma)\s+proof\s*:\s*statement\s*\.")


@dataclass(frozen=True)
class Checked:
    """What a checker found: `proved`, or why not; with all that a reader needs to find the same."""

    proved: bool
    why: str
    checker: str
    statement: str
    proof: str
    axioms: tuple[str, ...] = ()
    seconds: float = field(default=0.0, compare=False)

    @property
    def figures(self) -> Mapping[str, object]:
        return {
            "checker": self.checker,
            "statement_sha256": self.statement,
            "proof_sha256": self.proof,
            "axioms": list(self.axioms),
            "checker_seconds": round(self.seconds, 2),
        }


def version() -> str:
    """What the checker on the path is.

    Raises
    ------
    UnavailableError
        where there is none, or another program of that name.
    """
    if shutil.which("coqc") is None:
        raise UnavailableError("coqc is not on the path: Debian has it as coq and libcoq-mathcomp-algebra")
    with tempfile.TemporaryDirectory() as folder:
        done = run(["coqc", "--version"], Path(folder), 20.0, memory=MEMORY)
    found = VERSION.match(done.out.strip())
    if found is None:
        raise UnavailableError(f"the coqc on the path is none of the versions known here ({done.out.strip()[:60]!r})")
    return f"Coq {found[1]}"


def check(statement: str, proof: str, checker: str, setting: Setting = FIELDS) -> Checked:
    """Whether a proof is one of a statement.

    Parameters
    ----------
    statement : the definition of `statement`, as `theory.statement` writes it.
    proof : the author's text; it proves `Theorem proof : statement.`, with whatever lemmas before.
    checker : what `version` says.
    setting : in what the statement is made.

    Raises
    ------
    UnavailableError
        where the checker crashes or hangs, or lacks a library of the setting.
    """
    start = time.perf_counter()

    def found(why: str, axioms: tuple[str, ...] = ()) -> Checked:
        ours, theirs = (hashlib.sha256(text.encode()).hexdigest() for text in (statement, proof))
        return Checked(not why, why, checker, ours, theirs, axioms, time.perf_counter() - start)

    if why := refused(proof):
        return found(why)
    files = {
        "Claim": f"{setting.head}\n{statement}\n",
        "Proof": f"{setting.over(proof)}Require Import Claim.\n\n{proof}\n",
        "Check": CHECK,
    }
    said = ""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            (Path(folder) / f"{name}.v").write_text(text, encoding="utf-8")
            done = _compiled(name, Path(folder))
            if done.code and (absent := ABSENT.search(" ".join(f"{done.errors} {done.out}".split()))):
                package = PACKAGES.get(absent[1], "libcoq-mathcomp-algebra")
                raise UnavailableError(f"Coq has no library {absent[1]} here: Debian has it in {package}")
            if done.code:
                return found(f"{name}.v is refused: {_error(done)}")
            said = done.out
    axioms = assumed(said)
    if axioms is None:
        return found("the checker did not say what the proof assumes")
    strange = sorted(set(axioms) - ALLOWED)
    return found(f"it assumes {', '.join(strange)}" if strange else "", tuple(axioms))


def refused(proof: str) -> str:
    """Why a text is no proof that is run; empty if it is."""
    bare = _without_comments(proof)
    if bare is None:
        return "a comment or a string is not closed"
    word = FORBIDDEN.search(bare)
    if word:
        return f"it has the word {word[0]}, which is no part of a proof"
    return (
        ""
        if re.search(r"\b(Theorem|Lemma)\s+proof\s*:\s*statement\s*\.", bare)
        else "it has no `Theorem proof : statement.`"
    )


def _without_comments(text: str) -> str | None:
    """Coq's comments nest; strings in proofs there are none."""
    kept, depth, i = [], 0, 0
    while i < len(text):
        if text.startswith("(*", i):
            depth, i = depth + 1, i + 2
        elif text.startswith("*)", i) and depth:
            depth, i = depth - 1, i + 2
            kept.append(" ")
        else:
            kept.append(text[i] if not depth else "")
            i += 1
    found = "".join(kept)
    return None if depth or '"' in found else found


def _compiled(name: str, folder: Path) -> Done:
    """In Coq's own load path and nothing of the user's."""
    return run(["coqc", "-q", "-w", "none", "-R", ".", "", f"{name}.v"], folder, SECONDS, memory=MEMORY)


def _error(done: Done) -> str:
    lines = [line.strip() for line in (done.errors or done.out).splitlines() if line.strip()]
    start = next((i for i, line in enumerate(lines) if line.startswith("Error")), 0)
    return " ".join(lines[start : start + 4])[:200]


def assumed(said: str) -> list[str] | None:
    """The axioms that Print Assumptions lists; None where it says something else.

    >>> assumed("Closed under the global context"), assumed("hello")
    ([], None)
    """
    lines = said.strip().splitlines()
    if lines == ["Closed under the global context"]:
        return []
    if not lines or lines[0] != "Axioms:":
        return None
    return [line.partition(":")[0].strip() for line in lines[1:] if line and not line[0].isspace()]
