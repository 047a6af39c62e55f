"""The claims of the suite and of a user's own file, with all of their checks."""

from __future__ import annotations

import importlib.util
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from bninit import notes
from bninit.ledger.depends.watch import IMPORTED, Seen, watched
from bninit.results.result import one_line, some
from bninit.run.user_code import printing_to_stderr, same_builtins
from numerics.checks import attach
from numerics.processes.bindings import HOUSE, bindings, restore
from theory.claim import Claim, made
from theory.claim.validation import InvalidClaimError
from theory.primitive import caches
from theory.registry import claims, imported, made_in, modules

USER = "bninit_claims_"
"""A user's claims file is imported under its own name after this."""


@dataclass(frozen=True)
class UserFile:
    """A user's claims file, imported: the module, and all claims that it or its neighbours have made."""

    module: ModuleType
    claims: tuple[Claim, ...]


def load(claims_file: str | None = None, paper: str = "", suite: bool = True) -> dict[str, Claim]:
    """All claims with all of their checks, a user's own file included; or those of one paper.

    suite : False leaves the suite's claims out where a user's own neither use nor correct them (`registry.claims`).

    Raises
    ------
    ValueError
        in one sentence, where the file cannot be read, raises, or states what is no claim.
    """
    if suite or claims_file is None:
        attach(paper)
    if claims_file is None:
        return claims(paper=paper)
    if suite:
        modules()  # the suite's claims are made before the user's
    own = user_module(claims_file).claims
    try:
        found = claims(own, paper, suite)
        if not suite and len(found) > len(own):
            attach(paper)
        return found
    except InvalidClaimError as error:
        raise ValueError(f"claims file {claims_file}: {error}") from error


def preload(suite: bool) -> None:
    """What a process has that workers are forked from: the suite's claims if they are checked, and where caches are."""
    if suite:
        load()
    caches()


def of_suite(claim: Claim) -> bool:
    """Whether it is no user's own."""
    return claim.module.split(".")[0] in HOUSE


def own(claims_file: str) -> frozenset[str]:
    """Ids of the claims of a user's file alone."""
    return frozenset(claim.id for claim in user_module(claims_file).claims)


@cache
def user_module(path: str) -> UserFile:
    """Import a user's claims file. It is the user's own program: it is run. ValueError as for `load`."""
    file = Path(path)
    spec = importlib.util.spec_from_file_location(f"{USER}{file.stem}", file)
    if spec is None or spec.loader is None or not os.path.isfile(file):
        raise ValueError(f"claims file {path or repr(path)}: wanted a readable Python file ending in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.append(str(file.resolve().parent))  # last: its neighbours can be imported and shadow nothing
    before = len(made())
    seen = IMPORTED[path] = Seen()
    process, before_it = os.getpid(), bindings()
    with same_builtins(file):
        try:
            with printing_to_stderr(), watched(seen), no_byte_code():
                spec.loader.exec_module(module)
        except KeyboardInterrupt:  # ours, or the file's own, which a process of its own has shown before
            raise
        except BaseException as error:
            at = _where(error, file)
            said = f": {error}" if isinstance(error, InvalidClaimError) else f" raised {one_line(error)}"
            raise ValueError(f"claims file {path}{at}{said}") from error
        finally:
            if os.getpid() != process:  # the file has forked, and its copy has come here, too
                os._exit(0)
    if changed := restore(before_it):
        raise ValueError(f"claims file {path} replaces {some(changed)}, which bninit needs; give yours another name")
    suite = set(map(id, made_in(imported())))
    new = {id(claim): claim for claim in (*made(before), *made_in(_neighbours(module))) if id(claim) not in suite}
    _refuse_strangers(module, path)
    if not new:
        raise ValueError(f"claims file {path} makes no Claim of its own")
    for claim in new.values():
        _refuse_missing(claim, path)
        notes.recorded(claim)  # a record of proofs that cannot be read is said here
    return UserFile(module, tuple(new.values()))


def _refuse_missing(claim: Claim, path: str) -> None:
    """A data file that is not there when the claims are loaded was named wrongly: its changes would go unseen."""
    for name in claim.reads:
        if not (Path(claim.file).parent / name).is_file():
            raise ValueError(
                f"claims file {path}, line {claim.line}: {claim.id} reads {name}, which is no file beside "
                f"{Path(claim.file).name}; name it relative to that"
            )


@contextmanager
def no_byte_code() -> Iterator[None]:
    """Nothing is written beside a user's files."""
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before


def _where(error: BaseException, file: Path) -> str:
    """The line of the file that was being run, of a claim that which makes it; and that of a neighbour that raised."""
    frames = [(Path(frame.filename).resolve(), frame.lineno) for frame in traceback.extract_tb(error.__traceback__)
              if not frame.filename.startswith("<")]  # fmt: skip
    lines = [line for path, line in frames if path == file.resolve()]
    if not lines:
        return ""
    inner, at = next((path, at) for path, at in reversed(frames) if path.is_relative_to(file.resolve().parent))
    line = lines[0] if isinstance(error, InvalidClaimError) else lines[-1]
    return f", line {line}" + (f" ({inner.name}, line {at})" if inner != file.resolve() else "")


def _neighbours(module: ModuleType) -> Iterator[ModuleType]:
    """The module, and those beside or below its file from which it has anything, directly or not: one that was
    imported before has made its claims before."""
    folder = Path(module.__file__ or "").resolve().parent
    found = {module.__name__: module}
    left = [module]
    while left:
        current = left.pop()
        yield current
        for item in list(vars(current).values()):
            name = _module_of(item)
            other = sys.modules.get(name)
            file = getattr(other, "__file__", None)
            if other is not None and name not in found and file and folder in Path(file).resolve().parents:
                found[name] = other
                left.append(other)


def _module_of(item: Any) -> str:
    """The module that a name stands for, or that made what it stands for; empty for what is ours."""
    if isinstance(item, ModuleType):
        name: Any = item.__name__
    else:
        name = item.module if isinstance(item, Claim) else getattr(item, "__module__", None)
    return name if isinstance(name, str) and name.split(".")[0] not in HOUSE else ""


def _refuse_strangers(module: ModuleType, path: str) -> None:
    """A claim of another copy of `theory` is not registered here, and would go unchecked."""
    for name, item in vars(module).items():
        kind = type(item)
        if kind.__name__ == "Claim" and kind is not Claim and kind.__module__.startswith("theory"):
            other = getattr(sys.modules.get(kind.__module__), "__file__", None) or "another folder"
            raise ValueError(
                f"claims file {path}: {name} is a Claim of another copy of theory ({other}), not of "
                f"{sys.modules[Claim.__module__].__file__}: leave one of them out of sys.path"
            )
