#!/usr/bin/env python3
# ===- fuzzscopes.py - When objects end, in random C programs --------------===#
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Asks whether the programs of randomscopes.py use what has ended, and compares
the answers with what an interpreter says. With --native the address sanitizer
is asked, too: what it finds has to be what the interpreter found.

  fuzzscopes.py --tool=build/bin/sooth --seeds=1..100"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

import randomscopes


def ask(sooth, path, timeout, options):
    out = subprocess.run(
        [sooth, "--check=access", f"--timeout={timeout}", *options, path],
        capture_output=True, text=True, timeout=20 * timeout).stdout
    first = out.split("\n")[0]
    line = re.search(re.escape(path) + r":(\d+):", out)
    return first, int(line.group(1)) if line else 0


def sanitized(clang, path, folder):
    """By input, the line that the address sanitizer complains of; 0 if of none.
    It does not know of all that has ended."""
    program = os.path.join(folder, "native")
    inputs = os.path.join(folder, "inputs.c")
    with open(inputs, "w") as f:
        f.write("#include <stdlib.h>\nunsigned char __VERIFIER_nondet_uchar(void) "
                "{ return (unsigned char)atoi(getenv(\"IN\")); }\n")
    subprocess.run([clang, "-O0", "-g", "-w", "-fsanitize=address", "-o", program,
                    path, inputs], check=True)
    found = {}
    for value in range(4):
        run = subprocess.run(
            [program], capture_output=True, text=True, timeout=60,
            env=dict(os.environ, IN=str(value),
                     ASAN_OPTIONS="detect_stack_use_after_return=1:detect_leaks=0"))
        line = re.search(re.escape(os.path.basename(path)) + r":(\d+)", run.stderr)
        found[value] = int(line.group(1)) if line else 0
    return found


def wrong(program, truth, answer, line):
    lines = {at for at in truth.values() if at}
    if answer == "Safe":
        return f"Safe, but what has ended is used on {sorted(lines)}" if lines else ""
    if answer == "Unsafe":
        return "" if line in lines else f"Unsafe on line {line}, not one of {sorted(lines)}"
    return "" if answer.startswith("Unknown") else f"no answer: {answer}"


def contradicts(truth, found):
    """The sanitizer may find less, and so go on to find something later."""
    return any(found[v] and not truth[v] for v in truth)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", default="build/bin/sooth")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--seeds", default="1..50")
    parser.add_argument("--timeout", type=int, default=20)
    parser.add_argument("--native", action="store_true")
    parser.add_argument("--keep", help="a folder for programs with wrong answers")
    parser.add_argument("options", nargs="*")
    args = parser.parse_args()
    first, last = (args.seeds.split("..") * 2)[:2]
    counts = {"Safe": 0, "Unsafe": 0, "Unknown": 0}
    bad = skipped = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(int(first), int(last) + 1):
            program = randomscopes.Program(seed)
            truth = program.truth()
            if truth is None:
                skipped += 1
                continue
            path = os.path.join(folder, f"scopes{seed}.c")
            with open(path, "w") as f:
                f.write(program.text)
            if args.native:
                found = sanitized(args.clang, path, folder)
                if contradicts(truth, found):
                    print(f"seed {seed}: the sanitizer says {found}, not {truth}")
                    bad += 1
            answer, line = ask(args.tool, path, args.timeout, args.options)
            kind = answer.split(":")[0]
            counts[kind] = counts.get(kind, 0) + 1
            if kind == "Unknown":
                print(f"seed {seed}: {answer}")
            problem = wrong(program, truth, answer if kind == "Unknown" else kind, line)
            if problem:
                print(f"seed {seed}: {problem}")
                bad += 1
                if args.keep:
                    with open(os.path.join(args.keep, f"scopes{seed}.c"), "w") as f:
                        f.write(program.text)
    print(f"{sum(counts.values())} programs: " +
          ", ".join(f"{n} {k}" for k, n in counts.items()) +
          f"; {skipped} skipped, {bad} wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
