#!/usr/bin/env python3
# ===- rewrite.py - Faults in a copy of the sources ------------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Rewrites the sources of a copy of this tree, in place, so that one build has
all faults: each mutated expression is a choice that the environment makes when
the program runs (Mutant.h). Writes TREE/mutants.tsv, a line for each fault:
number, part, file, line, column, kind, text, function. The copy needs a configured build
folder, whose compile_commands.json says how sources are compiled."""

import argparse
import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

# What a part of the project is, for the table, and where its sources are.
PARTS = {
    "engines": ["lib/Engine/*/*.cpp", "lib/Domain/*.cpp"],
    "transforms": ["lib/Transform/*/*.cpp"],
    "solver layer": ["lib/Solver/*.cpp"],
    "expressions": ["lib/Expr/*.cpp"],
    "Check": ["lib/Check/*.cpp"],
    "passes": ["lib/Frontend/LLVM/Passes/*.cpp"],
    "memory": ["lib/Frontend/LLVM/Memory/*.cpp"],
    "encoder": ["lib/Frontend/LLVM/Encode/*.cpp",
                "lib/Frontend/LLVM/CLibrary/*.cpp"],
    "library models": ["runtime/libc/*.c"],
}
# These have pictures, texts and names.
LEFT_OUT = ("EngineInfo.cpp", "Options.cpp", "ArgPicture.cpp", "SmtPrinter.cpp",
            "PrintRegions.cpp", "libc.c")
NUMBERS_OF_A_FILE = 4096


def sources(tree, parts):
    """Pairs of a part and a source, in an order that does not change."""
    for part in parts:
        for pattern in PARTS[part]:
            for path in sorted(glob.glob(os.path.join(tree, pattern))):
                if os.path.basename(path) not in LEFT_OUT:
                    yield part, path


def before(path):
    """The sources that libc.c includes before this one."""
    folder = os.path.dirname(path)
    with open(os.path.join(folder, "libc.c")) as f:
        names = re.findall(r'^#include "(.*\.c)"$', f.read(), re.MULTILINE)
    return [os.path.join(folder, name)
            for name in names[:names.index(os.path.basename(path))]]


def rewrite(tool, build, header, path, first):
    """The rewritten text and the lines of the list, or why there is none."""
    with tempfile.NamedTemporaryFile("r") as found:
        command = [tool, f"--first={first}", f"--header={header}",
                   f"--list={found.name}", path]
        if path.endswith(".c"):
            folder = os.path.dirname(path)
            command += ["--", "-std=c17", "-ffreestanding", "-w", "-nostdlibinc",
                        "-Wno-implicit-function-declaration",
                        "-include", os.path.join(folder, "libc.h"),
                        *(word for other in before(path)
                          for word in ("-include", other))]
        else:
            command += ["-p", build]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            return None, done.stderr
        return done.stdout, [line.rstrip("\n").split("\t") for line in found]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree", help="the copy")
    parser.add_argument("--build", help="its build folder (default: TREE/build)")
    parser.add_argument("--tool", default=os.path.join(ROOT, "build/bin/sooth-mutate"))
    parser.add_argument("--part", action="append", choices=PARTS,
                        help="only this part; may be given again")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    tree = os.path.abspath(options.tree)
    build = options.build or os.path.join(tree, "build")
    if os.path.exists(os.path.join(tree, ".git")):
        sys.exit("rewrite.py: error: a tree with a .git is no copy to be rewritten")
    header = os.path.join(tree, "test/mutation/Mutant.h")
    todo = list(sources(tree, options.part or PARTS))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool, \
            open(os.path.join(tree, "mutants.tsv"), "w") as table:
        results = pool.map(
            lambda item: rewrite(options.tool, build, header, item[1][1],
                                 (item[0] + 1) * NUMBERS_OF_A_FILE),
            enumerate(todo))
        for (part, path), (text, faults) in zip(todo, results):
            name = os.path.relpath(path, tree)
            if text is None:
                print(f"{name}: not rewritten: {faults[:400]}", file=sys.stderr)
                continue
            assert len(faults) < NUMBERS_OF_A_FILE, name
            if not faults:
                continue
            with open(path, "w") as f:
                f.write(text)
            for number, *rest in faults:
                print(number, part, name, *rest, sep="\t", file=table)


if __name__ == "__main__":
    main()
