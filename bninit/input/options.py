"""Options that several commands share."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import click

from bninit.input.paths import new_file
from bninit.input.refusal import BadInput, printable, shortened


def _file_name(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The name of a file or folder: not empty, and one that a system call takes."""
    if value is not None and not value.strip():
        raise BadInput(f"{param.opts[0]} got an empty name; give a file's name, or leave the option out")
    if value is not None and "\0" in value:
        raise BadInput(f"{param.opts[0]} {printable(shortened(value, 40))}: a name holds no NUL; give another")
    return value


class FiniteRange(click.FloatRange):
    """Numbers of a range, of which neither nan nor an infinite one is any."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{number} is no finite number.", param, ctx)
        return number


def file_option(*names: str, metavar: str = "FILE", **options: Any) -> Callable[[Any], Any]:
    """A click option that takes the name of a file."""
    return click.option(*names, metavar=metavar, callback=_file_name, **options)


points_option = click.option(
    "--points", type=click.Choice(["rows", "columns"]), help="Which is a data point in FILE; asked for if it is tall."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
scheduler_option = click.option("--scheduler", metavar="ADDRESS", help="Run on a Dask cluster, as tcp://host:8786.")
claims_option = file_option("--claims", "claims_file", metavar="FILE.py", help="Your own claims; FILE.py is run.")
suite_option = click.option("--with-suite", is_flag=True, help="With --claims: the suite's claims, too.")
level_option = click.option(
    "--level",
    type=click.Choice(["quick", "standard", "deep"]),
    help="Size of the noticed deviations.  [default: standard]",
)
jobs_option = click.option("--jobs", type=click.IntRange(1, 256), help="Number of processes; one per core by default.")


def components_option(default: str) -> Callable[[Any], Any]:
    """What a layer is made of."""
    words = "Of a layer: bn (rc,rs) or one of them, relu (nl)."
    return click.option("--components", default=default, show_default=True, help=words)


gamma_option = click.option(
    "--gamma", default=math.inf, help="Strength of W beside a skip connection, X + gamma W X; none by default."
)


def networks_option(default: int, words: str) -> Callable[[Any], Any]:
    """How many random networks."""
    return click.option("--networks", type=int, default=default, show_default=True, help=words)


seed_option = click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Replay a run; fresh entropy by default.")


def limit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """What a claim may need."""
    seconds = click.option(
        "--claim-timeout", metavar="SECONDS", type=FiniteRange(0, min_open=True),
        help="Time that one claim may take.  [default: 600]",
    )  # fmt: skip
    memory = click.option(
        "--claim-memory", metavar="GIB", type=FiniteRange(0, min_open=True),
        help="Memory that one claim may take.  [default: 8, at most 3/4 of the machine's]",
    )  # fmt: skip
    return seconds(memory(command))


ledger_option = click.option(
    "--ledger",
    "ledger_file",
    metavar="FILE",
    envvar="BNINIT_LEDGER",
    show_envvar=True,
    help="The ledger; in your data directory by default.",
)


def ledger_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Where checks are recorded, and what of them counts."""
    fresh = click.option("--fresh", is_flag=True, help="Compute all: take no verdict of an earlier run.")
    none = click.option("--no-ledger", is_flag=True, help="Record nothing, and start from the seed alone.")
    return fresh(ledger_option(none(command)))


def proof_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Stronger evidence by other programs."""
    decide = click.option("--decide", is_flag=True, help="Ask z3 and cvc5, too, about claims that they can decide.")
    formal = click.option("--formal", is_flag=True, help="Check formal proofs with Coq, too.")
    return decide(formal(command))


train_option = click.option("--train", is_flag=True, help="Check claims on training, too: minutes; needs PyTorch.")


class NumbersFirst(click.Command):
    """A command whose argument may begin with a minus sign: "-1,0,5" is no option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [f" {arg}" if re.match(r"-([\d.]|[^-].*,)", arg) else arg for arg in args])


PICTURES = (".svg", ".png", ".pdf")


def picture_option(words: str) -> Callable[[Any], Any]:
    """Where a command draws what it found: a name that may be written."""
    return click.option("--plot", metavar="FILE", callback=_picture, help=words)


def _picture(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    given = _file_name(ctx, param, value)
    return new_file(given, PICTURES) if given else given
