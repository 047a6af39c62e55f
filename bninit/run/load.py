"""The claims of the suite and of a user's own file, with all of their checks."""

from __future__ import annotations

import importlib.util
import os
import sys
import traceback
from functools import cache
from pathlib import Path
from types import ModuleType

from bninit.run.aside import aside, same_builtins
from bninit.run.outcome import one_line
from numerics.checks import attach
from theory.claim import Claim
from theory.registry import claims

USER = "bninit_claims_"
"""A user's claims file is imported under its own name after this."""


def load(claims_file: str | None = None, paper: str = "") -> dict[str, Claim]:
    """All claims with all of their checks, a user's own file included; or those of one paper."""
    attach(paper)
    return claims([user_module(claims_file)] if claims_file else [], paper)


@cache
def user_module(path: str) -> ModuleType:
    """Import a user's claims file. It is the user's own program: it is run.

    Raises
    ------
    ValueError
        in one sentence, if the file cannot be read or raises.
    """
    file = Path(path)
    spec = importlib.util.spec_from_file_location(f"{USER}{file.stem}", file)
    if spec is None or spec.loader is None or not os.path.isfile(file):
        raise ValueError(f"claims file {path}: wanted a readable Python file ending in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.append(str(file.resolve().parent))  # last: its neighbours can be imported and shadow nothing
    try:
        with aside(), same_builtins(file):
            spec.loader.exec_module(module)
    except KeyboardInterrupt:  # ours, or the file's own, which a process of its own has shown before
        raise
    except BaseException as error:
        frames = reversed(traceback.extract_tb(error.__traceback__))
        line = next((f.lineno for f in frames if Path(f.filename).resolve() == file.resolve()), None)
        at = f", line {line}" if line else ""
        raise ValueError(f"claims file {path}{at} raised {one_line(error)}") from error
    if not any(isinstance(item, Claim) for item in vars(module).values()):
        raise ValueError(f"claims file {path} names no Claim at its top level; assign each one to a name there")
    return module
