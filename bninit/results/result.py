"""What a run is asked (`Plan`) and what comes of each claim (`Result`)."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from numerics import judging as sampled
from numerics.processes.limits import Limits
from theory.claim import Check, Claim, Evidence, Kind, Verdict
from theory.claim.validation import MOST_TWINS
from theory.statement.fingerprint import Fingerprint

ALPHA_RUN = 1e-9
"""Probability that a run refutes a true claim, or lets one hold that is off by its margin; shared by all nulls."""

TWINS_PER_CLAIM = MOST_TWINS
"""No claim has more: the error budget of the twins is divided as if each had this many."""


@dataclass(frozen=True)
class Plan:
    """What every task needs to know; small and picklable."""

    level: str
    seed: int
    nulls: int
    claims_file: str | None = None
    alpha: float = ALPHA_RUN
    limits: Limits = field(default_factory=Limits)

    @property
    def budget(self) -> sampled.Budget:
        """e-values that reject: 2K/alpha for K nulls, and as much again for the twins."""
        threshold = 2 * max(self.nulls, 1) / self.alpha
        return sampled.Budget(claims=threshold, twins=threshold * TWINS_PER_CLAIM)


FURTHEST = ("stated", "argued", "cases", "sampled", "step", "stand-in", "nothing")
"""Reach of evidence, that of most value first; `sampled` is of the statement itself, unless its check says else."""


def furthest(found: Iterable[tuple[Kind, str | None]], literal: bool) -> str:
    """The furthest reach of checks or of evidence, each by its kind and what it says. What is argued counts beside a
    literal check alone: the statement itself, by definition, in cases."""
    said = {reach or ("sampled" if kind == "sampled" else "cases") for kind, reach in found}
    return next((word for word in FURTHEST if word in said and (literal or word != "argued")), "nothing")


def literal(checks: Iterable[Check]) -> bool:
    """Whether a check evaluates the left side by its definition, at an instance or in the networks spoken of."""
    return any(check.definition is not None or (check.kind == "sampled" and not check.reach) for check in checks)


@dataclass(frozen=True)
class TwinCount:
    """Fate of a claim's twins.

    certified_false : those that an instance shows false; `refuted` are those of them that no check accepts.
    accepted : those that a check lets pass, or that no check tells from the claim although their formula differs.
    weaker : bounds that follow from the claimed one.
    untold : those that differ and are not shown false where nobody has to: of an inequality or a false form, and
        automatic ones that are closer than what a simulation, the only check to look at them, notices.
    """

    made: int = 0
    certified_false: int = 0
    refuted: int = 0
    accepted: int = 0
    equal: int = 0
    undefined: int = 0
    unknown: int = 0
    models: int = 0
    models_refuted: int = 0
    notes: tuple[str, ...] = ()
    weaker: int = 0
    untold: int = 0


@dataclass(frozen=True)
class Control:
    """A check of a false form, run on what is true instead: it has to hold."""

    kind: Kind
    scope: str
    verdict: Verdict
    witness: str = ""


@dataclass(frozen=True)
class Result:
    """One checked claim."""

    id: str
    paper: str
    group: str
    status: str
    expected: Verdict
    verdict: Verdict
    seconds: float
    cpu: float = 0.0
    evidence: tuple[Evidence, ...] = ()
    twins: TwinCount = TwinCount()
    warnings: tuple[str, ...] = ()
    error: str = ""
    reason: str = ""
    control: tuple[Control, ...] = ()
    no_truth: str = ""
    relation: str = "="
    left: str = ""
    statement: str = ""
    """The statement as it is made from what is evaluated, if it is; in it what was checked can be read."""
    literal: bool = False
    """Whether a check evaluates the left side by its definition."""
    noticed: Mapping[str, bool] = field(default_factory=dict)
    """For each component of which the claim speaks, whether a check notices that it is replaced."""
    reused: int | None = None
    """The run of the ledger that it was taken from."""
    fingerprint: Fingerprint | None = None
    """By which a later run knows the statement again."""

    @property
    def reach(self) -> str:
        """How far its evidence reaches at most."""
        shown = [e for e in self.evidence if e.verdict is not Verdict.UNDECIDED]
        return furthest(((e.kind, e.figures.get("reach")) for e in shown), any("shapes" in e.figures for e in shown))

    @property
    def unavailable(self) -> str:
        """Why its checks could not be run here, for want of a package or of data; empty if they were."""
        if self.verdict is not Verdict.UNDECIDED:
            return ""
        sampled = (item.figures for item in self.evidence if item.kind == "sampled")
        return next((str(figures["unavailable"]) for figures in sampled if "unavailable" in figures), "")

    @property
    def as_expected(self) -> bool:
        fine = not self.error and not self.twins.accepted and not self.unavailable
        return self.verdict is self.expected and fine


@dataclass(frozen=True)
class Clock:
    """Started when it is made: seconds by the clock on the wall, and of the processor."""

    wall: float = field(default_factory=time.perf_counter)
    cpu: float = field(default_factory=time.process_time)


def unjudged(claim: Claim, verdict: Verdict, start: Clock) -> Result:
    """A result that has no evidence yet."""
    now = Clock()
    seconds, cpu = now.wall - start.wall, max(0.0, now.cpu - start.cpu)  # a check may fork: that clock begins anew
    return Result(claim.id, claim.paper, claim.group, claim.status, claim.expected, verdict, seconds, cpu,
                  relation=claim.relation, left=claim.left, literal=literal(sampled.checks_of(claim)))  # fmt: skip


def count_nulls(selected: Iterable[Claim]) -> int:
    """Nulls that share the error budget of a run."""
    return sum(sampled.nulls(check) for claim in selected for check in sampled.sampled_checks(claim).values())


def undecided_probability(results: Iterable[Result]) -> tuple[float, int]:
    """Bound on the probability that a run of true claims leaves one undecided, by the plans of its samples; and how
    many sampled checks it does not cover: of false forms that do not say what is true instead."""
    drawn = [e for r in results for e in r.evidence if e.kind == "sampled" and "unavailable" not in e.figures]
    known = [e.figures.get("undecided_probability") for e in drawn]
    numbers = [float(p) for p in known if isinstance(p, int | float)]
    return min(math.fsum(numbers), 1.0), len(known) - len(numbers)


def one_line(error: BaseException) -> str:
    """An exception as one line of text."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


MOST = 3
"""More twins are counted and not named."""


def some(names: Sequence[str]) -> str:
    """The first names, and how many more there are."""
    more = len(names) - MOST
    return ", ".join(names[:MOST]) + (f" and {more} more" if more > 0 else "")
