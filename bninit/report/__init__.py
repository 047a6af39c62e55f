"""The report: recorded results and the claims as one self-contained HTML page."""

from bninit.report.page import render

__all__ = ["render"]
