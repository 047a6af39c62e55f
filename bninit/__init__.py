"""The `bninit` command: runs checks, tells verdicts. No mathematics here."""

from typing import Any


def load_ipython_extension(_shell: Any) -> None:
    """`%load_ext bninit`: claims, results and the theory's objects have faces in a notebook (`bninit.notebook`)."""
    from bninit.notebook import dress

    dress()
