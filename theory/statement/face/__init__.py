"""What is made of a statement for readers: plain text in Unicode, and TeX."""

from theory.statement.face.printed import Printed, front, prediction, printed, readable
from theory.statement.face.style import TEX, TEXT, Style, spelled
from theory.statement.face.terms import UnwrittenError

__all__ = ["TEX", "TEXT", "Printed", "Style", "UnwrittenError", "front", "prediction", "printed", "readable", "spelled"]
