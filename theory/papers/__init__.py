"""One module or package per source; they never import each other. Claims refer to others by id.

`strongest` lists instances at which claims came closest to failing; they are cases of their checks.
"""

from theory.papers import strongest as strongest
