"""Reading fingerprints from a results.json: every value is looked at."""

from __future__ import annotations

import re
from typing import Any

from bninit.results.located import Located
from bninit.results.subsets import NUMBER
from theory.statement.fingerprint import KINDS, Fingerprint, Sides

DIGEST = re.compile("[0-9a-f]{16}")

STRUCTURES = ("integers", "reals", "batches", "values", "made", "value")


def fingerprint_of(place: Located) -> Fingerprint:
    """A fingerprint as `document` wrote it. ValueError for anything else."""
    domains = place.object("domains")
    sides, values = place.object("sides"), place.object("values")
    for kind in sides.value:
        if kind not in KINDS:
            raise ValueError(f"{sides.at(kind)} is not one of {', '.join(KINDS)}")
    if not sides.value:
        raise ValueError(f"{sides.where} is empty")
    return Fingerprint(
        sha256=place.like("sha256", re.compile("[0-9a-f]{64}")),
        domains={name: _domain(domains.object(name)) for name in domains.value},
        sides={kind: _sides(sides.object(kind)) for kind in KINDS if kind in sides.value},
        values={at: values.texts(at) for at in values.value},
        components=place.texts("components"),
        condition=place.text("condition"),
    )


def _sides(place: Located) -> Sides:
    return Sides(place.texts("where"), place.like("left", DIGEST), place.like("predicts", DIGEST))


def _domain(place: Located) -> dict[str, Any]:
    some = {"some": place.boolean("some")} if "some" in place.value else {}
    return {"words": place.text("words"), **_structure(place), **some}


def _structure(place: Located) -> dict[str, Any]:
    kind = place.one_of("kind", STRUCTURES)
    found: dict[str, Any] = {"kind": kind}
    if kind in ("integers", "batches"):
        found |= {"least": place.whole("least"), "most": place.whole_or_none("most")}
    if kind == "batches":
        found |= {key: place.boolean(key) for key in ("distinct", "constant")}
    if kind == "reals":
        found |= {key: None if place.value.get(key) is None else place.like(key, NUMBER) for key in ("low", "high")}
        found |= {key: place.boolean(key) for key in ("low_in", "high_in")}
    if kind == "values":
        found["values"] = list(place.texts("values"))
    if kind == "made":
        parameters = place.object("parameters")
        found |= {
            "of": place.like("of", DIGEST),
            "parameters": {name: _structure(parameters.object(name)) for name in parameters.value},
        }
    return {**found, "digest": place.like("digest", DIGEST)}
