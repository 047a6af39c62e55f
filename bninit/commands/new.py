"""The command new: the repository of a paper, copied from the example."""

from __future__ import annotations

import re
from pathlib import Path

import click

from bninit.input.refusal import BadInput, printable, shortened

EXAMPLE = "my-paper"

FILES = (
    "README.md", "claims.py", "proofs.md", "proofs/pairs.v", "proofs/recorded.json", "requirements.txt", ".gitignore",
    ".github/workflows/claims.yml",
)  # fmt: skip

NAME = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")
LONGEST = 40


def example() -> Path:
    """In a wheel the example lies inside the package, in a checkout among the others."""
    package = Path(__file__).parents[1]
    packed = package / "example"
    return packed if packed.is_dir() else package.parent / "examples" / EXAMPLE


@click.command()
@click.argument("name")
def new(name: str) -> None:
    """Make the folder NAME: claims of a paper with a proof, notes and a CI, green as it is.

    NAME is the paper's key, with which its claims' ids begin.
    """
    from theory.registry import has_paper

    if not NAME.fullmatch(name) or len(name) > LONGEST:
        raise BadInput(
            f"NAME {shortened(name)!r}: wanted at most {LONGEST} small letters, digits and hyphens, as my-paper; the "
            "folder is made here"
        )
    if has_paper(name):
        raise BadInput(f"{name} is a paper of the suite: give yours another name")
    folder = Path(name)
    try:
        folder.mkdir()
        for path in FILES:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            text = (example() / path).read_text(encoding="utf-8")
            (folder / path).write_text(text.replace(EXAMPLE, name), encoding="utf-8")
    except FileExistsError:
        raise BadInput(f"{name} is there already: give another name, or remove it") from None
    except OSError as error:
        raise BadInput(printable(f"{name} cannot be made ({error.strerror}); look into what is there of it")) from error
    click.echo(f"Made {name}: {', '.join(FILES)}.")
    click.echo(f"Check it: cd {name} && bninit check --claims claims.py --strict")
