"""All claims of the room, by file. `python -m tests.adversarial.rooms` judges them and prints what is wrong."""

from __future__ import annotations

import sys
from importlib import import_module

from tests.adversarial.making import TRAPS, Answer, Trap, summary

ROOMS = (
    "balls", "boxes", "completeness", "exists", "growth", "letters", "limits", "products",
    "reach", "relation", "slack", "small", "symbols", "symmetries",
)  # fmt: skip

for _room in ROOMS:
    import_module(f"tests.adversarial.{_room}")


def line(trap: Trap, found: Answer, bad: str) -> str:
    """What is worth a line: wrong answers, and true claims that do not hold."""
    if not bad and (not trap.is_true or found.verdict == "holds"):
        return ""
    kind = "true" if trap.is_true else "false"
    return f"{trap.name} ({kind}): {found.verdict} {found.reach} {found.seconds:.2f}s {found.said[:150]}"


if __name__ == "__main__":
    names = tuple(sys.argv[1:]) or ("",)
    sys.exit(summary((trap for trap in TRAPS if trap.name.startswith(names)), line) > 0)
