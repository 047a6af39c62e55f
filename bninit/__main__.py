"""`bninit`, and `python -m bninit`."""

from bninit.supervised import run


def main() -> None:
    """The command, in a process of its own."""
    run(_command)


def _command() -> object:
    from bninit.cli import main

    return main.main(prog_name="bninit")


if __name__ == "__main__":
    main()
