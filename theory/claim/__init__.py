"""Claims: the record, its false variants, and the judge of exact and certified checks; knows no paper."""

from theory.claim.record import (
    KINDS,
    At,
    Check,
    Claim,
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
    made,
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
