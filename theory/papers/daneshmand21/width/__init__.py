"""The chain at finite width."""
