"""No page is larger than people and phones can take, pictures and formulas aside: a larger one fails the build."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from sphinx.errors import ExtensionError

MOST = 300_000
"""Bytes of a page's text."""

PICTURE = re.compile(r"<svg.*?</svg>", re.S)


def setup(app: Any) -> dict[str, bool]:
    app.connect("build-finished", lambda app, error: None if error else look(Path(app.outdir)))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def look(folder: Path) -> None:
    """Of all pages but those of source code."""
    pages = [path for path in folder.rglob("*.html") if "_modules" not in path.parts]
    sizes = {path: len(PICTURE.sub("", path.read_text(encoding="utf-8")).encode()) for path in pages}
    if large := [f"{path.relative_to(folder)}: {size:,} bytes" for path, size in sizes.items() if size > MOST]:
        raise ExtensionError(f"pages above {MOST:,} bytes, to be split: {'; '.join(large)}")
