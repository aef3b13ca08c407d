#!/usr/bin/env python3
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the value analysis says of random programs, against their runs.

  fuzzvalues.py --bin=build/bin --clang=clang-19 --seeds=1..50

Programs of several files without inputs (those of fuzzprograms.py) run under clang's
sanitizers: what goes wrong first must not hold. Of programs with inputs (those of fuzzc.py)
all runs are looked at, and in half of them one assertion is chosen so that it fails: it must
not hold. Exit code 1 if it does."""

import collections
import os
import random
import subprocess

import fuzzc
import fuzzprograms



def values(options, folder, files, checks):
    """What is said of the checks, by file and line; None if nothing is."""
    done = subprocess.run([os.path.join(options.bin, "sooth"), "--emit=values", "--check=" + checks,
                           f"--timeout={options.timeout}", *files],
                          cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 2):
        raise RuntimeError(f"exit code {done.returncode}: {done.stderr}")
    if done.returncode == 2:
        return None
    said = collections.defaultdict(list)
    for line in done.stdout.splitlines():
        place, check, what = line.split(": ", 2)
        file, number, _ = place.rsplit(":", 2)
        said[os.path.basename(file), int(number)].append((check, what))
    return said


def of_files(seed, folder, options, counts):
    """Returns what is wrong; None if nothing is."""
    files = fuzzprograms.Program(seed).write(folder)
    failure = fuzzprograms.first_failure(folder, files, options.clang)
    said = values(options, folder, files, "memory,bounds,overflow,div,shift")
    return judge(said, failure, counts)


def of_assertions(seed, folder, options, counts):
    source = fuzzc.MODES[options.mode]
    program = source.Program(seed)
    truth = fuzzc.Enumerator(options.clang, str(folder), [])
    try:
        _, found = truth.run(program, source.PROLOGUE,
                             "#define CHECKPOINT(k, e) probe(k, (long long)(e))\n")
    except fuzzc.Skipped:
        counts["skipped"] += 1
        return None
    conditions = fuzzc.choose_assertions(random.Random(seed), program, found)
    text = source.PROLOGUE + fuzzc.define_checkpoints(conditions) + program.text
    (folder / "program.c").write_text(text)
    failing = [k for k, c in enumerate(conditions)
               if not all(c.holds(v) for v in found[k])]
    failure = None
    if failing:
        lines = [n for n, line in enumerate(text.splitlines(), 1)
                 if f"CHECKPOINT({failing[0]}," in line]
        if len(lines) != 1:
            counts["skipped"] += 1
            return None
        failure = ("program.c", lines[0])
    said = values(options, folder, ["program.c"], "memory")
    return judge(said, failure, counts, only="assert")


def judge(said, failure, counts, only=None):
    if said is None:
        counts["given up"] += 1
        return None
    # What follows is said of runs that do not.
    if any(what == "may leave an array" for checks in said.values() for _, what in checks):
        counts["may leave arrays"] += 1
        return None
    for checks in said.values():
        for _, what in checks:
            counts[what] += 1
    counts["failing programs"] += failure is not None
    there = [c for c in said.get(failure, []) if only in (None, c[0])]
    if there and all(what == "holds" for _, what in there):
        return f"{failure[0]}:{failure[1]} fails, and holds"
    return None


def main():
    parser = fuzzprograms.options_parser(__doc__, "sooth", "10")
    parser.add_argument("--mode", default="files", choices=["files", *fuzzc.MODES])
    options = parser.parse_args()
    fuzzprograms.run(options, of_files if options.mode == "files" else of_assertions)


if __name__ == "__main__":
    main()
