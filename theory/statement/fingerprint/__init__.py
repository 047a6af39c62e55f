"""Fingerprints of statements: by which a later run knows a statement again, or says how it has changed."""

from theory.statement.fingerprint.of_claim import BOUNDS, KINDS, Fingerprint, Kind, Sides, fingerprint

__all__ = ["BOUNDS", "KINDS", "Fingerprint", "Kind", "Sides", "fingerprint"]
