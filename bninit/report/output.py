"""Where the page goes: a folder of its own, which is refused if somebody else's things lie there."""

from __future__ import annotations

import os
from pathlib import Path

from bninit.files import write
from bninit.inputs import BadInput
from bninit.report.page import GENERATOR

NAME = "index.html"


def prepare(folder: str) -> str:
    """Make the folder, or see that it is empty or holds a page of ours; returns the path of the page.

    To be called before hours of checks: what cannot be written is refused now.

    Raises
    ------
    BadInput
        in one sentence.
    """
    path = Path(folder)
    page = path / NAME
    try:
        if os.path.lexists(path) and not path.is_dir():
            raise BadInput(f"{folder}: exists and is no folder; give another name")
        if not path.is_dir():
            path.mkdir()
        elif any(path.iterdir()) and not _ours(page):
            raise BadInput(f"{folder}: is not empty and was not made by bninit report; give another folder")
        if not os.access(path, os.W_OK | os.X_OK):
            raise BadInput(f"{folder}: is a folder without write permission; give another one")
    except FileNotFoundError as error:
        raise BadInput(f"{folder}: there is no folder {path.parent}; make it first") from error
    except OSError as error:
        raise BadInput(f"{folder}: cannot be made or read ({error.strerror}); give another folder") from error
    return str(page)


def save(text: str, page: str) -> int:
    """Write the page in one step, so that an interruption leaves what was there; returns its size in bytes."""
    data = text.encode("utf-8", "replace")  # JSON may hold half of a surrogate pair, which no file can
    write(page, lambda file: file.write(data))
    return len(data)


def _ours(page: Path) -> bool:
    if not page.is_file():
        return False
    with open(page, "rb") as file:
        return f'<meta name="generator" content="{GENERATOR} '.encode() in file.read(4096)
