#!/usr/bin/env python3
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the value analysis says of random programs, against their runs.

  fuzzvalues.py --bin=build/bin --clang=clang-19 --seeds=1..50

Programs of several files without inputs (those of fuzzprograms.py) run under clang's
sanitizers: what goes wrong first must not hold. Of programs with inputs (those of fuzzc.py)
all runs are looked at, and in half of them one assertion is chosen so that it fails: it must
not hold. Of those of fuzzobjects.py, no value that a run has may be ruled out. Of those of
fuzzscopes.py, what uses an object that has ended must not hold. Exit code 1 if something is
wrong."""

import collections
import os
import random
import re
import subprocess

import fuzzc
import fuzzobjects
import fuzzprograms
import randomscopes


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
        # (Where calls were joined, there is no column.)
        file, number = re.fullmatch(r"(.*?):(\d+)(?::\d+)?", place).groups()
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


def values_seen(seed, folder, options):
    """What each probe has seen when the program runs."""
    (folder / "elsewhere.c").write_text(fuzzobjects.ELSEWHERE % seed)
    subprocess.run([options.clang, "-w", "-DRECORD", "-o", "program", "program.c", "elsewhere.c"],
                   cwd=folder, check=True)
    run = subprocess.run(["./program"], cwd=folder, capture_output=True, text=True, timeout=60,
                         check=True)
    seen = collections.defaultdict(set)
    for line in run.stdout.splitlines():
        number, value = map(int, line.split())
        seen[number].add(value)
    return seen


def of_objects(seed, folder, options, counts):
    program = fuzzobjects.Program(seed)
    (folder / "program.c").write_text(program.text)
    seen = values_seen(seed, folder, options)
    chosen = {k: random.Random(seed).choice(sorted(seen[k])) if k in seen else 0
              for k in range(program.probes)}
    text = "".join(f"#define SEEN_{k} {v}LL\n" for k, v in chosen.items()) + program.text
    (folder / "program.c").write_text(text)
    said = values(options, folder, ["program.c"], "memory,div")
    if said is None:
        counts["given up"] += 1
        return None
    for number, line in enumerate(text.splitlines(), 1):
        probe = re.match(r" *(PROBE|UNSET)\((\d+),", line)
        if not probe or int(probe[2]) not in seen or \
                (probe[1] == "UNSET" and 0 not in seen[int(probe[2])]):
            continue
        counts[probe[1]] += 1
        check = "div" if probe[1] == "PROBE" else "uninitialized"
        there = [what for c, what in said["program.c", number] if c == check]
        if there and all(what == "holds" for what in there):
            return f"{line.strip()} was not told, with {chosen[int(probe[2])]}"
    return None


def of_scopes(seed, folder, options, counts):
    program = randomscopes.Program(seed)
    truth = program.truth()
    if truth is None:
        counts["skipped"] += 1
        return None
    (folder / "program.c").write_text(program.text)
    said = values(options, folder, ["program.c"], "access")
    lines = {at for at in truth.values() if at} or {0}
    problems = [judge(said, ("program.c", at) if at else None, counts) for at in sorted(lines)]
    return next(filter(None, problems), None)


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
    parser.add_argument("--mode", default="files",
                        choices=["files", "objects", "scopes", *fuzzc.MODES])
    options = parser.parse_args()
    of_mode = {"files": of_files, "objects": of_objects, "scopes": of_scopes}
    fuzzprograms.run(options, of_mode.get(options.mode, of_assertions))


if __name__ == "__main__":
    main()
