"""The lowest versions that pyproject.toml allows, as constraints for pip: `python .ci/lowest.py [EXTRA].. > FILE`."""

import re
import sys
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
wanted = list(project["dependencies"])
extras = list(sys.argv[1:])
for extra in extras:  # grows by the extras that an extra names
    for line in project["optional-dependencies"][extra]:
        if named := re.fullmatch(rf"{project['name']}\[(.*)\]", line):
            extras += named[1].split(",")
        else:
            wanted.append(line)
for line in wanted:
    found = re.match(r"([\w.-]+)\s*(?:>=|==)\s*([\w.]+)", line)
    if not found:
        sys.exit(f"{line!r} in pyproject.toml has no lowest version; write it as 'name>=1.2,<2'")
    print(f"{found[1]}=={found[2]}")
