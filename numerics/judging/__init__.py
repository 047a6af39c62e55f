"""Sampled checks: a simulation whose mean (or law) a claim predicts, judged by `numerics.statistics.decide`.

A check simulates without seeing the prediction; only the judge compares. So one sample serves the claim and
all of its twins, and it is sampled anew for each mutated model (no centring, n - 1 variance, leaky slope).

    from numerics.statistics.betting import Bounded, NonNegative, Variance
    from numerics.judging import BOOLEAN, Bias, sampled
"""

from numerics.judging.declare import (
    BOOLEAN,
    MODELS,
    Bias,
    Cell,
    Law,
    Sampled,
    Simulate,
    Source,
    by_difference,
    itself,
    sampled,
)
from numerics.judging.judge import Judged, declared, judge, nulls, plan
from numerics.judging.needs import needing, needing_checks, probed, unavailable, unverified_of
from numerics.judging.probe import Probe, again, alike, probes
from numerics.judging.register import checks_of, sampled_checks
from numerics.judging.trial import LEVELS, Budget, numbers

__all__ = [
    "BOOLEAN",
    "LEVELS",
    "MODELS",
    "Bias",
    "Budget",
    "Cell",
    "Judged",
    "Law",
    "Probe",
    "Sampled",
    "Simulate",
    "Source",
    "again",
    "alike",
    "by_difference",
    "checks_of",
    "declared",
    "itself",
    "judge",
    "needing",
    "needing_checks",
    "nulls",
    "numbers",
    "plan",
    "probed",
    "probes",
    "sampled",
    "sampled_checks",
    "unavailable",
    "unverified_of",
]
