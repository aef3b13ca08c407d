#!/usr/bin/env python3
# ===- measure.py - Answers about controllers, and what they take ----------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Verifies the programs of this folder, each right and with a bug, and prints a
table in Markdown: variables, assertions, and seconds of processor time, of all
processes together.

    measure.py SOOTH [NAME...]

Exit code 1 if an answer is wrong or missing."""

import glob
import json
import os
import resource
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def run(sooth, path):
    """The report, and seconds of processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sooth, path, "--all", "--json", "--timeout=60"], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(done.stdout), seconds


def main():
    sooth, names = sys.argv[1], sys.argv[2:]
    if not names:
        files = glob.glob(os.path.join(HERE, "*.st"))
        names = sorted(os.path.basename(f)[:-3] for f in files if not f.endswith("_bad.st"))
    wrong = 0
    print("| program | variables | assertions | right: s | with a bug: s | cycles to the bug |")
    print("|---|---|---|---|---|---|")
    for name in names:
        good, good_seconds = run(sooth, os.path.join(HERE, name + ".st"))
        bad, bad_seconds = run(sooth, os.path.join(HERE, name + "_bad.st"))
        violated = [a for a in bad["assertions"] if a["result"] == "Unsafe"]
        cycles = min((len(a["trace"]) for a in violated), default="none")
        answers = good["result"] == "Safe" and bad["result"] == "Unsafe"
        wrong += not answers
        print(f"| {name}{'' if answers else ': ' + good['result'] + ', ' + bad['result']} | {int(good['statistics']['model.columns'])} "
              f"| {len(good['assertions'])} | {good_seconds:.1f} | {bad_seconds:.1f} | {cycles} |", flush=True)
    sys.exit(wrong > 0)


main()
