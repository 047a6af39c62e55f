"""Coq: proofs that somebody wrote, of the statements that the claims' records make.

Each file is compiled by a fresh process in a private folder: `Claims.v`, the statements, ours alone; the lemmas that
proofs share; `Proofs.v`, the authors' texts below our header, each in a module; `Check.v`, which gives each proof the
type of its statement and lists what it assumes. That a compiler ends without an error proves nothing: what counts is
that Check.v is compiled, and assumes nothing that is not allowed. Loading MathComp takes longer than most proofs: so
many are done together, and one by one only where some file is refused.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from bninit import notes
from bninit.prove.process import Done, UnavailableError, run
from theory.statement.coq import FIELDS
from theory.statement.setting import Setting

VERSION = re.compile(r"The Coq Proof Assistant, version (8\.(?:1[6-9]|20)\.\d+)")
"""What a checker says of itself that this was written for."""

SECONDS = 60.0
"""For one proof, or one text of lemmas; each of its sentences is stopped by Coq itself after as long."""

LOADING = 30.0
"""For the libraries, beside that."""

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

NO_MEMORY = re.compile(r"[Oo]ut[ _]of[ _]memory|[Cc]annot allocate memory")

LINE = re.compile(r'File "\./\w+\.v", line (\d+)')

AROUND = re.compile(r"[\w', ]+ : ")
"""A line of the environment of a goal."""

THEOREM = re.compile(r"\b(Theorem|Lemma)\s+proof\s*:\s*statement\s*\.")
DEFINED = re.compile(r"\b(Theorem|Lemma)\s+defined_proof\s*:\s*defined\s*\.")

BY_VALUES = "\n\nTheorem defined_proof : defined.\nProof. by rewrite /defined; values. Qed.\n"
"""What proves that a statement has a value where its author has not (`library`)."""

NOT_DEFINED = "its side conditions are not shown"
"""What a proof lacks that shows the statement alone, in which 1/0 and roots of negative numbers are 0."""


@cache
def library() -> str:
    """Lemmas and the tactic `values` below all proofs over ordered fields: divisors are not 0, roots not negative."""
    return (notes.folder() / "formal" / "defined.v").read_text(encoding="utf-8")


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
    lacks: str = ""

    @property
    def figures(self) -> Mapping[str, object]:
        return {
            "checker": self.checker,
            "statement_sha256": self.statement,
            "proof_sha256": self.proof,
            "axioms": list(self.axioms),
            "checker_seconds": round(self.seconds, 2),
        } | ({"lacks": self.lacks} if self.lacks else {})


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
        raise UnavailableError(f"the coqc on the path is not a version known here ({done.out.strip()[:60]!r})")
    return f"Coq {found[1]}"


@dataclass(frozen=True)
class Asked:
    """A statement and what is to prove it.

    Attributes
    ----------
    statement : the definition of `statement`, as `theory.statement` writes it.
    proof : the author's text; it proves `Theorem proof : statement.`, with whatever lemmas before.
    shared : lemmas that it shares with other proofs, each text resting on those before.
    setting : in what the statement is made.
    defined : the definition of `defined`, empty where nothing is needed; the text may prove
        `Theorem defined_proof : defined.`, else `BY_VALUES` is tried.
    """

    statement: str
    proof: str
    shared: tuple[str, ...] = ()
    setting: Setting = FIELDS
    defined: str = ""

    @property
    def key(self) -> str:
        """The hash of all that the checker is shown."""
        texts = self.setting.head, self.setting.tools, self.claimed, *self.lemmas, self.proved
        return hashlib.sha256("\0".join(texts).encode()).hexdigest()

    @property
    def claimed(self) -> str:
        """The definitions."""
        return "\n".join(filter(None, (self.statement, self.defined)))

    @property
    def lemmas(self) -> tuple[str, ...]:
        """The texts on which the proof rests."""
        return (*((library(),) if self.setting is FIELDS else ()), *self.shared)

    @property
    def has_defined(self) -> bool:
        """Whether the author's text proves `defined`."""
        return DEFINED.search(_without_comments(self.proof) or "") is not None

    @property
    def proved(self) -> str:
        """The author's text, with what proves `defined` where that does not."""
        return self.proof + (BY_VALUES if self.defined and not self.has_defined else "")

    def found(self, checker: str, seconds: float, why: str = "", axioms: tuple[str, ...] = ()) -> Checked:
        texts = self.claimed, "\n".join((*self.shared, self.proof))
        ours, theirs = (hashlib.sha256(text.encode()).hexdigest() for text in texts)
        return Checked(not why, why, checker, ours, theirs, axioms, seconds)


class RefusedError(Exception):
    """A file that the compiler does not take, and why; the line is Coq's, 0 where it names none."""

    def __init__(self, why: str, line: int = 0) -> None:
        super().__init__(why)
        self.line = line


class OneRefusedError(Exception):
    """One of several that the compiler does not take: which, and why."""

    def __init__(self, which: int, why: str | UnavailableError) -> None:
        super().__init__(which, why)
        self.which, self.why = which, why


def check(asked: Asked, checker: str) -> Checked:
    """Whether a proof is one of a statement.

    Parameters
    ----------
    checker : what `version` says.

    Raises
    ------
    UnavailableError
        where the checker crashes or hangs, or lacks a library of the setting.
    """
    (found,) = checks([asked], checker)
    if isinstance(found, UnavailableError):
        raise found
    return found


def checks(asked: Sequence[Asked], checker: str) -> list[Checked | UnavailableError]:
    """As `check`, of several in one setting: each one's answer. They are compiled together, without those that are
    refused; one by one where Coq does not say which of them that is."""
    with tempfile.TemporaryDirectory() as folder:
        return _checks(list(asked), checker, Path(folder))


def _checks(asked: list[Asked], checker: str, folder: Path) -> list[Checked | UnavailableError]:
    """In a folder in which what is shared may be compiled already."""
    found: dict[int, Checked | UnavailableError] = {}
    for i, one in enumerate(asked):
        if why := next(filter(None, map(refused, one.shared)), "") or refused(one.proof, THEOREM):
            found[i] = one.found(checker, 0.0, why)
    left = {i: one for i, one in enumerate(asked) if i not in found}
    stated, lacking = False, set()
    while left:
        start = time.perf_counter()
        try:
            if not stated:
                _state(left, folder)
                stated = True
            assumptions = _compiled_all(left, folder)
        except OneRefusedError as error:
            i, said = error.which, error.why
        except (RefusedError, UnavailableError) as error:
            if len(left) > 1:
                found |= {i: _checks([one], checker, folder)[0] for i, one in left.items()}
                break
            i, said = next(iter(left)), error if isinstance(error, UnavailableError) else str(error)
        else:
            for (i, one), axioms in zip(left.items(), assumptions, strict=True):
                strange = sorted(set(axioms) - ALLOWED)
                why = f"it assumes {', '.join(strange)}" if strange else ""
                found[i] = one.found(checker, _since(start) / len(left), why, tuple(axioms))
            break
        if left[i].defined and not left[i].has_defined:  # the statement may be shown all the same
            left[i] = replace(left[i], defined="")
            lacking.add(i)
        else:
            one = left.pop(i)
            found[i] = said if isinstance(said, UnavailableError) else one.found(checker, _since(start), said)
    for i in lacking:
        if isinstance(shown := found[i], Checked) and shown.proved:
            found[i] = replace(shown, lacks=NOT_DEFINED)
    return [found[i] for i in range(len(asked))]


def _since(start: float) -> float:
    return time.perf_counter() - start


def _state(asked: Mapping[int, Asked], folder: Path) -> None:
    """Compile the statements, each in a module. OneRefusedError: one of them is none."""
    modules = {i: f"Module C{i}.\n{one.claimed}\nEnd C{i}.\n\n" for i, one in asked.items()}
    _compiled_each("Claims", next(iter(asked.values())).setting.head, modules, folder)


def _compiled_all(asked: Mapping[int, Asked], folder: Path) -> list[list[str]]:
    """What proofs of compiled statements assume, each given the type of its statement.

    Raises
    ------
    OneRefusedError : one of the proofs is refused, or was stopped. RefusedError, UnavailableError: not known which.
    """
    shared = {i: _shared(one, folder) for i, one in asked.items()}
    needed = " ".join(dict.fromkeys(["Claims", *(name for names in shared.values() for name in names)]))
    setting = next(iter(asked.values())).setting
    head = f"{setting.over(chr(10).join(one.proof for one in asked.values()))}Require {needed}.\n"
    head += f"Set Default Timeout {int(SECONDS)}.\n\n"
    modules = {
        i: f"Module P{i}. {_imported(shared[i])}Import Claims.C{i}.\n{one.proved}\n\nEnd P{i}.\n\n"
        for i, one in asked.items()
    }
    _compiled_each("Proofs", head, modules, folder, _of_author)
    checked = {i: f"{_given_types(i, one)}Print Assumptions checked{i}.\n" for i, one in asked.items()}
    said = assumed(_compiled_each("Check", "Require Claims Proofs.\n", checked, folder))
    if said is None or len(said) != len(asked):
        raise RefusedError("the checker did not say what the proof assumes")
    return said


def _compiled_each(
    name: str, text: str, parts: Mapping[int, str], folder: Path,
    told: Callable[[str, int], str | UnavailableError] = lambda said, line: said,
) -> str:  # fmt: skip
    """As `_compiled`, of a file with a part for each; where Coq refuses a line of one, that one is named.

    told : in which words, of Coq's and the line of the part.
    """
    above = {}
    for i, part in parts.items():
        above[i] = text.count("\n")
        text += part
    try:
        return _compiled(name, text, folder, LOADING + SECONDS * len(parts))
    except RefusedError as error:
        before = [i for i, lines in above.items() if lines < error.line]
        if not before:
            raise
        raise OneRefusedError(before[-1], told(str(error), error.line - above[before[-1]])) from error


def _given_types(i: int, one: Asked) -> str:
    """The proof with the type of the statement, and that of `defined` with its type: one definition, of both."""
    types, proofs = f"Claims.C{i}.statement", f"Proofs.P{i}.proof"
    if one.defined:
        types, proofs = f"({types} /\\ Claims.C{i}.defined)", f"conj {proofs} Proofs.P{i}.defined_proof"
    return f"Definition checked{i} : {types} := {proofs}.\n"


def _of_author(said: str, line: int) -> str | UnavailableError:
    """Why a proof is refused, with its line, which comes below one of ours; a sentence that does not end is neither a
    proof nor none."""
    if "Timeout!" in said:
        return UnavailableError(f"Coq stopped it at line {line - 1} after {SECONDS:g} s")
    return f"Coq refuses line {line - 1}: {said}"


def _shared(one: Asked, folder: Path) -> list[str]:
    """Names of the files of what a proof shares, compiled where they are not yet."""
    names: list[str] = []
    for text in one.lemmas:
        name = f"Shared{hashlib.sha256(chr(0).join((*names, text)).encode()).hexdigest()}"
        if not (folder / f"{name}.vo").exists():
            required = f"Require {' '.join(names)}.\n" if names else ""
            lemmas = f"{one.setting.over(text)}{required}{_imported(names)}\n{text}\n"
            _compiled(name, lemmas, folder, LOADING + SECONDS, "lemmas that it shares are refused: ")
        names.append(name)
    return names


def _imported(names: Sequence[str]) -> str:
    return f"Import {' '.join(names)}. " if names else ""


def refused(text: str, wanted: re.Pattern[str] | None = None) -> str:
    """Why a text is nothing that is run; empty if it is. `wanted`: what it has to have."""
    bare = _without_comments(text)
    if bare is None:
        return "a comment or a string is not closed"
    word = FORBIDDEN.search(bare)
    if word:
        return f"it has the word {word[0]}, which is no part of a proof"
    return "it has no `Theorem proof : statement.`" if wanted and not wanted.search(bare) else ""


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


def _compiled(name: str, text: str, folder: Path, seconds: float, what: str = "") -> str:
    """What Coq says of a file within so many seconds, in its own load path and nothing of the user's.

    what : words before the reason of a refusal.

    Raises
    ------
    RefusedError
        saying why it is refused.
    UnavailableError
        where a library is not there, or the memory ends.
    """
    (folder / f"{name}.v").write_text(text, encoding="utf-8")
    command = ["coqc", "-q", "-w", "none", "-R", ".", "", f"{name}.v"]
    done = run(command, folder, seconds, memory=MEMORY)
    said = " ".join(f"{done.errors} {done.out}".split())
    if done.code and (absent := ABSENT.search(said)):
        package = PACKAGES.get(absent[1], "libcoq-mathcomp-algebra")
        raise UnavailableError(f"Coq has no library {absent[1]} here: Debian has it in {package}")
    if done.code and NO_MEMORY.search(said):
        raise UnavailableError(f"Coq ran out of memory; it may have {MEMORY >> 30} GiB, or what `ulimit -v` leaves")
    if done.code:
        place = LINE.search(said)
        raise RefusedError(f"{what}{_error(done)}", int(place[1]) if place else 0)
    return done.out


def _error(done: Done) -> str:
    """The message, without the names that stand around the goal."""
    lines = [line.strip() for line in (done.errors or done.out).splitlines() if line.strip()]
    start = next((i for i, line in enumerate(lines) if line.startswith("Error")), 0)
    told = [line for line in lines[start:] if line not in ("Error:", "Error: In environment", "In environment")]
    return " ".join(line.removeprefix("Error: ") for line in told if not AROUND.match(line))[:300]


def assumed(said: str) -> list[list[str]] | None:
    """The axioms that each Print Assumptions lists; None where something else is said.

    >>> assumed("Closed under the global context"), assumed("hello")
    ([[]], None)
    """
    found: list[list[str]] = []
    for line in said.strip().splitlines():
        if line in ("Closed under the global context", "Axioms:"):
            found.append([])
            begun = line == "Axioms:"
        elif not found or not begun:
            return None
        elif line and not line[0].isspace():
            found[-1].append(line.partition(":")[0].strip())
    return found
