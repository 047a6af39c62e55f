"""Maps of infinite width in floats."""
