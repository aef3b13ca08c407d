#!/usr/bin/env python3
# ===- run.py - Readers under libFuzzer ------------------------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Gives each reader so many texts, made by libFuzzer of the seeds in the tree
and of those that were found to be new; these are kept in WORK/READER, and what
makes a reader crash, hang or be too large as WORK/READER-crash-… and so on.
Writes a line for each reader to WORK/log. Exit code 1 if one failed.

With --total, readers take turns until each has had so many texts, those of
earlier runs that WORK/log has included: what is stopped goes on later. In seven of
eight turns texts are short and read up to four times as fast, also as the address
sanitizer then keeps no stacks for its reports and does not look for uses of a frame
that is gone."""

import argparse
import glob
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
READERS = sorted(os.listdir(os.path.join(HERE, "seeds")))
# Seeds that the tree has anyway.
MORE = {"system": "bench/systems/*.system", "st": "bench/controllers/*.st",
        "vmt": "Model/Inputs/*.vmt", "pnml": "Petri/Inputs/*.pnml",
        "contest": "Petri/Inputs/*.xml"}
# (With less to remember, texts are read three times as fast.)
ASAN = "detect_leaks=1:allocator_may_return_null=1:"
LONG = (4096, ASAN + "quarantine_size_mb=16:malloc_context_size=4")
SHORT = (400, ASAN + "quarantine_size_mb=1:malloc_context_size=0:"
                     "detect_stack_use_after_return=0")


def seeds_of(reader):
    return [*glob.glob(os.path.join(HERE, "seeds", reader, "*")),
            *glob.glob(os.path.join(TESTS, MORE.get(reader, "no such")))]


def words_of(paths):
    """What looks like a word in the seeds, for libFuzzer's dictionary."""
    words = set()
    for path in paths:
        with open(path, encoding="latin-1") as f:
            words |= set(re.findall(r"[:#.]?[A-Za-z_][-\w.]+|[^\w\s]{1,3}", f.read()))
    quoted = ("".join(c if c.isascii() and c.isalnum() else f"\\x{ord(c):02x}" for c in w)
              for w in sorted(words))
    return [f'"{q}"\n' for q in quoted]


def executions(options):
    """How many there were of each reader, and in how many runs."""
    done = {reader: [0, 0] for reader in READERS}
    path = os.path.join(options.work, "log")
    if os.path.exists(path):
        with open(path) as f:
            for reader, texts in re.findall(r"^([-\w]+): .*?(\d+) executions",
                                            f.read(), re.MULTILINE):
                if reader in done:
                    done[reader][0] += int(texts)
                    done[reader][1] += 1
    return done


def run(reader, options, kind=LONG):
    """Whether nothing was wrong."""
    length, asan = kind
    kept = os.path.join(options.work, reader)
    os.makedirs(kept, exist_ok=True)
    seeds = seeds_of(reader)
    for path in seeds:
        with open(path, "rb") as source, \
                open(os.path.join(kept, "seed-" + os.path.basename(path)), "wb") as f:
            f.write(source.read())
    dictionary = os.path.join(options.work, reader + ".dict")
    with open(dictionary, "w") as f:
        f.writelines(words_of(seeds))
    said = os.path.join(options.work, reader + ".txt")
    start = time.monotonic()
    with open(said, "w") as out:
        done = subprocess.run(
            [os.path.join(options.build, "bin", "fuzz-readers"), f"--reader={reader}",
             f"-runs={options.runs}", f"-seed={options.seed}",
             f"-max_total_time={options.seconds}", f"-timeout={options.timeout}",
             "-rss_limit_mb=3000", f"-max_len={length}", f"-dict={dictionary}",
             f"-artifact_prefix={options.work}/{reader}-",
             "-print_final_stats=1", kept],
            stdout=out, stderr=subprocess.STDOUT,
            env={**os.environ, "ASAN_OPTIONS": asan,
                 "UBSAN_OPTIONS": "print_stacktrace=1"})
    with open(said, errors="replace") as f:
        text = f.read()
    found = re.findall(r"stat::number_of_executed_units: (\d+)", text)
    coverage = re.findall(r"cov: (\d+)", text)
    line = (f"{reader}: seed {options.seed}, {found[-1] if found else '?'} executions, "
            f"{coverage[-1] if coverage else '?'} places reached, "
            f"{time.monotonic() - start:.0f} s: "
            f"{'nothing' if done.returncode == 0 else 'FAILED, see ' + said}")
    print(line, flush=True)
    with open(os.path.join(options.work, "log"), "a") as f:
        print(line, file=f)
    return done.returncode == 0


def run_in_turns(readers, options):
    """Until each has had as many texts as were asked for, or has failed."""
    seed = options.seed
    failed = set()
    while True:
        done = executions(options)
        due = [r for r in readers
               if r not in failed and done[r][0] < options.total]
        if not due:
            return not failed
        for reader in due:
            texts, runs = done[reader]
            options.seed = seed + runs
            options.runs = options.total - texts
            if not run(reader, options, LONG if options.seed % 8 == 0 else SHORT):
                failed.add(reader)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("readers", nargs="*", metavar="READER",
                        help="these instead of all: " + " ".join(READERS))
    parser.add_argument("--total", type=int,
                        help="in turns, of --seconds (60) each, until there were so many")
    parser.add_argument("--build", default="build-fuzz")
    parser.add_argument("--work", default="build-fuzz/texts")
    parser.add_argument("--runs", type=int, default=100000)
    parser.add_argument("--seconds", type=int, default=0, help="for each reader at most")
    parser.add_argument("--timeout", type=int, default=10, help="seconds for each text")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for reader in options.readers:
        if reader not in READERS:
            parser.error(f"no reader is called '{reader}'")
    os.makedirs(options.work, exist_ok=True)
    readers = options.readers or READERS
    if options.total:
        options.seconds = options.seconds or 60
        return 0 if run_in_turns(readers, options) else 1
    good = [run(r, options) for r in readers]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
