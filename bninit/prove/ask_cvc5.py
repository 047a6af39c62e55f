"""A process of its own for cvc5: scripts in SMT-LIB from standard input, answers to standard output, both JSON."""

import json
import sys


def main() -> None:
    """One answer for each script: unsat, sat or unknown."""
    import cvc5

    asked = json.load(sys.stdin)
    print(json.dumps({"solver": "cvc5", "version": cvc5.__version__}), flush=True)
    for script in asked["scripts"]:
        solver = cvc5.Solver()
        solver.setOption("tlimit-per", str(asked["milliseconds"]))
        parser = cvc5.InputParser(solver)
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, "(set-logic QF_NRA)\n" + script, "script")
        said = []
        while not (command := parser.nextCommand()).isNull():
            said.append(command.invoke(solver, parser.getSymbolManager()).strip())
        print(json.dumps({"answer": said[-1].partition(" ")[0] if said else "unknown", "model": {}}), flush=True)


if __name__ == "__main__":
    main()
