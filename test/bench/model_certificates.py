#!/usr/bin/env python3
# ===- model_certificates.py - Certificates of nets and Horn clauses ---------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""What sooth-check says of certificates of answers about nets, clauses and systems.

    model_certificates.py build/bin FOLDER...

Looks in the folders for nets of the Model Checking Contest (model.pnml, with the four
files of reachability properties beside it), and for .smt2 and .vmt files. Prints a table:
how many questions were answered, to how many the certificate has a part, and how many
certificates are confirmed. Exit code 1 if one is refuted, or no certificate.
"""

import argparse
import collections
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROPERTIES = ("ReachabilityCardinality", "ReachabilityFireability", "ReachabilityDeadlock",
              "UpperBounds")
NO_ANSWER = ("Unknown", "Inconclusive")
Task = collections.namedtuple("Task", "kind name command")
Result = collections.namedtuple("Result", "answered backed outcome seconds bytes")


def tasks_in(folder, bin_folder):
    for net in sorted(folder.rglob("model.pnml")):
        for name in PROPERTIES:
            path = net.with_name(name + ".xml")
            if path.exists():
                yield Task(f"nets: {name}", f"{net.parent.name} {name}",
                           [f"{bin_folder}/sooth-pnml", net, f"--mcc={path}"])
    for ending, kind in (("smt2", "Horn clauses"), ("vmt", "transition systems")):
        for path in sorted(folder.rglob(f"*.{ending}")):
            yield Task(kind, path.name, [f"{bin_folder}/sooth", path])


def outcome_of(code, said):
    if code == 0:
        return "confirmed"
    if code == 2:
        return "undecided" if "not decided" in said else "in part"
    return "REFUTED" if code == 1 else "bad"


def try_task(task, options, folder):
    subprocess.run([*map(str, task.command), f"--timeout={options.timeout}",
                    f"--certificate={folder}"],
                   capture_output=True, check=False, timeout=3 * options.timeout + 60)
    if not (folder / "manifest.json").exists():  # bad input
        return Result(0, 0, "none", 0, 0)
    manifest = json.loads((folder / "manifest.json").read_text())
    answers = [a for a in manifest["assertions"] if a["result"] not in NO_ANSWER]
    backed = sum(bool(a.get("parts")) for a in answers)
    if not manifest["parts"]:
        return Result(len(answers), backed, "none", 0, 0)
    start = time.monotonic()
    done = subprocess.run([f"{options.bin}/sooth-check", f"--solver={options.solver}",
                           f"--timeout={options.solver_timeout}", "--no-sources",
                           str(folder)], capture_output=True, text=True, check=False)
    outcome = outcome_of(done.returncode, done.stdout)
    return Result(len(answers), backed, outcome, time.monotonic() - start,
                  sum(path.stat().st_size for path in folder.iterdir()))


def print_table(results):
    print("| models | files | answers | with a certificate | confirmed | undecided | "
          "refuted | median s | most s | most MB |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for kind, own in results.items():
        count = collections.Counter(r.outcome for r in own)
        seconds = [r.seconds for r in own if r.outcome != "none"] or [0]
        # In part: all that is asked about is confirmed, and something has no form.
        print(f"| {kind} | {len(own)} | {sum(r.answered for r in own)} | "
              f"{sum(r.backed for r in own)} | {count['confirmed'] + count['in part']} | "
              f"{count['undecided']} | {count['REFUTED'] + count['bad']} | "
              f"{statistics.median(seconds):.2f} | {max(seconds):.2f} | "
              f"{max(r.bytes for r in own) / 1e6:.1f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", help="where sooth-pnml, sooth and sooth-check are")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--timeout", type=int, default=10, help="of sooth (default: 10)")
    parser.add_argument("--solver-timeout", type=int, default=60,
                        help="of one question (default: 60)")
    parser.add_argument("--solver", default="z3", help="z3 (default) or cvc5")
    options = parser.parse_args()
    results = collections.defaultdict(list)
    for folder in options.folders:
        for task in tasks_in(folder, options.bin):
            with tempfile.TemporaryDirectory(prefix="certificates-") as scratch:
                result = try_task(task, options, Path(scratch) / "made")
            results[task.kind].append(result)
            print(task.name, *result, file=sys.stderr, flush=True)
    print_table(results)
    return 1 if any(r.outcome in ("REFUTED", "bad")
                    for own in results.values() for r in own) else 0


if __name__ == "__main__":
    sys.exit(main())
