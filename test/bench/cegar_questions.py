#!/usr/bin/env python3
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The six research questions of Hajdu and Micskei, "Efficient Strategies for
CEGAR-Based Model Checking", asked of engine cegar: a table each, with solved
tasks, processor seconds and the largest memory by configuration and category.

    cegar_questions.py --out build/cegar                  all questions, all tasks
    cegar_questions.py --out build/cegar --quick rq1 rq4  some, in minutes
    cegar_questions.py --out build/others --others gazer=~/gazer/test/verif:gazer:16

Runs `bench`, whose tables stay in the folder; with --only-print they are read
again. The tasks are those of generate.py (with --quick those of
sets/questions.set); or with --others those of other projects, a category each:
NAME=FOLDER:CONVENTION, and how many of them, spread evenly.
"""

import argparse
import csv
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
SETS = ["ssh", "locks", "loops", "eca", "plc"]

_EXPL = "--domain=EXPL --refinement=UNSAT_CORE --encoding=small"
_EXPL_LARGE = "--domain=EXPL --refinement=UNSAT_CORE"
_CART = "--domain=PRED_CART"
_SEARCHES = ["BFS", "DFS", "ERR", "DFS_ERR", "ERR_DFS"]

# question -> (what it asks, {configuration: arguments})
QUESTIONS = {
    "rq1": ("How many successors to enumerate in the explicit domain?",
            {f"{name} {k}": f"{base} --maxenum={k}"
             for name, base in (("small", _EXPL), ("large", _EXPL_LARGE))
             for k in ("1*", "1", "5", "10", "50", "0")}),
    "rq2": ("Does searching towards the error help?",
            {f"{name} {s}": f"{base} --search={s}"
             for name, base in (("EXPL", f"{_EXPL} --maxenum=10"), ("CART", _CART))
             for s in _SEARCHES}),
    "rq3": ("How to split predicates and states?",
            {**{f"{d[5:]} {s}": f"--domain={d} --predsplit={s}"
                for d in ("PRED_CART", "PRED_BOOL")
                for s in ("WHOLE", "CONJUNCTS", "ATOMS")},
             "SPLIT WHOLE": "--domain=PRED_SPLIT"}),
    "rq4": ("How does backward binary interpolation do?",
            {f"{name} {r}": f"{base} --refinement={r}"
             for name, base in (("CART", "--domain=PRED_CART"),
                                ("EXPL", "--domain=EXPL --maxenum=10"))
             for r in ("FW_BIN_ITP", "BW_BIN_ITP", "SEQ_ITP", "UNSAT_CORE")}),
    "rq5": ("Do several counterexamples at once help?",
            {f"{name} {label}": f"{base} --refinement={r}"
             for name, base in (
                 ("CART", "--domain=PRED_CART"),
                 ("EXPL", "--domain=EXPL --maxenum=10 --encoding=small"))
             for label, r in (("SEQ_ITP", "SEQ_ITP"), ("MULTI_SEQ", "MULTI_SEQ"),
                              ("MULTI_SEQ 5", "MULTI_SEQ --maxcex=5"))}),
    "rq6": ("Does choosing between refinements by prune index help?",
            {r: f"--domain=PRED_CART --refinement={r}"
             for r in ("FW_BIN_ITP", "BW_BIN_ITP", "MIN_PRUNE", "MAX_PRUNE")}),
}


def run(question: str, table: Path, args) -> None:
    """Makes the table; a wrong answer is found in it by `show`."""
    if not args.others:
        bench(question, table, ["questions"] if args.quick else SETS, args)
        return
    rows = []
    for name, folder, convention, limit in args.others:
        part = table.with_suffix(f".{name}.csv")
        bench(question, part, ["--tasks", folder, "--convention", convention,
                               *(["--limit", limit] if limit else [])], args)
        with open(part, newline="") as file:
            rows += [{**row, "set": name} for row in csv.DictReader(file)]
    with open(table, "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def bench(question: str, table: Path, tasks: list[str], args) -> None:
    command = [str(HERE / "bench"), "run", *tasks, "--out", str(table),
               "--timeout", str(args.timeout), "--memory", str(args.memory)]
    if args.cpu_timeout:
        command += ["--cpu-timeout", str(args.cpu_timeout)]
    if args.bin:
        command += ["--bin", args.bin]
    for name, arguments in QUESTIONS[question][1].items():
        command += ["--tool", f"{name}=sooth:--engine=cegar {arguments}"]
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL)


def other_tasks(text: str) -> tuple[str, str, str, str]:
    name, _, where = text.partition("=")
    folder, convention, limit = (where.split(":") + ["", ""])[:3]
    if not name or not Path(folder).expanduser().is_dir():
        raise argparse.ArgumentTypeError(f"no folder in {text!r}")
    return name, str(Path(folder).expanduser()), convention or "yaml", limit


def show(question: str, table: Path) -> int:
    """Prints the table as Markdown; returns the number of wrong answers."""
    with open(table, newline="") as file:
        rows = list(csv.DictReader(file))
    for r in rows:
        if r["set"] == "questions":
            r["set"] = r["task"].split("/")[0]
    sets = list(dict.fromkeys(r["set"] for r in rows))
    cells = defaultdict(list)
    for r in rows:
        cells[r["tool"], r["set"]].append(r)
        cells[r["tool"], "all"].append(r)
    print(f"\n### {question.upper()}: {QUESTIONS[question][0]}\n")
    print("| configuration | " + " | ".join(sets + ["all"]) + " |")
    print("|---|" + "---|" * (len(sets) + 1))
    for tool in dict.fromkeys(r["tool"] for r in rows):
        line = [_cell(cells[tool, s]) for s in sets + ["all"]]
        print(f"| {tool} | " + " | ".join(line) + " |")
    wrong = [r for r in rows if r["status"] == "wrong"]
    for r in wrong:
        print(f"\nWRONG: {r['tool']} on {r['task']}")
    return len(wrong)


def _cell(rows: list[dict]) -> str:
    solved = sum(r["status"] == "correct" for r in rows)
    seconds = sum(float(r["cpu_s"] or 0) for r in rows)
    memory = max(float(r["peak_mb"] or 0) for r in rows)
    return f"{solved}/{len(rows)} {seconds:.0f} s {memory:.0f} MB"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("question", nargs="*", help="rq1 to rq6; all by default")
    parser.add_argument("--out", required=True, type=Path)
    parser.add_argument("--quick", action="store_true",
                        help="a few tasks of each family, 5 seconds each")
    parser.add_argument("--timeout", type=float, default=30)
    parser.add_argument("--memory", type=int, default=2000)
    parser.add_argument("--cpu-timeout", type=float,
                        help="if it is not --timeout")
    parser.add_argument("--others", action="append", type=other_tasks, default=[],
                        metavar="NAME=FOLDER[:CONVENTION[:N]]")
    parser.add_argument("--bin")
    parser.add_argument("--only-print", action="store_true")
    args = parser.parse_args()
    if args.quick:
        args.timeout = 5
    unknown = set(args.question) - set(QUESTIONS)
    if unknown:
        parser.error(f"no question {', '.join(sorted(unknown))}")
    args.out.mkdir(parents=True, exist_ok=True)
    wrong = 0
    for question in args.question or QUESTIONS:
        table = args.out / f"{question}.csv"
        if not args.only_print:
            run(question, table, args)
        wrong += show(question, table)
        sys.stdout.flush()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
