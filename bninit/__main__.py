"""`bninit`, and `python -m bninit`."""

import os
import sys

os.environ.setdefault("SYMPY_CACHE_SIZE", "100000")  # read by SymPy when it is imported; a twentieth of exact checks

try:
    from bninit.guard.supervised import run
except KeyboardInterrupt:
    sys.stderr.write("Interrupted.\n")
    sys.stderr.flush()
    os._exit(130)


def main() -> None:
    """The command, in a process of its own."""
    run(_command)


def _command() -> object:
    from bninit.cli import main

    return main.main(prog_name="bninit")


if __name__ == "__main__":
    main()
