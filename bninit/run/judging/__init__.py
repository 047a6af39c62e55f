"""From the checks of a claim to its verdict, and the reasons."""
