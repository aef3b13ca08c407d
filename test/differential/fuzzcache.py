#!/usr/bin/env python3
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs that change, verified with a cache and without one.

  fuzzcache.py --tool=sooth --seeds=1..50

Each program has functions that call each other, through pointers as well, read and
write variables, and are given pointers. It is verified, one place in it is changed,
and so on; each time the answers that the cache gives must be those that are found
without it: those of this user, and what is made of evidence alone by somebody else.
That something is unknown with the cache, but is not without it, or the other way
round, may be a matter of time, and is counted. A difference is exit code 1.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

CHECKS = "--check=memory,overflow,div"
VARIABLES = ("limit", "step", "divisor")


class Program:
    """Lines of functions with places that can be changed."""

    def __init__(self, rng):
        self.rng = rng
        self.count = rng.randint(3, 5)
        self.places = [str(rng.randint(0, 5)) for _ in range(3)]
        self.bodies = [self.body(n) for n in range(self.count)]

    def place(self, choices):
        """A place that a change may give another of CHOICES, which are as long."""
        self.places.append(self.rng.choice(choices))
        return len(self.places) - 1, choices

    def body(self, n):
        rng = self.rng
        kind = rng.choice(["recursive", "static", "open", "writer", "pointer"])
        digit = self.place([str(d) for d in range(6)])
        variable = self.place([f"{v:7}" for v in VARIABLES])
        operator = self.place(["+", "-", "*"])
        callee = self.place([f"f{m}" for m in range(n)] or ["id"])
        return kind, digit, variable, operator, callee

    def change(self):
        """One place gets another value; nothing is moved by that."""
        n = self.rng.randrange(self.count)
        at, choices = self.rng.choice(self.bodies[n][1:])
        self.places[at] = self.rng.choice(choices)
        if self.rng.random() < 0.3:
            self.places[self.rng.randrange(3)] = str(self.rng.randint(0, 5))

    def function(self, n):
        kind, *rest = self.bodies[n]
        digit, variable, operator, callee = (self.places[at] for at, _ in rest)
        called = f"{callee}(a, n / 2)"
        if kind == "recursive":
            return (
                f"static int f{n}(const int *a, int n) {{\n"
                f"  if (n > {digit}) return f{n}(a, n / 2);\n"
                f"  return a[{digit}] / 2 {operator} {variable};\n}}"
            )
        if kind == "static":
            return (
                f"static int f{n}(const int *a, int n) {{\n"
                f"  if (n < 0 || n > {digit}) return 0;\n"
                f"  return a[n] % 100 {operator} 4;\n}}"
            )
        if kind == "open":
            return (
                f"int f{n}(const int *a, int n) {{\n"
                f"  int own[4] = {{1, 2, 3, 4}};\n"
                f"  a = n & 1 ? own : a;\n"
                f"  return {called} / ({variable} + 1) + own[{digit}];\n}}"
            )
        if kind == "writer":
            return (
                f"int f{n}(const int *a, int n) {{\n"
                f"  {variable} = {digit};\n"
                f"  return n > 9 ? 9 {operator} 4 : {called} & 7;\n}}"
            )
        return (
            f"int f{n}(const int *a, int n) {{\n"
            f"  int (*f)(const int *, int) = {callee};\n"
            f"  if (n > 0) f = id;\n"
            f"  return 10 / {variable} + (f(a, {digit}) & 3);\n}}"
        )

    def text(self):
        lines = [
            f"static int {name} = {self.places[i]};"
            for i, name in enumerate(VARIABLES)
        ]
        lines.append("static int id(const int *a, int n) { return a ? n : 0; }")
        lines += [self.function(n) for n in range(self.count)]
        return "\n".join(lines) + "\n"


def answers(tool, folder, who, options):
    """Of each check, and the figures."""
    environment = dict(os.environ, XDG_STATE_HOME=str(folder / who))
    command = [tool, CHECKS, "--json", "--stats", *options, "program.c"]
    run = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode not in (0, 1, 2, 5):
        sys.exit(f"{' '.join(command)}: exit code {run.returncode}\n{run.stderr}")
    report = json.loads(run.stdout)
    found = {}
    for check in report["assertions"]:
        key = tuple(check[name] for name in ("line", "column", "check", "message"))
        needs = json.dumps(check.get("needs", []), sort_keys=True)
        found[key] = (check["result"], needs)
    return found, report.get("statistics", {})


def compare(fresh, other):
    """Real differences, and those that may be a matter of time."""
    differences, timing = [], 0
    for key in fresh.keys() | other.keys():
        one, two = fresh.get(key), other.get(key)
        if one == two:
            continue
        results = {answer[0].lower() if answer else None for answer in (one, two)}
        if "unknown" in results and None not in results:
            timing += 1
        else:
            differences.append(f"{key}: {one} without the cache, {two} with it")
    return differences, timing


def campaign(seed, arguments):
    rng = random.Random(seed)
    program = Program(rng)
    totals = {"checks": 0, "hits": 0, "misses": 0, "evidence": 0, "timing": 0}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for turn in range(arguments.changes + 1):
            (folder / "program.c").write_text(program.text())
            fresh, _ = answers(arguments.tool, folder, "nobody", [])
            totals["checks"] += len(fresh)
            for who in ("owner", f"other{turn}"):
                found, figures = answers(
                    arguments.tool, folder, who, ["--cache=cache"]
                )
                differences, timing = compare(fresh, found)
                if differences:
                    print(f"seed {seed}, {who}:\n{program.text()}")
                    print("\n".join(differences))
                    return None
                totals["timing"] += timing
                totals["hits"] += int(figures.get("cache.hits", 0))
                totals["misses"] += int(figures.get("cache.misses", 0))
                totals["evidence"] += int(figures.get("cache.evidence.hits", 0))
            program.change()
    return totals


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default="sooth")
    parser.add_argument("--seeds", default="1..10")
    parser.add_argument("--changes", type=int, default=3)
    arguments = parser.parse_args()
    first, last = (int(n) for n in arguments.seeds.split(".."))
    sums = {}
    for seed in range(first, last + 1):
        totals = campaign(seed, arguments)
        if totals is None:
            return 1
        for name, number in totals.items():
            sums[name] = sums.get(name, 0) + number
    print(
        f"{last - first + 1} programs: the same answers with the cache; "
        + ", ".join(f"{name} {number}" for name, number in sums.items())
    )
    return 0 if sums["hits"] and sums["misses"] else 1


if __name__ == "__main__":
    sys.exit(main())
