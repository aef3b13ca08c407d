#!/usr/bin/env python3
"""Measures sooth-pnml on nets of the Model Checking Contest.

  petri_mcc.py --models DIR [--timeout 45] [--csv FILE] [--only TEXT]

Every folder of DIR holds model.pnml, property files and the contest's answers
(RC.oracle, RF.oracle, RD.oracle, UB.oracle). One line of the CSV is one
property; the summary counts answers, and wrong ones make the exit code 1.
"""

import argparse
import csv
import json
import pathlib
import subprocess
import sys
import time

KINDS = {
    "RC": "ReachabilityCardinality.xml",
    "RF": "ReachabilityFireability.xml",
    "RD": "GenericPropertiesDefinition.xml",
    "UB": "UpperBounds.xml",
}

def read_oracle(path):
    """{property: answer} of the contest; '?' is unknown."""
    answers = {}
    for line in path.read_text().splitlines():
        words = line.split()
        if words and words[0] == "FORMULA":
            answers[words[1]] = words[2]
    return answers


def run(tool, folder, kind, timeout, extra):
    """The answers of one run: {property: (value, technique, seconds)}."""
    command = [tool, folder / "model.pnml", "--mcc", folder / KINDS[kind],
               "--json", f"--timeout={timeout}"] + extra
    start = time.monotonic()
    process = subprocess.run(command, capture_output=True, text=True,
                             timeout=timeout + 30)
    seconds = time.monotonic() - start
    if process.stderr:
        print(f"{folder.name} {kind}: {process.stderr.strip()}", file=sys.stderr)
    if process.returncode not in (0, 2):
        print(f"{folder.name} {kind}: exit code {process.returncode}",
              file=sys.stderr)
    if not process.stdout:
        return {}, seconds
    report = json.loads(process.stdout)
    return {a["id"]: (a.get("value", "-"), a.get("technique", a.get("reason")),
                      a["seconds"]) for a in report["answers"]}, seconds


def same(expected, value):
    """The contest writes great numbers as 4.0000E+0009."""
    if "E+" in expected:
        return value.isdigit() and f"{int(value):.4E}" == f"{float(expected):.4E}"
    return expected in ("?", value)


def judge(expected, value):
    if value == "-":
        return "none"
    return "right" if same(expected, value) else "wrong"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=pathlib.Path, required=True)
    parser.add_argument("--tool", default="sooth-pnml")
    parser.add_argument("--timeout", type=float, default=45)
    parser.add_argument("--kinds", default="RC,RF,RD,UB")
    parser.add_argument("--only", default="")
    parser.add_argument("--csv", type=pathlib.Path)
    parser.add_argument("extra", nargs="*", help="more options for the tool")
    args = parser.parse_args()

    rows, totals = [], {}
    for folder in sorted(args.models.iterdir()):
        if not (folder / "model.pnml").exists() or args.only not in folder.name:
            continue
        for kind in args.kinds.split(","):
            oracle = read_oracle(folder / f"{kind}.oracle")
            answers, seconds = run(args.tool, folder, kind, args.timeout,
                                   args.extra)
            counts = {"right": 0, "wrong": 0, "none": 0}
            for name, expected in oracle.items():
                value, technique, when = answers.get(name, ("-", "no answer", 0))
                outcome = judge(expected, value)
                counts[outcome] += 1
                rows.append([folder.name, kind, name, expected, value, outcome,
                             technique, f"{when:.2f}"])
            for outcome, count in counts.items():
                totals.setdefault(kind, dict.fromkeys(counts, 0))
                totals[kind][outcome] += count
            print(f"{folder.name:32} {kind} right {counts['right']:3} wrong "
                  f"{counts['wrong']} none {counts['none']:3} {seconds:6.1f} s",
                  flush=True)
    for kind, counts in totals.items():
        print(kind, counts)
    if args.csv:
        with args.csv.open("w", newline="") as out:
            writer = csv.writer(out)
            writer.writerow(["net", "kind", "property", "expected", "answer",
                             "outcome", "technique", "seconds"])
            writer.writerows(rows)
    return 1 if any(c["wrong"] for c in totals.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
