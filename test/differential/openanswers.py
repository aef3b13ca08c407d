# ===- openanswers.py - What is said of functions --------------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""What the verifier says of a file of randomopen.py."""

import json
import re
import subprocess


def verify(tool, path, timeout, *arguments):
    return subprocess.run(
        [tool, "--entry=f", f"--timeout={timeout}", *arguments, str(path)],
        capture_output=True, text=True, check=False)


def answer(tool, path, timeout, environment):
    arguments = [f"--environment={environment}"]
    if environment == "strings":
        arguments.append("--check=access")
    out = verify(tool, path, timeout, *arguments)
    return out.stdout.split("\n")[0].split(":")[0] or "error: " + out.stderr


def answers(options, path, program):
    """For each CHECK what is said of it."""
    calls = "summarized" if options.mode == "calls" else "followed"
    more = ["--check=memory", "--all"] if options.mode == "around" else []
    out = verify(options.tool, path, options.timeout, "--environment=valid",
                 f"--calls={calls}", "--json", *more)
    lines = program.split("\n")
    said = {}
    for a in json.loads(out.stdout)["assertions"]:
        number = re.search(r"CHECK\((\d+)", lines[a["line"] - 1])
        if "reach_error" in a["message"]:
            said[int(number[1])] = a["result"]
    return said


def ordered_answers(options, path):
    """By line what is said of all checks in it; and the bytes that are needed, as terms
    over n: pairs of an argument and a term."""
    out = verify(options.tool, path, options.timeout, "--check=access", "--json")
    said, sizes = {}, set()
    report = json.loads(out.stdout)
    for a in report["assertions"]:
        # What only says again what the check asks is not looked at.
        result = "Unknown" if needs_itself(report, a) else a["result"]
        said.setdefault(a["line"], set()).add(result)
        for need in preconditions(report, a):
            size = need.get("bytes", 0)
            if need["kind"] in ("memory", "counted"):
                many = "n * " if need["kind"] == "counted" else ""
                sizes.add((need["argument"]["name"], f"{many}{size}"))
    return said, sizes


def preconditions(report, told):
    """What a check or function of a report needs, as data."""
    return [report["preconditions"][n] for n in told.get("preconditions", [])]


def needs_itself(report, told):
    """Whether a check needs what it, or an access before it, asks (--mode=given)."""
    return any(need["kind"] in ("valid", "inRange", "extent")
               for need in preconditions(report, told))


class NeedsAnswer:
    """What is said of a program's functions and checks, by lines."""

    def __init__(self, options, path):
        out = subprocess.run(
            [options.tool, "--check=access,call", f"--timeout={options.timeout}",
             "--json", str(path)], capture_output=True, text=True, check=False)
        report = json.loads(out.stdout)
        self.report = report
        self.functions = {f["name"]: f for f in report.get("functions", [])}
        self.checks = {}
        for a in report["assertions"]:
            self.checks.setdefault(a.get("line"), []).append(a)

    def entries(self, program):
        """What others may call with what it needs."""
        return [n for n, f in self.functions.items()
                if "notVerified" not in f
                and f"static unsigned {n}(" not in program]

    def arguments(self, name):
        """The call of an entry with what it needs and nothing more."""
        size, null = {"p": 0, "a": 0}, {"p": True, "a": True}
        more = {"p": "", "a": ""}
        for need in preconditions(self.report, self.functions[name]):
            argument = need.get("argument", {}).get("name")
            if need["kind"] == "memory":
                size[argument] = max(size[argument], need.get("bytes", 0))
                null[argument] &= need.get("mayBeNull", False)
            elif need["kind"] == "counted":
                more[argument] = f" + n * {need['bytes']}"
        p, a = (f"memory({size[x]}{more[x]}, {int(null[x])})" for x in "pa")
        return f"unsigned n = any(6); {name}({p}, {a}, n);"

    def holds(self, line, kind):
        """Whether all that is checked there is said to hold, for all that the
        function needs of its own callers."""
        around = [f for f in self.functions.values() if f["line"] <= line]
        function = max(around, key=lambda f: f["line"])
        if kind == "call" and ("notVerified" in function or any(
                need["kind"] == "calls" and need["needy"]
                for need in preconditions(self.report, function))):
            return False
        checks = [c for c in self.checks.get(line, [])
                  if (c["check"] == "call") == (kind == "call")]
        # Where time was up before calls were asked about, they have no checks.
        if kind == "call" and not checks and function.get("unknown"):
            return False
        # Not every access that C does not allow ends a run.
        return all(c["result"] == "Safe" and not needs_itself(self.report, c)
                   and not any(
            need["kind"] == "accesses" or
            (need["kind"] == "calls" and need["needy"])
            for need in preconditions(self.report, c)) for c in checks)

    def proved(self, line):
        checks = [c for c in self.checks.get(line, []) if c["check"] != "call"]
        return checks and all(c["result"] == "Safe" and not c.get("needs")
                              for c in checks)

    def allows(self, frames):
        """Whether a run may end in these calls, the innermost first, though the
        last of them was given what it needs."""
        if self.proved(frames[0]):
            return False
        return not (self.holds(frames[0], "access") and
                    all(self.holds(line, "call") for line in frames[1:]))
