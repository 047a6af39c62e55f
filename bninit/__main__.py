"""`python -m bninit`."""

from bninit.cli import main

main(prog_name="bninit")
