"""Calls with a parameter that there is not, or without one that there has to be: told with the nearest one's name."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from functools import wraps
from inspect import Parameter, signature
from typing import Any, TypeVar, cast

Called = TypeVar("Called", bound=Callable[..., Any])


def nearest(name: object, known: Iterable[str]) -> str:
    """What a message says after a name that is not known.

    >>> nearest("predict", ("says", "predicts")), nearest("zzz", ("says", "predicts"))
    ("; did you mean 'predicts'?", '; there are says, predicts')
    """
    names = list(known)
    near = difflib.get_close_matches(str(name), names, 1)
    return f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(names)}"


def helpful(called: Called) -> Called:
    """A function or a class that tells, when it is called with other parameters than it has, which these are.

    >>> @helpful
    ... def area(width, height=1):
    ...     return width * height
    >>> area(2, hight=3)
    Traceback (most recent call last):
    TypeError: area has no parameter 'hight'; did you mean 'height'?
    >>> area()
    Traceback (most recent call last):
    TypeError: area lacks width
    """
    if isinstance(called, type):
        told = cast(Any, called)
        told.__init__ = _told(told.__init__, told.__name__)
        return called
    return cast(Called, _told(called, called.__name__))


def _told(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    @wraps(function)
    def call(*arguments: Any, **options: Any) -> Any:
        try:
            return function(*arguments, **options)
        except TypeError as error:
            if wrong := _wrong(function, name, arguments, options):
                raise TypeError(wrong) from error
            raise

    return call


def _wrong(function: Callable[..., Any], name: str, arguments: tuple[Any, ...], options: dict[str, Any]) -> str:
    """What is wrong with a call itself, or nothing."""
    taken = signature(function)
    try:
        taken.bind(*arguments, **options)
    except TypeError as error:
        known = {key: p for key, p in taken.parameters.items() if key != "self"}
        if unknown := [key for key in options if key not in known]:
            return f"{name} has no parameter {unknown[0]!r}{nearest(unknown[0], known)}"
        given = {*list(taken.parameters)[: len(arguments)], *options}
        some = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
        missing = [key for key, p in known.items() if key not in given and p.default is p.empty and p.kind not in some]
        return f"{name} lacks {', '.join(missing)}" if missing else f"{name}: {error}"
    return ""
