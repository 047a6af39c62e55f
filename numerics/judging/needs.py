"""What a sampled check needs beyond this package: other packages, and data. Absent, it is unavailable, and says so.

A check with `needs=("torch",)` trains networks as a rule, and takes minutes: `bninit check` runs it with --train alone.
A cell of such a check may name the data set that it is about, as {"data": "digits"}. Files whose canonical checksums
are not known (Fashion-MNIST, unpacked) may hold anything: what is judged on them says so, and no words of a source are.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec

from numerics.judging.declare import Cell, Sampled
from numerics.judging.register import sampled_checks
from theory.claim import Check, Claim

PACKAGES = {"torch": "PyTorch: pip install 'bninit[torch]'", "sklearn": "scikit-learn: pip install 'bninit[data]'"}
"""What to do where a package is not there; any other is named as it is imported."""


def needing(claims: Iterable[Claim]) -> list[Claim]:
    """Claims with a check that needs more than this package."""
    return [claim for claim in claims if needing_checks(claim)]


def unavailable(claim: Claim, level: str) -> tuple[Check, str] | None:
    """The first check of a claim that cannot be run here at this level, and why, in a sentence; None if all can."""
    for check in sampled_checks(claim).values():
        if why := _missing(check.options, level) or _unfit(claim, check.options, level):
            return check, why
    return None


def probed(claim: Claim) -> bool:
    """Whether the first cell of each check can be run, from which probes are drawn."""
    return not any(_packages(check.options) or _data(check.options.at[:1]) for check in needing_checks(claim))


def needing_checks(claim: Claim) -> list[Check]:
    return [check for check in sampled_checks(claim).values() if check.options.needs]


def unverified(cells: Iterable[Cell]) -> dict[str, str]:
    """Data sets of cells of a check with `needs` whose bytes nobody has verified, each with its fingerprint."""
    from numerics.training.data import load

    found = {name: load(name).fingerprint for name in _named(cells)}
    return {name: fingerprint for name, fingerprint in found.items() if fingerprint}


def unverified_of(claim: Claim, level: str) -> dict[str, str]:
    """Those of all checks of a claim that can be run at a level."""
    if unavailable(claim, level):
        return {}
    found = [unverified(check.options.cells(level)) for check in needing_checks(claim)]
    return {name: fingerprint for one in found for name, fingerprint in one.items()}


def _unfit(claim: Claim, options: Sampled, level: str) -> str:
    """The words of a source are not judged on data that may be anything."""
    if claim.status != "quoted" or not options.needs or not (found := unverified(options.cells(level))):
        return ""
    return (
        f"needs verified data: the files of {', '.join(found)} have no checksum that is known, and the claim is "
        "quoted; give the packed files"
    )


def _missing(options: Sampled, level: str) -> str:
    cells = options.cells(level)
    if not cells:
        there = ", ".join(dict.fromkeys(one for cell in options.at for one in cell["levels"]))
        return f"has no cell at level {level}, only at {there}"
    return (_packages(options) or _data(cells)) if options.needs else ""


def _packages(options: Sampled) -> str:
    absent = (name for name in options.needs if find_spec(name) is None)
    return next((f"needs {PACKAGES.get(name, name)}" for name in absent), "")


def _data(cells: Iterable[Cell]) -> str:
    from numerics.training.data import DamagedDataError, MissingDataError, load

    for name in _named(cells):
        try:
            load(name)
        except (MissingDataError, DamagedDataError) as error:
            return f"needs data: {error}"
    return ""


def _named(cells: Iterable[Cell]) -> Iterable[str]:
    return dict.fromkeys(cell["data"] for cell in cells if "data" in cell)
