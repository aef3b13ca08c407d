#!/usr/bin/env python3
"""Whole contracts without annotations, beside solc's own model checker.

    side_by_side.py FOLDER --tool=PATH --solc=SOLCJS --node-path=FOLDER [--timeout=N]

Of the contracts in FOLDER those are taken that have assertions and no annotations,
and that this solc (0.8, with z3 in it) compiles. For each file: what each tool says
(a violation; all proved; unknown), and seconds of processor time of all processes,
those that the compiler takes included.
"""
import argparse
import os
import re
import resource
import statistics
import subprocess
import sys

CHECKER = r"""
const fs = require('fs'), solc = require('solc'), file = process.argv[1];
const input = {language: 'Solidity', sources: {[file]: {content: fs.readFileSync(file, 'utf8')}},
  settings: {modelChecker: {engine: 'chc', targets: ['assert'], showUnproved: true, showProvedSafe: true},
             outputSelection: {'*': {'*': []}}}};
const answer = JSON.parse(solc.compile(JSON.stringify(input)));
for (const e of answer.errors || [])
  console.log(e.severity + ' ' + e.errorCode + ' ' + e.message.split('\n')[0]);
"""


def seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def timed(command, timeout, environment=None):
    before = seconds()
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=timeout,
                              env=environment)
        return done.stdout, seconds() - before
    except subprocess.TimeoutExpired:
        return "", seconds() - before


def ours(text):
    verdicts = re.findall(r"^\S+: ([A-Z ]+)$", text, re.M)
    if "ERROR" in verdicts:
        return "violation"
    return "proved" if verdicts and set(verdicts) <= {"OK", "NOTHING TO CHECK"} else "unknown"


def theirs(text):
    if re.search(r"CHC: Assertion violation happens here", text):
        return "violation"
    if re.search(r"CHC: Assertion violation might happen|unproved", text):
        return "unknown"
    return "proved" if "safe" in text else "unknown"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--tool", required=True)
    parser.add_argument("--solc", required=True)
    parser.add_argument("--node-path", required=True)
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--timeout-each", type=float, default=10, help="ours, for each contract")
    arguments = parser.parse_args()
    environment = dict(os.environ, NODE_PATH=arguments.node_path)
    rows = []
    for base, _, names in sorted(os.walk(arguments.folder)):
        for name in sorted(n for n in names if n.endswith(".sol")):
            path = os.path.join(base, name)
            with open(path, encoding="utf-8") as file:
                text = file.read()
            if "@notice" in text or not re.search(r"\bassert\(", text):
                continue
            said, other = timed(["node", "-e", CHECKER, path], arguments.timeout, environment)
            if re.search(r"^error ", said, re.M):
                print("%-40s is not accepted by this compiler" % name)
                continue
            answer, own = timed([arguments.tool, "--solc=" + arguments.solc,
                                 "--timeout-each=%g" % arguments.timeout_each, path], arguments.timeout)
            rows.append((ours(answer), own, theirs(said), other))
            print("%-40s ours %-9s %5.1f s   solc %-9s %5.1f s" % ((name,) + rows[-1]), flush=True)
    for label, verdict, time in (("ours", 0, 1), ("solc", 2, 3)):
        answered = sum(row[verdict] != "unknown" for row in rows)
        print("%s: %d of %d answered, %.1f s in all, median %.2f s" % (
            label, answered, len(rows), sum(row[time] for row in rows),
            statistics.median(row[time] for row in rows)))
    print("contradictions: %d" % sum({row[0], row[2]} == {"violation", "proved"} for row in rows))


if __name__ == "__main__":
    sys.exit(main())
