#!/usr/bin/env python3
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What other solvers say of proofs of the corpus, or of runs.

    certificates.py build/bin                            all that is safe
    certificates.py build/bin --every 3 --csv out.csv    every third task
    certificates.py build/bin --expected unsafe          violations

Each task of test/corpus (or of the files and folders given) of which that is expected is
verified with --certificate, and sooth-check asks one solver after the other about the
folder. The questions of unwindings are accepted, and counted apart. A table in
Markdown: by kind of evidence, how many each solver confirms, leaves undecided (its time
is up, or it does not take the question) and refutes, and how long that took. Exit code
1 if something is refuted.
"""

import argparse
import collections
import csv
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test/corpus"))
import corpus  # noqa: E402

OUTCOMES = {0: "confirmed", 1: "REFUTED", 2: "undecided", 3: "bad input"}
Row = collections.namedtuple("Row", "task answer kind solver outcome seconds why")


def timed(command, limit):
    start = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                              timeout=limit, check=False)
        return done.returncode, done.stdout + done.stderr, time.monotonic() - start
    except subprocess.TimeoutExpired:
        return None, "", time.monotonic() - start


def kind_of(folder):
    """That of the proof; of several parts all kinds."""
    manifest = json.loads((folder / "manifest.json").read_text())
    covered = all(a.get("parts") for a in manifest["assertions"] if a["result"] != "Unknown")
    kinds = sorted({p["kind"] for p in manifest["parts"]})
    if not kinds:
        return "no form" if manifest["assertions"] else "decided while preparing"
    return ", ".join(kinds) + ("" if covered else ", parts without a form")


def rows_of(task, options, scratch):
    name = corpus.title(task)
    folder = Path(scratch) / "certificate"
    shutil.rmtree(folder, ignore_errors=True)
    code, said, _ = timed([f"{options.bin}/sooth", f"--timeout={options.timeout}",
                           f"--certificate={folder}", *task.flags, task.path],
                          3 * options.timeout + 60)
    answer = corpus.ANSWERS.get(code, "other")
    if answer != task.expected or not (folder / "manifest.json").exists():
        yield Row(name, answer, "none", "", "", 0, corpus.short(said))
        return
    kind = kind_of(folder)
    for solver in options.solvers:
        code, said, seconds = timed(
            [f"{options.bin}/sooth-check", f"--solver={solver}", "--accept-questions",
             f"--timeout={options.solver_timeout}", "--no-sources", str(folder)],
            options.limit)
        why = next((line for line in said.splitlines()
                    if re.search("REFUTED|not checked|not decided|sooth-check: error", line)), "")
        yield Row(name, answer, kind, solver, OUTCOMES.get(code, "undecided"),
                  round(seconds, 2), why)


def print_table(rows, solvers):
    print("| evidence | tasks | solver | confirmed | undecided | refuted | median s | most s |")
    print("|---|---|---|---|---|---|---|---|")
    checked = [r for r in rows if r.solver]
    for kind, _ in collections.Counter(r.kind for r in checked).most_common():
        for solver in solvers:
            own = [r for r in checked if r.kind == kind and r.solver == solver]
            count = collections.Counter(r.outcome for r in own)
            seconds = [r.seconds for r in own]
            print(f"| {kind} | {len(own)} | {solver} | {count['confirmed']} | "
                  f"{count['undecided'] + count['bad input']} | {count['REFUTED']} | "
                  f"{statistics.median(seconds):.2f} | {max(seconds):.2f} |")
    others = [r for r in rows if not r.solver]
    print(f"\n{len({r.task for r in checked})} tasks with a certificate; {len(others)} without, "
          "as there was no such answer in time")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", help="where sooth and sooth-check are")
    parser.add_argument("paths", nargs="*", help="C files and folders (default: the corpus)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="every Nth task")
    parser.add_argument("--timeout", type=int, default=20, help="of sooth (default: 20)")
    parser.add_argument("--solver-timeout", type=int, default=20,
                        help="of one question (default: 20)")
    parser.add_argument("--limit", type=int, default=120,
                        help="of all questions about one certificate (default: 120)")
    parser.add_argument("--expected", choices=("safe", "unsafe"), default="safe")
    parser.add_argument("--solvers", default="z3,cvc5")
    parser.add_argument("--csv", metavar="FILE", help="a line for each task and solver")
    options = parser.parse_args()
    options.solvers = options.solvers.split(",")
    tasks = [t for t in corpus.find_tasks(options.paths or [corpus.HERE])
             if t.expected == options.expected][::options.every]
    rows = []
    with tempfile.TemporaryDirectory(prefix="certificates-") as scratch:
        for number, task in enumerate(tasks, 1):
            for row in rows_of(task, options, scratch):
                rows.append(row)
                print(f"{number}/{len(tasks)}", *row, file=sys.stderr, flush=True)
    if options.csv:
        with open(options.csv, "w", newline="", encoding="utf-8") as file:
            out = csv.writer(file)
            out.writerow(Row._fields)
            out.writerows(rows)
    print_table(rows, options.solvers)
    return 1 if any(r.outcome == "REFUTED" for r in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
