"""All claims of the room, by file. `python -m tests.adversarial.rooms` judges them and prints what is wrong."""

from __future__ import annotations

import sys
from collections import Counter
from importlib import import_module

from tests.adversarial.making import TRAPS, answer, wrong

ROOMS = (
    "balls", "boxes", "completeness", "counts", "doors", "exists", "growth", "letters", "limits", "products",
    "reach", "relation", "slack", "small", "symbols", "symmetries", "ties",
)  # fmt: skip

for _room in ROOMS:
    import_module(f"tests.adversarial.{_room}")


def table(chosen: list[str]) -> int:
    """Judge and print: a line for each wrong answer, and counts by file; how many are wrong."""
    counts: dict[str, Counter[str]] = {}
    seconds = 0.0
    for trap in TRAPS:
        if chosen and not any(trap.name.startswith(name) for name in chosen):
            continue
        found = answer(trap)
        seconds += found.seconds
        bad = wrong(trap, found)
        kind = "true" if trap.is_true else "false"
        counted = counts.setdefault(trap.room, Counter())
        counted.update({kind: 1, f"{kind} {found.verdict}": 1, "wrong": int(bool(bad))})
        if bad or chosen or (trap.is_true and found.verdict != "holds"):
            mark = "WRONG" if bad else "     "
            print(f"{mark} {trap.name} ({kind}): {found.verdict} {found.reach} {found.seconds:.2f}s {found.said[:150]}")
    names = ("true", "true holds", "true undecided", "true refused", "false", "false refuted", "false undecided",
             "false refused", "false holds", "wrong")  # fmt: skip
    print("file".ljust(14), *(name.replace("false ", "f.").replace("true ", "t.").rjust(10) for name in names))
    for room, found in [*counts.items(), ("all", sum(counts.values(), Counter()))]:
        print(room.ljust(14), *(str(found[name]).rjust(10) for name in names))
    print(f"{seconds:.0f} s of CPU")
    return sum(found["wrong"] for found in counts.values())


if __name__ == "__main__":
    sys.exit(table(sys.argv[1:]) > 0)
