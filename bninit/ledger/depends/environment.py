"""What a run was made with, beyond the versions: machine, linear algebra, commits."""

from __future__ import annotations

import os
import platform
import subprocess
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import theory
from bninit.plain import versions
from numerics.parallel import cores


def environment(claims_file: str | None) -> dict[str, Any]:
    """Versions, processor, linear algebra with its threads, and the commits of the suite and of a user's claims."""
    from threadpoolctl import threadpool_info

    libraries = [
        {key: info.get(key) for key in ("internal_api", "version", "architecture", "num_threads")}
        for info in threadpool_info()
    ]
    found = {
        "versions": versions(),
        "system": platform.platform(),
        "processor": _processor(),
        "cores": cores(),
        "libraries": libraries,
        "commit": commit(Path(theory.__file__).parent),
    }
    if claims_file:
        found["claims_commit"] = commit(Path(claims_file).absolute().parent)
    return found


@cache
def machine() -> str:
    """Processor and linear algebra, on which the last bits of a simulation may depend."""
    from threadpoolctl import threadpool_info

    libraries = sorted(
        [str(info.get(key)) for key in ("internal_api", "version", "architecture")] for info in threadpool_info()
    )
    return sha256(repr([_processor(), libraries]).encode()).hexdigest()[:16]


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def commit(folder: Path) -> str:
    """Commit of the repository that holds a folder, "+" after it if files differ from it; "" where there is none."""
    if not any((parent / ".git").exists() for parent in (folder, *folder.parents)):
        return ""
    try:
        head, state = (
            subprocess.run(
                ["git", "-C", str(folder), *command], capture_output=True, text=True, timeout=10, check=True,
                stdin=subprocess.DEVNULL, env=os.environ | {"GIT_OPTIONAL_LOCKS": "0"},
            ).stdout.strip()
            for command in (["rev-parse", "HEAD"], ["status", "--porcelain", "--untracked-files=no"])
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return ""
    return head + ("+" if state else "")
