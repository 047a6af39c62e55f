"""The command that replays a run: options as they were given, and what they leave open."""

from __future__ import annotations

import shlex
from collections.abc import Collection

import click
from click.core import ParameterSource

SILENT = ("as_json", "plot", "out", "jobs", "scheduler")
"""Options that change no number."""


def replay(ctx: click.Context, always: Collection[str] = (), **settled: object) -> str:
    """`bninit COMMAND ...` with every option that was given, those in `always`, and values that were `settled` here.

    Settled values are by the names of parameters, such as seed=7; they stand in the place of what was given.
    """
    words = ["bninit", str(ctx.info_name)]
    for parameter in ctx.command.params:
        name = str(parameter.name)
        value = settled.get(name, ctx.params.get(name))
        given = ctx.get_parameter_source(name) is not ParameterSource.DEFAULT
        if name in SILENT or value is None or value is False or not (given or name in always or name in settled):
            continue
        values = () if value is True else map(str, value) if isinstance(value, tuple) else (str(value),)
        words += [parameter.opts[0], *values]
    return shlex.join(words)
