"""A process of its own for z3: scripts in SMT-LIB from standard input, answers to standard output, both JSON."""

import json
import sys


def main() -> None:
    """One answer for each script: unsat, sat with a model of rational numbers, or unknown."""
    import z3

    asked = json.load(sys.stdin)
    print(json.dumps({"solver": "z3", "version": z3.get_version_string()}), flush=True)
    for script in asked["scripts"]:
        solver = z3.Solver()
        solver.set("timeout", asked["milliseconds"])
        solver.from_string(script)
        answer = str(solver.check())
        model = {}
        if answer == "sat":
            found = solver.model()
            for name in found.decls():
                value = found[name]
                model[name.name()] = value.as_fraction().__str__() if z3.is_rational_value(value) else None
        print(json.dumps({"answer": answer, "model": model}), flush=True)


if __name__ == "__main__":
    main()
