"""Claims: the record, its false variants, and the judge of exact and certified checks; knows no paper."""

from theory.claim.record import Claim, made
from theory.words import (
    KINDS,
    At,
    Check,
    Compared,
    Evidence,
    Kind,
    Locator,
    Paper,
    Point,
    Predicted,
    Relation,
    Status,
    Twin,
    Verdict,
)

__all__ = [
    "KINDS",
    "At",
    "Check",
    "Claim",
    "Compared",
    "Evidence",
    "Kind",
    "Locator",
    "Paper",
    "Point",
    "Predicted",
    "Relation",
    "Status",
    "Twin",
    "Verdict",
    "made",
]
