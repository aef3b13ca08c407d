#!/usr/bin/env python3
# ===- selfcheck.py - Programs against their models ------------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Runs of C programs against runs of their models (sooth --self-check), over
the corpus, random programs, and those of csmith where it is installed:

    selfcheck.py --tool=build/bin/sooth --corpus
    selfcheck.py --tool=build/bin/sooth --random=memory --seeds=1..500
    selfcheck.py --tool=build/bin/sooth --csmith --seeds=1..200

A difference is printed with how to see it again, and makes exit code 1. The
last lines say how many programs were run, and why runs were cut."""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path += [os.path.join(ROOT, "test", "corpus"),
             os.path.join(ROOT, "test", "bench")]

import corpus  # noqa: E402
import csmith_tasks  # noqa: E402
import fuzzc  # noqa: E402

AGREE = re.compile(r"self-check: (\d+) runs agree with the model up to their "
                   r"end(?:, (\d+) as far as they were compared \((.*)\))?; "
                   r"(\d+) assignments")

# Fails now and then, so that what is compared is much of a run and its end; each
# bit has a part in it.
CHECKPOINTS = """void reach_error(void);
#define CHECKPOINT(k, e) \\
  if ((unsigned long long)(long long)(e) * 0x9E3779B97F4A7C15u >> 59 == \\
      ((k) * 7 & 31)) \\
    reach_error();
"""


class Task:
    """A program: a file, or a text for one."""

    def __init__(self, name, flags, path=None, text=None):
        self.name, self.flags, self.path, self.text = name, flags, path, text


def corpus_tasks(_):
    for task in corpus.find_tasks([os.path.join(ROOT, "test", "corpus")]):
        yield Task(corpus.title(task), task.flags, path=task.path)


def random_tasks(options):
    for seed in options.seeds:
        source = fuzzc.MODES[options.random]
        yield Task(f"{options.random}, seed {seed}", [],
                   text=source.PROLOGUE + CHECKPOINTS +
                   source.Program(seed).text)


def csmith_programs(options):
    sizes = list(csmith_tasks.SIZES)
    with tempfile.TemporaryDirectory() as work:
        for seed in options.seeds:
            size = sizes[seed % len(sizes)]
            text = csmith_tasks.program(size, seed, work)
            if text:
                # What is printed is what is compared: it is an assignment.
                text = csmith_tasks.END.sub(
                    "{ unsigned sum = crc32_context ^ 0xFFFFFFFFUL; "
                    "if (sum == 0) __assert_fail(\"\", \"\", 0, \"\"); }", text)
                yield Task(f"csmith, {size}, seed {seed}",
                           ["-I", csmith_tasks.INCLUDE],
                           text=csmith_tasks.ERROR + text)


class Campaign:
    def __init__(self, options):
        self.options = options
        self.programs = collections.Counter()
        self.refusals = collections.Counter()
        self.cuts = collections.Counter()
        self.ended = self.values = 0

    def run(self, task):
        """What is told of it, and the exit code."""
        with tempfile.TemporaryDirectory() as work:
            path = task.path
            if not path:
                path = os.path.join(work, "program.c")
                with open(path, "w", encoding="utf-8") as f:
                    f.write(task.text)
            command = [self.options.tool, f"--self-check={self.options.runs}",
                       f"--timeout={self.options.timeout}", "--emit=cfa",
                       *(["--self-check-steps"] if self.options.steps else []),
                       "-o", os.devnull, *task.flags, path]
            try:
                done = subprocess.run(command, capture_output=True, text=True,
                                      errors="replace",
                                      timeout=self.options.timeout + 60)
            except subprocess.TimeoutExpired:
                return "no answer in time", None
            return done.stdout + done.stderr, done.returncode

    def count(self, task, text, code):
        """Returns whether there is a difference."""
        if code == 4 or code is None:
            self.programs["different" if code else "no answer"] += 1
            print(f"{task.name}: {text.strip()}", flush=True)
            if task.text and self.options.keep:
                name = re.sub(r"\W+", "-", task.name) + ".c"
                with open(os.path.join(self.options.keep, name), "w",
                          encoding="utf-8") as f:
                    f.write(task.text)
            return True
        agree = AGREE.search(text)
        if not agree:
            why = re.search(r"self-check: no run: (.*)", text)
            self.programs["not run"] += 1
            self.refusals[why.group(1) if why else text.strip()[:100]] += 1
            return False
        self.ended += int(agree.group(1))
        self.values += int(agree.group(4))
        for part in filter(None, (agree.group(3) or "").split("; ")):
            number, _, why = part.partition(": ")
            if number.isdigit():
                # Places are not the point.
                self.cuts[re.sub(r"[^ ]*:\d+:\d+", "...", why)] += int(number)
        self.programs["compared"] += 1
        return False

    def report(self):
        print(", ".join(f"{n} {what}" for what, n in self.programs.items()))
        print(f"{self.ended} runs up to their end, {self.values} assignments")
        for title, of in [("not run", self.refusals), ("cut", self.cuts)]:
            for why, n in of.most_common(25):
                print(f"  {title}: {n}: {why}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="build/bin/sooth")
    parser.add_argument("--corpus", action="store_true")
    parser.add_argument("--csmith", action="store_true")
    parser.add_argument("--random", choices=fuzzc.MODES, metavar="MODE")
    parser.add_argument("--seeds", type=fuzzc.parse_seeds, default="1..50")
    parser.add_argument("--runs", type=int, default=50, help="of each program")
    parser.add_argument("--steps", action="store_true",
                        help="compare what each step of preparing leaves, too")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", metavar="FOLDER",
                        help="where random programs go that differ")
    options = parser.parse_args()
    campaign = Campaign(options)
    makers = [make for make, wanted in [(corpus_tasks, options.corpus),
                                        (random_tasks, options.random),
                                        (csmith_programs, options.csmith)]
              if wanted]
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        tasks = (task for make in makers for task in make(options))
        for task, result in pool.map(lambda t: (t, campaign.run(t)), tasks):
            wrong += campaign.count(task, *result)
    campaign.report()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
