"""Code of exact and certified checks, watched while it runs: what rounds, and questions that stay open, are errors."""
