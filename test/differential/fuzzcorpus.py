#!/usr/bin/env python3
# ===- fuzzcorpus.py - The verifier against runs on changed programs -------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Changes programs of the corpus: another bound, constant, condition or operator,
a statement left out (sooth-mutate). What is true of the changed program is not known.
A violation has to be reached by its replay; what is called Safe is compiled and
run on many inputs, of which none may break an assertion or, if that is checked, be
stopped by a sanitizer. Seeds choose the program and the changes. Exit code 1
if an answer is wrong; programs that show it are kept."""

import argparse
import collections
import glob
import os
import random
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path.insert(0, os.path.join(TESTS, "corpus"))
import corpus  # noqa: E402
import fuzzc  # noqa: E402
import replays  # noqa: E402

HEADER = os.path.join(TESTS, "mutation", "Mutant.h")


def suitable(task):
    """Whether runs say what is true of a program like this."""
    return task.expected != "unknown" and task.native not in ("none", "leak") \
        and "-m32" not in task.flags


def stopped_by_sanitizer(said):
    return "Sanitizer" in said or "runtime error" in said


class Campaign:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.tasks = [t for t in corpus.find_tasks(options.paths) if suitable(t)]
        self.native = corpus.Native(options, folder)
        self.replayer = replays.Replayer(options, folder)
        self.resources = subprocess.run(
            [options.clang, "-print-resource-dir"], capture_output=True, text=True,
            check=True).stdout.strip()
        self.tally = collections.Counter()

    def changed(self, seed):
        """A task whose file is a changed copy."""
        rng = random.Random(seed)
        task = rng.choice(self.tasks)
        flags = [f for f in task.flags if not f.startswith("--")]
        here = ["-I", os.path.dirname(os.path.abspath(task.path))]
        with tempfile.NamedTemporaryFile("r") as found:
            done = subprocess.run(
                [self.options.mutate, f"--header={HEADER}", f"--list={found.name}",
                 task.path, "--", "-w", "-resource-dir", self.resources, *here,
                 "-I", os.path.join(corpus.ROOT, "runtime"), *flags],
                capture_output=True, text=True, errors="replace")
            faults = [line.split("\t")[0] for line in found]
        if done.returncode or not faults:
            raise fuzzc.Skipped("cannot be changed")
        path = os.path.join(self.folder, os.path.basename(task.path))
        with open(path, "w", errors="replace") as f:
            f.write(done.stdout)
        # (Two, now and then, that it is not always near what was right.)
        chosen = rng.sample(faults, min(len(faults), rng.choice((1, 1, 2))))
        others = [f"-DSOOTH_MUTANT_TOO={chosen[1]}"] if len(chosen) > 1 else []
        return task._replace(
            path=path, expected="",
            flags=[*task.flags, *here, f"-DSOOTH_MUTANT={chosen[0]}", *others])

    def verify(self, task):
        """What the tool says, of which the run is in the folder."""
        try:
            return subprocess.run(
                [self.options.tool, f"--timeout={self.options.timeout:g}", "--json",
                 "-w", f"--harness={os.path.join(self.folder, 'replay.c')}",
                 *shlex.split(self.options.options), *task.flags, task.path],
                capture_output=True, text=True, errors="replace",
                timeout=3 * self.options.timeout + 60)
        except subprocess.TimeoutExpired:
            return None

    def run_natively(self, task):
        """What contradicts that no run fails, if anything."""
        memory = any("memory" in f or "access" in f for f in task.flags)
        for flags, variables in corpus.sanitizers(task):
            try:
                failed, said = self.native.run(task, flags, variables)
            except RuntimeError as problem:
                raise fuzzc.Skipped(str(problem)) from None
            if not failed:
                self.tally["too long"] += "too long" in said.lower()
                continue
            # Crashes and the sanitizer tell of more than is asked, unless memory
            # is; and what is undefined may break assertions.
            if not memory and ("failed:" not in said or stopped_by_sanitizer(said) or
                               self.is_undefined(task)):
                self.tally["undefined"] += 1
                return ""
            return said
        return ""

    def is_undefined(self, task):
        """Whether the address sanitizer stops runs, which may then do anything."""
        try:
            failed, said = self.native.run(
                task, corpus.ADDRESS, {"ASAN_OPTIONS": corpus.QUIET["ASAN_OPTIONS"]
                                       .format(0)})
        except RuntimeError:
            return True
        return failed and stopped_by_sanitizer(said)

    def complaint(self, task):
        """What is wrong with the answer about it."""
        said = self.verify(task)
        if said is None:
            return "does not stop at its time limit"
        answer = fuzzc.ANSWERS.get(said.returncode)
        if said.returncode == 3:
            raise fuzzc.Skipped("does not compile")
        if answer is None:
            return f"exit code {said.returncode}: {corpus.short(said.stderr)}"
        if answer == fuzzc.NOTHING:
            answer = "safe"
        self.tally[answer] += 1
        if answer == "unsafe":
            replayed = self.replayer.judge_run(said, self.folder)
            self.tally[replayed.kind] += 1
            if replayed.kind == "missed":
                return "unsafe, but the replay " + replayed.why
        elif answer == "safe":
            contradiction = self.run_natively(task)
            if contradiction:
                return f"safe, but {contradiction}"
        return ""

    def run(self, seed):
        for old in glob.glob(os.path.join(self.folder, "*.[ch]")):
            os.remove(old)
        task = None
        try:
            task = self.changed(seed)
            why = self.complaint(task)
        except fuzzc.Skipped as reason:
            self.tally["skipped"] += 1
            if self.options.verbose:
                print(f"seed {seed}: skipped: {reason}", flush=True)
            return
        if not why:
            return
        self.tally["wrong"] += 1
        kept = f"{self.options.keep}-{seed}.c"
        shutil.copy(task.path, kept)
        print(f"seed {seed}: {shlex.join(task.flags)}: {why}; see {kept}",
              flush=True)

    def summary(self, seeds):
        t = self.tally
        print(f"{seeds} seeds: {t['safe']} safe, {t['unsafe']} unsafe, "
              f"{t['unknown']} unknown, {t['wrong']} wrong ({t['skipped']} skipped; "
              f"of what is safe {t['undefined']} have undefined runs, {t['too long']} "
              f"take too long); of the violations {t['reached']} reached in a replay, "
              f"{t['explained']} explained")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", default=[corpus.HERE])
    parser.add_argument("--seeds", type=fuzzc.parse_seeds, default=range(1, 51),
                        metavar="A..B")
    parser.add_argument("--tool", default="build/bin/sooth")
    parser.add_argument("--mutate", default="build/bin/sooth-mutate")
    parser.add_argument("--options", default="", help="for the tool")
    corpus.add_options_of_native(parser)
    parser.add_argument("--timeout", type=float, default=5, metavar="SECONDS")
    parser.add_argument("--keep", default="fuzzcorpus", metavar="PREFIX",
                        help="of files that show wrong answers")
    parser.add_argument("--verbose", action="store_true")
    replays.add_options(parser)
    return fuzzc.run_campaign(Campaign, parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
