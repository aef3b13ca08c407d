#!/usr/bin/env python3
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs of several files, against their run.

  fuzzprograms.py --bin=build/bin --clang=clang --seeds=1..50 [--values]

A program without inputs is answered as a whole by sooth-project, and runs under clang's
sanitizers. What goes wrong first in the run must not be proved without an "if", and of a
program that runs well nothing may be violated: otherwise exit code 1. In every second
program a function that nobody calls is handed to code that is not shown, so that runs from
main do not decide it, and its functions are looked at one by one. With --values the analysis
of values is asked, too, and statements are arguments of macros, so that all their checks have
one place."""

import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HEADER = ("struct cell {\n  int *at;\n};\nextern int count, tab[4];\n"
          "void on_event(void (*)(void));\n")
KINDS = ["recursive", "index", "copy", "global", "caller", "same", "cell"]


class Program:
    """Files by their names; main.c has main."""

    def __init__(self, seed, macros=False):
        self.macros = macros
        self.random = random.Random(seed)
        self.names = []
        self.bodies = {f: [] for f in ["a.c", "b.c", "c.c"][:self.random.randint(2, 3)]}
        for i in range(self.random.randint(2, 4)):
            body = self.function(f"f{i}", self.random.choice(KINDS))
            self.bodies[self.random.choice(list(self.bodies))].append(body)
            self.names.append(f"f{i}")
        # (It does nothing, as nobody calls it.)
        event = "count = 0;" if seed % 2 else ""
        self.bodies["main.c"] = [f"int count, tab[4];\nstatic void event(void) {{ {event} }}",
                                 self.main()]

    def function(self, name, kind):
        pick, number = self.random.choice, self.random.randint
        if kind == "recursive":
            code = (f"  p[0] = n;\n  if (n > 0 && n < 9)\n    {name}(p{pick(['', ' + 1'])}, "
                    "n - 1);\n")
        elif kind == "index":
            code = (f"  static int a[{number(2, 6)}];\n  a[n] = 1;\n"
                    f"  for (int i = 0; i < {number(1, 4)}; i++)\n    p[i] += a[{number(0, 2)}];\n")
        elif kind == "copy":
            code = f"  for (int i = 0; i < {pick(['n', '3'])}; i++)\n    p[i] = i;\n"
        elif kind == "global":
            code = (f"  count += n;\n  tab[{pick(['count', 'n', 'count & 3'])}] = *p;\n"
                    "  if (count > 2)\n    p[count - 3] = 2;\n")
        elif kind == "same":
            # Right unless p is where count is.
            code = (f"  count = {number(0, 3)};\n  *p = n + {number(0, 3)};\n  tab[count] = 1;\n"
                    f"  if (n > 0 && n < 4)\n    {name}(p, n - 1);\n")
        elif kind == "cell":
            begin = pick(["struct cell c = {p}", "static struct cell c;\n  c.at = p",
                          "struct cell all[2], c;\n  all[1].at = p;\n  c = all[1]"])
            helper = (f"static void in_{name}(struct cell *c, int n) {{\n"
                      f"  count = {number(0, 3)};\n  *c->at = n + {number(0, 3)};\n"
                      f"  tab[count] = 1;\n  if (n > 0 && n < 4)\n    in_{name}(c, n - 1);\n}}\n")
            return (f"{helper}void {name}(int *p, int n) {{\n  {begin};\n"
                    f"  if (p)\n    in_{name}(&c, n);\n}}")
        elif self.names:
            one, other = pick(self.names), pick(self.names)
            code = (f"  int own[{number(1, 4)}] = {{0}};\n  if (n > {number(-1, 2)})\n"
                    f"    {one}(p, n - 1);\n  {other}(own, n);\n  if (p)\n    {one}(p + 1, 1);\n")
        else:
            code = "  *p = n;\n  p[1] = 0;\n"
        return f"void {name}(int *p, int n) {{\n{code}}}"

    def main(self):
        calls = ""
        for i in range(self.random.randint(1, 3)):
            given = self.random.choice([f"x{i}"] * 4 + ["&count", "tab", "0"])
            calls += (f"  int x{i}[{self.random.randint(1, 5)}] = {{0}};\n"
                      f"  {self.random.choice(self.names)}({given}, "
                      f"{self.random.randint(-1, 4)});\n")
        return f"int main(void) {{\n  on_event(event);\n{calls}  return 0;\n}}"

    def write(self, folder):
        """Returns the names of the files."""
        declared = "".join(f"void {name}(int *p, int n);\n" for name in self.names)
        header = HEADER + ("#define DO(...) __VA_ARGS__\n" if self.macros else "")
        for name, bodies in self.bodies.items():
            text = "\n".join(bodies)
            if self.macros:
                text = re.sub(r"^( +)((?! |int|struct|static)[^;{}()]*[\[*][^;{}()]*);$",
                              r"\1DO(\2);", text, flags=re.M)
            (folder / name).write_text(declared + header + text + "\n")
        commands = [{"directory": str(folder), "file": name, "arguments": ["cc", "-c", name]}
                    for name in self.bodies]
        (folder / "compile_commands.json").write_text(json.dumps(commands))
        (folder / "event.c").write_text("void on_event(void (*f)(void)) { (void)f; }\n")
        return list(self.bodies)


def report_of_run(folder, files, clang):
    """What the sanitizers say when the program runs; None if nothing goes wrong."""
    subprocess.run([clang, "-g", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
                    "-o", "program", *files, "event.c"], cwd=folder, check=True)
    run = subprocess.run(["./program"], cwd=folder, capture_output=True, text=True,
                         timeout=60, check=False)
    return None if run.returncode == 0 else run.stderr


def place_in(report):
    place = re.search(r"(\w+\.c):(\d+):\d+: runtime error", report) or \
        re.search(r"#\d+ .*?(\w+\.c):(\d+)", report)
    return (place[1], int(place[2])) if place else ("", 0)


def first_failure(folder, files, clang):
    """The file and line of what goes wrong when the program runs; None if nothing does."""
    report = report_of_run(folder, files, clang)
    return report and place_in(report)


def checks_of(report):
    """How the names of the checks begin that fail, as the sanitizers tell; None if unclear."""
    for said, names in [("READ of", "no read"), ("load of null", "no read"),
                        ("WRITE of", "no write"), ("store to null", "no write")]:
        if said in report:
            return names
    return None


def answer(folder, files, options):
    how = ["--values", "--check=memory,bounds,overflow"] if options.values else \
        ["--check=access,bounds,overflow,call"]
    subprocess.run([os.path.join(options.bin, "sooth-project"), "-j1",
                    *how, f"--timeout={options.timeout}",
                    "--link=program=" + ",".join(files)], cwd=folder, capture_output=True,
                   check=False)
    results = json.loads((folder / "sooth-results" / "results.json").read_text())
    assert results[0].get("program") == "program", results
    return results[0]["report"]


def outcome(check):
    if check["result"] != "Safe":
        return check["result"]
    # That the function is not called is so.
    needs = [n for n in check.get("needs", []) if not n.startswith("functions without a body")]
    return "proved if" if needs else "proved"


def judge(seed, folder, options, counts):
    """Returns what is wrong; None if nothing is."""
    files = Program(seed, macros=options.values).write(folder)
    report = report_of_run(folder, files, options.clang)
    failure = report and place_in(report)
    named = report and checks_of(report)
    said = answer(folder, files, options)
    counts["by values"] += "values" in said.get("linked", {})
    checks = said["assertions"]
    for check in checks:
        counts[outcome(check)] += 1
    counts["failing programs"] += failure is not None
    there = [outcome(c) for c in checks
             if (os.path.basename(c["file"]), c["line"]) == failure and
             (named is None or c["name"].startswith(named))]
    if there and all(what == "proved" for what in there):
        return f"{failure[0]}:{failure[1]} fails and is proved"
    if failure is None and any(outcome(c) == "Unsafe" for c in checks):
        return "nothing fails, and something is violated"
    return None


def options_parser(text, program, timeout):
    """Of a campaign that text describes, with that program and seconds."""
    parser = argparse.ArgumentParser(description=text,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, help=f"the folder with {program}")
    parser.add_argument("--clang", required=True)
    parser.add_argument("--seeds", default="1..50")
    parser.add_argument("--timeout", default=timeout, help="seconds for each")
    return parser


def run(options, judge_seed):
    """Judges each seed in a folder of its own, tells what is wrong, and ends."""
    options.bin = os.path.abspath(options.bin)
    first, last = map(int, options.seeds.split(".."))
    counts = collections.Counter()
    wrong = 0
    for seed in range(first, last + 1):
        with tempfile.TemporaryDirectory(prefix="fuzzprograms-") as name:
            problem = judge_seed(seed, Path(os.path.realpath(name)), options, counts)
        if problem:
            print(f"seed {seed}: {problem}", flush=True)
            wrong += 1
    print(f"{last + 1 - first} programs: " +
          ", ".join(f"{n} {what}" for what, n in sorted(counts.items())) + f", {wrong} wrong")
    sys.exit(wrong > 0)


def main():
    parser = options_parser(__doc__, "sooth-project", "3")
    parser.add_argument("--values", action="store_true", help="asks the analysis of values, too")
    run(parser.parse_args(), judge)


if __name__ == "__main__":
    main()
