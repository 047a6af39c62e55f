"""Normal forms: whether an expression is zero, kind by kind."""
