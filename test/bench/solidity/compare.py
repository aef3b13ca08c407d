#!/usr/bin/env python3
"""Compares verdicts with those that solc-verify is expected to give.

    compare.py FOLDER [--half=even|odd|all] [--tool=PATH] [--solc=CMD] ...

FOLDER has contracts, FILE.sol, each with the options for solc-verify in
FILE.sol.flags and its answer in FILE.sol.gold. Contracts are numbered from 1 in
the order of their paths; the tool was tuned on the even ones only. For each line
of an answer: is ours the same, an error at the same place? What is OK for us where
the other has an error is unsound, or the expectation is not true of the machine.
"""
import argparse
import collections
import os
import re
import subprocess
import sys
import time

VERDICT = re.compile(r"^(\S+::\S+): ([A-Z][A-Z ]*)$")
PLACE = re.compile(r"^ - .*?([^/ ]+\.sol:\d+:\d+): (.*)$")


def read_answer(text):
    """Verdicts by function, and places of errors by function."""
    verdicts, places = {}, collections.defaultdict(set)
    last = None
    for line in text.splitlines():
        if match := VERDICT.match(line):
            last = match[1]
            verdicts[last] = match[2]
        elif (match := PLACE.match(line)) and last:
            places[last].add((match[1], "".join(match[2].split()).rstrip(".")))
    return verdicts, places


def arithmetic(path):
    """What the flags say; solc-verify's default is int."""
    try:
        with open(path + ".flags", encoding="utf-8") as file:
            words = file.read().replace("--", " --").split()
    except FileNotFoundError:
        return "int"
    if "--arithmetic" in words:
        return words[words.index("--arithmetic") + 1]
    return "int"


def contracts(folder, half):
    paths = sorted(
        os.path.relpath(os.path.join(base, name), folder)
        for base, _, names in os.walk(folder)
        for name in names
        if name.endswith(".sol")
    )
    wanted = {"even": (1,), "odd": (0,), "all": (0, 1)}[half]
    return [path for number, path in enumerate(paths) if number % 2 in wanted]


def run(arguments, path):
    command = [arguments.tool, "--modular", "--loops=" + arguments.loops,
               "--arithmetic=" + (arguments.arithmetic or arithmetic(path)),
               "--timeout-each=%g" % arguments.timeout, path]
    if arguments.solc:
        command.append("--solc=" + arguments.solc)
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done, time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--half", choices=["even", "odd", "all"], default="even")
    parser.add_argument("--tool", default="sooth-sol")
    parser.add_argument("--solc")
    parser.add_argument("--timeout", type=float, default=10, help="each function")
    parser.add_argument("--arithmetic", help="instead of what the flags say")
    parser.add_argument("--loops", default="annotated", help="as solc-verify does it, or inferred")
    parser.add_argument("--only", help="paths with this in them")
    parser.add_argument("--quiet", action="store_true", help="figures only")
    arguments = parser.parse_args()
    arguments.tool = os.path.abspath(arguments.tool) if "/" in arguments.tool else arguments.tool
    os.chdir(arguments.folder)
    figures = collections.Counter()
    seconds = []
    for path in contracts(".", arguments.half):
        if arguments.only and arguments.only not in path:
            continue
        done, took = run(arguments, path)
        seconds.append(took)
        ours, our_places = read_answer(done.stdout)
        for verdict in ours.values():
            figures["ours " + verdict] += 1
        if done.returncode not in (0, 1, 2):
            figures["files that end with %d" % done.returncode] += 1
            print("%s: exit code %d: %s" % (path, done.returncode, done.stderr.strip()[:300]))
        if not os.path.exists(path + ".gold"):
            figures["files without expectation"] += 1
            continue
        with open(path + ".gold", encoding="utf-8") as file:
            theirs, their_places = read_answer(file.read())
        for name, expected in theirs.items():
            got = ours.get(name, "nothing")
            kind = "%s where %s is expected" % (got, expected)
            same = got == expected
            if same and expected == "ERROR" and our_places[name] != their_places[name]:
                same = False
                kind = "other place or message of ERROR"
            figures["lines"] += 1
            figures["as expected" if same else kind] += 1
            if not same and not arguments.quiet:
                reasons = [line for line in done.stdout.split(name + ":")[-1].splitlines()[1:]
                           if line.startswith(" - ")][:1]
                print("%s: %s: %s%s" % (path, name, kind, "".join("\n   " + r for r in reasons)))
    seconds.sort()
    for name in sorted(figures):
        print("%4d %s" % (figures[name], name))
    if seconds:
        print("median %.2f s a file, most %.2f s, all %.0f s"
              % (seconds[len(seconds) // 2], seconds[-1], sum(seconds)))


if __name__ == "__main__":
    sys.exit(main())
