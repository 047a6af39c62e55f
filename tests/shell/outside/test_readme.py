"""README's commands are run, and print what README says."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from bninit.cli import main

README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n\$ bninit (.*?)\n(.*?)```", README, re.S)


def masked(text: str) -> list[str]:
    """Lines without times, which vary."""
    return [re.sub(r"\d+(\.\d)? s\b", "T s", " ".join(line.split())) for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize(("command", "output"), BLOCKS, ids=[command for command, _ in BLOCKS])
def test_console_block(command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each `$ bninit ...` block shows the first lines of the command's real output, times aside."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    if "mine.py" in command:
        python = re.findall(r"```python\n(.*?)```", README, re.S)
        [example] = [block for block in python if "mine.sums.triangle" in block]
        lines = [line[4:] for line in example.splitlines() if line.startswith((">>> ", "... "))]
        (tmp_path / "mine.py").write_text("\n".join(line for line in lines if not line.startswith("judge(")))
        command = "check --level quick --jobs 1 mine " + command.removeprefix("check ")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, shlex.split(command))
    assert done.exit_code == 0, done.output
    assert masked(done.output)[: len(masked(output))] == masked(output)
