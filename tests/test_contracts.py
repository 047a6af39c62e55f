"""The house rules, run as tests: import contracts, types, style."""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[1]
COMMANDS = {
    "imports run one way": ["lint-imports", "--no-cache"],
    "mypy strict": ["mypy"],
    "ruff": ["ruff", "check", "."],
    "ruff format": ["ruff", "format", "--check", "."],
}


@pytest.mark.parametrize(
    "name", [pytest.param("mypy strict", marks=pytest.mark.slow), *(n for n in COMMANDS if n != "mypy strict")]
)
def test_contract(name: str) -> None:
    """Each house rule holds on the whole tree."""
    tool, *arguments = COMMANDS[name]
    if tool == "mypy" and np.lib.NumpyVersion(np.__version__) < "2.4.0":
        pytest.skip(f"types are checked with the annotations of NumPy 2.4; here is {np.__version__}")
    found = shutil.which(tool, path=str(Path(sys.executable).parent)) or shutil.which(tool)
    assert found, f"{tool} is not installed: pip install -e '.[test]'"
    done = subprocess.run([found, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
