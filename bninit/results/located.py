"""An object of a results.json with where it stands: its values by kind, each looked at."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from theory.claim import Verdict


@dataclass(frozen=True)
class Located:
    """An object of the file and where it is, so that a refusal can say what is wrong and where."""

    value: Any
    where: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.value, dict):
            raise ValueError(f"{self.where or 'the whole'} is {_seen(self.value)}, not an object")

    def take(self, key: str, kinds: tuple[type, ...], wanted: str) -> Any:
        if key not in self.value:
            raise ValueError(f"{self.where or 'the whole'} has no {key!r}")
        found = self.value[key]
        if type(found) not in kinds:  # not isinstance: true is no number
            raise self.refusal(key, wanted)
        return found

    def refusal(self, key: str, wanted: str) -> ValueError:
        return ValueError(f"{self.at(key)} is {_seen(self.value[key])}, not {wanted}")

    def at(self, key: str) -> str:
        return f"{self.where}.{key}" if self.where else key

    def text(self, key: str) -> str:
        return str(self.take(key, (str,), "a string"))

    def boolean(self, key: str) -> bool:
        return bool(self.take(key, (bool,), "true or false"))

    def number(self, key: str) -> float:
        found = float(self.take(key, (int, float), "a number"))
        if not found >= 0:
            raise self.refusal(key, "a number from 0 on")
        return found

    def count(self, key: str) -> int:
        found = int(self.take(key, (int,), "a whole number"))
        if found < 0:
            raise self.refusal(key, "a whole number from 0 on")
        return found

    def whole(self, key: str) -> int:
        return int(self.take(key, (int,), "a whole number"))

    def whole_or_none(self, key: str) -> int | None:
        found = self.take(key, (int, type(None)), "a whole number or null")
        return None if found is None else int(found)

    def like(self, key: str, pattern: re.Pattern[str]) -> str:
        if not pattern.fullmatch(self.text(key)):
            raise self.refusal(key, "as it is written")
        return self.text(key)

    def one_of(self, key: str, known: Sequence[str]) -> str:
        if self.text(key) not in known:
            raise self.refusal(key, f"one of {', '.join(known)}")
        return self.text(key)

    def verdict(self, key: str) -> Verdict:
        return Verdict(self.one_of(key, tuple(Verdict)))

    def texts(self, key: str) -> tuple[str, ...]:
        found = self.take(key, (list,), "a list of strings")
        if not all(isinstance(text, str) for text in found):
            raise self.refusal(key, "a list of strings alone")
        return tuple(found)

    def object(self, key: str) -> Located:
        return Located(self.take(key, (dict,), "an object"), self.at(key))

    def objects(self, key: str) -> list[Located]:
        found = self.take(key, (list,), "a list of objects")
        return [Located(item, f"{self.at(key)}[{place}]") for place, item in enumerate(found)]


def _seen(value: Any) -> str:
    kinds = {dict: "an object", list: "a list", bool: "true or false", type(None): "null"}
    return kinds.get(type(value)) or repr(value)[:40]
