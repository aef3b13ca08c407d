#!/usr/bin/env python3
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs of several files that are edited, and what sooth-project keeps of them.

  fuzzedits.py --bin=build/bin --clang=clang --seeds=1..50

A program of fuzzprograms.py is answered as a whole, something is edited, and so on: a number,
an initial value, a test, a constant in the header or among the flags, a contract, a name, the
file that has a function, the files that are linked. What sooth-project answers by what it has
kept must be what it answers in a new folder, with --values for every second program. That
something is unknown in one of the two only may be a matter of time, and is counted. Of what
can be run, the run is compared, too."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import fuzzprograms

CHECKS = "--check=access,bounds,overflow,div,call"
NUMBER = re.compile(r"(?<![\w.])\d(?!\w)")


class Edited(fuzzprograms.Program):
    """Texts of files and a header, the flags, and what is linked."""

    def __init__(self, seed):
        super().__init__(seed)
        self.size, self.flag, self.links = 4, 1, list(self.bodies)
        self.required = {}

    def edit(self):
        pick = self.random.choice
        kind = pick(["number"] * 5 + ["test", "header", "flag", "contract", "name", "move",
                                      "link", "lines"])
        file = pick(list(self.bodies))
        bodies = self.bodies[file]
        # (The first of main.c are the variables that the header declares.)
        first = file == "main.c"
        at = self.random.randrange(first, len(bodies)) if bodies else None
        if kind == "number" and bodies:
            found = list(NUMBER.finditer(bodies[at]))
            if found:
                one = pick(found)
                bodies[at] = (bodies[at][:one.start()] + str(self.random.randint(0, 5)) +
                              bodies[at][one.end():])
        elif kind == "test" and bodies:
            one, other = pick([("if (p)", "if (count >= 0)"), ("if (count >= 0)", "if (p)"),
                               ("n > 0", "n >= 0"), ("n >= 0", "n > 0")])
            bodies[at] = bodies[at].replace(one, other)
        elif kind == "header":
            self.size = self.random.randint(2, 5)
        elif kind == "flag":
            self.flag = self.random.randint(0, 3)
        elif kind == "contract":
            self.required[pick(self.names)] = pick(["n < 3", "n >= 0", "p", "n == 1", ""])
        elif kind == "name":
            old = pick(self.names)
            new = old + "x"
            self.names[self.names.index(old)] = new
            self.required[new] = self.required.pop(old, "")
            for all_bodies in self.bodies.values():
                all_bodies[:] = [re.sub(rf"\b((?:in_)?){old}\b", rf"\g<1>{new}", b)
                                 for b in all_bodies]
        elif kind == "move" and bodies and file != "main.c":
            other = pick([f for f in self.bodies if f != "main.c"])
            self.bodies[other].append(bodies.pop(at))
        elif kind == "link":
            if len(self.links) < len(self.bodies):
                self.links = list(self.bodies)
            else:
                self.links.remove(pick([f for f in self.links if f != "main.c"]))
        elif kind == "lines" and bodies:
            bodies[at] = "/* a line\n   or two */\n" + bodies[at]
        return kind

    def with_contracts(self, body):
        for name, condition in self.required.items():
            if condition:
                body = re.sub(rf"(void {name}\(int \*p, int n\) {{\n)",
                              rf"\1  sooth_requires({condition});\n", body)
        return body

    def write(self, folder):
        declared = "".join(f"void {name}(int *p, int n);\n" for name in self.names)
        (folder / "common.h").write_text(
            f"#define SIZE {self.size}\n" + declared +
            fuzzprograms.HEADER.replace("tab[4]", "tab[SIZE]"))
        for name, bodies in self.bodies.items():
            text = "\n".join(self.with_contracts(b) for b in bodies)
            text = text.replace("int count, tab[4]", "int count = FLAG, tab[SIZE]")
            (folder / name).write_text(
                f"#include <sooth.h>\n#include \"common.h\"\n{text}\n")
        commands = [{"directory": str(folder), "file": name,
                     "arguments": ["cc", f"-DFLAG={self.flag}", "-c", name]}
                    for name in self.bodies]
        (folder / "compile_commands.json").write_text(json.dumps(commands))
        (folder / "event.c").write_text("void on_event(void (*f)(void)) { (void)f; }\n")
        return list(self.links)


def first_failure(program, folder, files, clang):
    """As fuzzprograms has it; '?' if the files make no program, or calls break contracts."""
    if any(program.required.values()) or len(files) < len(program.bodies):
        return "?"
    include = Path(__file__).resolve().parents[2] / "runtime"
    try:
        return fuzzprograms.first_failure(folder, [f"-DFLAG={program.flag}", "-w",
                                                   f"-I{include}", *files], clang)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        return "?"


def answers(folder, files, options, values, results):
    """The checks; what goes wrong if there are none."""
    command = [os.path.join(options.bin, "sooth-project"), "-j1", CHECKS, "-o", results,
               f"--timeout={options.timeout}", "--link=program=" + ",".join(files)]
    if values:
        command.append("--values")
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1, 2, 5):
        return run.stderr[-300:]
    units = json.loads((folder / results / "results.json").read_text())
    unit = next((u for u in units if u.get("program") == "program"), {})
    if not unit.get("report"):
        return json.dumps(unit or units)[:300]
    return unit["report"]["assertions"]


def by_place(checks):
    found = {}
    for c in checks:
        key = (os.path.basename(c["file"]), c["line"], c.get("column"), c["check"], c["message"])
        needs = json.dumps(c.get("needs", []), sort_keys=True)
        found.setdefault(key, set()).add((c["result"], needs))
    return found


def judge(seed, folder, options, counts):
    program = Edited(seed)
    values = seed % 2 == 0
    for turn in range(options.edits + 1):
        files = program.write(folder)
        kept = answers(folder, files, options, values, "kept")
        new = answers(folder, files, options, values, "new")
        shutil.rmtree(folder / "new", ignore_errors=True)
        if isinstance(kept, str) or isinstance(new, str):
            counts["no answer"] += 1
            if isinstance(kept, str) != isinstance(new, str):
                return f"turn {turn}: one of the two fails: {kept} {new}"[:600]
            program.edit()
            continue
        one, two = by_place(kept), by_place(new)
        for key in one.keys() | two.keys():
            counts["checks"] += 1
            if one.get(key) == two.get(key):
                continue
            results = {r.lower() for at in (one, two) for r, _ in at.get(key, [("none", "")])}
            if "unknown" in results:
                counts["open in one"] += 1
            elif results == {"safe"}:
                counts["other needs"] += 1
            else:
                return f"turn {turn}, {key}: {one.get(key)} kept, {two.get(key)} new"
        failure = first_failure(program, folder, files, options.clang)
        if failure != "?":
            counts["runs"] += 1
            for what in (kept, new):
                there = [fuzzprograms.outcome(c) for c in what
                         if (os.path.basename(c["file"]), c["line"]) == failure]
                if there and all(o == "proved" for o in there):
                    return f"turn {turn}: {failure[0]}:{failure[1]} fails and is proved"
                if failure is None and any(c["result"] == "Unsafe" for c in what):
                    return f"turn {turn}: nothing fails, and something is violated"
        program.edit()
    return None


if __name__ == "__main__":
    parser = fuzzprograms.options_parser(__doc__, "sooth-project", "3")
    parser.add_argument("--edits", type=int, default=5)
    fuzzprograms.run(parser.parse_args(), judge)
