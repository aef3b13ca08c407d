#!/usr/bin/env python3
# ===- fuzzc.py - The verifier against clang on random C programs ----------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Generates random C programs, finds out the truth about their assertions by
running them on all inputs, and compares with what the verifier says. A trace
must also lead to the error when the program is compiled and run. Exit code 1
if an answer is wrong; programs that show it are kept."""

import argparse
import collections
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

import randomc
import randomfloat
import randomjumps
import randommem
import randomrec
import randomrecmem
import randomsmall

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "corpus"))
import replays  # noqa: E402

MODES = {"scalars": randomc, "small": randomsmall, "memory": randommem,
         "recursion": randomrec, "recursion-memory": randomrecmem,
         "floats": randomfloat, "jumps": randomjumps}
NOTHING = "nothingtocheck"  # clang has folded all assertions
ANSWERS = {0: "safe", 1: "unsafe", 2: "unknown", 5: NOTHING}


# Runs end wherever an assumption fails, and leave behind what they allocated.
ENVIRONMENT = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}


class Skipped(Exception):
    """The program has too many runs to be enumerated."""


# -- the truth ----------------------------------------------------------------


ALL = ["-fsanitize=address,undefined",
       "-fno-sanitize=signed-integer-overflow,shift,bounds",
       "-fno-sanitize-recover=all"]
# Our main returns nothing.
MEMORY = ["-fsanitize=memory", "-fno-sanitize-memory-param-retval",
          "-fno-sanitize-recover=all"]


# What tcc does not define; it takes clang's other flags.
TCC = ["-D__UINTPTR_TYPE__=unsigned long"]


class Enumerator:
    """Compiles programs and runs them on all inputs. The flags are for compiling
    programs and for linking."""

    def __init__(self, compiler, folder, flags, linker="-fuse-ld=lld"):
        self.compiler, self.folder, self.flags = compiler, folder, flags
        self.linker = [linker] if linker else []
        self.main = os.path.join(folder, "enumerate.o")
        # The memory sanitizer has to see everything.
        self.compile(os.path.join(HERE, "enumerate.c"), self.main,
                     ["-O2", *(flags if flags is MEMORY else [])])

    def compile(self, source, target, flags):
        subprocess.run([self.compiler, *flags, "-w", "-c", source, "-o", target],
                       check=True)

    def run(self, program, prologue, checkpoint):
        """Errors, and a counter of values for each checkpoint."""
        source = os.path.join(self.folder, "truth.c")
        binary = os.path.join(self.folder, "truth")
        with open(source, "w") as f:
            f.write(prologue + "void probe(int, long long);\n" +
                    checkpoint + program.text + program.reset_function())
        self.compile(source, binary + ".o",
                     ["-O0", "-fwrapv", "-Dmain=program_main", *self.flags])
        subprocess.run([self.compiler, *self.linker, *self.flags, binary + ".o",
                        self.main, "-o", binary, "-lm"], check=True)
        try:
            done = subprocess.run([binary], capture_output=True, text=True,
                                  timeout=20, env=ENVIRONMENT)
        except subprocess.TimeoutExpired:
            raise Skipped("takes too long")
        if done.returncode == 2:
            raise Skipped(done.stderr.strip())
        if done.returncode != 0:
            raise RuntimeError(f"the program died: {done.returncode} "
                               f"{done.stderr[:400]}")
        errors, values = 0, collections.defaultdict(dict)
        for line in done.stdout.splitlines():
            word, *numbers = line.split()
            if word == "errors":
                errors = int(numbers[0])
            elif word == "value":
                index, value, count = map(int, numbers)
                values[index][value] = count
        return errors, values


def literal(value):
    if value == -2**63:
        return f"({value + 1}LL - 1)"
    return f"({value}LL)"


class Condition:
    """A comparison of E with a number, or a truth value."""

    def __init__(self, operator, number):
        self.operator, self.number = operator, number

    def text(self):
        return f"E {self.operator} {literal(self.number)}" if self.operator \
            else str(self.number)

    def holds(self, value):
        return {"": bool(self.number), "==": value == self.number,
                "!=": value != self.number, "<": value < self.number,
                ">": value > self.number, "<=": value <= self.number,
                ">=": value >= self.number}[self.operator]


def holding(rng, values):
    """What all values satisfy, but only just."""
    if not values:
        return Condition("", 0)  # never reached
    low, high = min(values), max(values)
    if low == high and rng.random() < 0.3:
        return Condition("==", low)
    kind = rng.randrange(3)
    if kind == 0:
        return Condition("<=", high)
    if kind == 1:
        return Condition(">=", low)
    missing = [v for v in range(low - 1, min(high + 2, low + 2000))
               if v not in values and abs(v) < 2**63]
    return Condition("!=", rng.choice(missing)) if missing else Condition("", 1)


def failing(rng, values):
    """What the rarest values do not satisfy."""
    low, high = min(values), max(values)
    rarest = min(values, key=lambda v: (values[v], v))
    kind = rng.randrange(4)
    if kind == 0 and low < high:
        return Condition("<", high)
    if kind == 1 and low < high:
        return Condition(">", low)
    return Condition("!=", rarest)


def choose_assertions(rng, program, values):
    """The conditions of all checkpoints: in about half of the programs one of
    them fails."""
    reached = sorted(k for k in values if values[k])
    chosen = rng.choice(reached) if reached and rng.random() < 0.5 else None
    return [failing(rng, values[k]) if k == chosen else holding(rng, values[k])
            for k in range(program.checkpoints)]


def define_checkpoints(conditions):
    lines = []
    for index, condition in enumerate(conditions):
        text = condition.text().replace("E", "((long long)(e))")
        lines.append(f"#define CHECK{index}(e) "
                     f"do {{ if (!({text})) reach_error(); }} while (0)")
    lines.append("#define CHECKPOINT(k, e) CHECK##k(e)")
    return "\n".join(lines) + "\n\n"


# -- the verifier -------------------------------------------------------------


class Verifier:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.harness = os.path.join(folder, "replay.c")
        self.replayer = replays.Replayer(options, folder)

    def property_file(self):
        """That asks about the assertions, as a competition does."""
        path = os.path.join(self.folder, "asked.prp")
        with open(path, "w") as out:
            out.write("CHECK( init(main()), LTL(G ! call(__assert_fail())) )\n")
        return path

    def run(self, path):
        """The answer and everything it said."""
        command = [self.options.tool, f"--timeout={self.options.timeout}",
                   "--json", f"--harness={self.harness}"]
        if self.options.engine:
            command.append(f"--engine={self.options.engine}")
        if self.options.recursion_depth:
            command.append(f"--recursion-depth={self.options.recursion_depth}")
        # (Without assertions other things would be looked for.)
        command.append("--check=" + (self.options.check or
                                     self.options.damage or "assert"))
        if self.options.procedures:
            command.append(f"--procedures={self.options.procedures}")
        if self.options.property:
            command.append("--property=" + self.property_file())
        if os.path.exists(self.harness):
            os.remove(self.harness)
        try:
            done = subprocess.run(command + [path], capture_output=True,
                                  text=True,
                                  timeout=3 * self.options.timeout + 30)
        except subprocess.TimeoutExpired:
            return "hangs", ""
        self.done = done
        answer = ANSWERS.get(done.returncode)
        if answer is None:
            return f"exit code {done.returncode}", done.stdout + done.stderr
        report = json.loads(done.stdout)
        said = report.get("reason", "") + "\n" + done.stderr
        if report["result"].lower() != answer:
            return f"exit code {done.returncode} against its output", said
        return "safe" if answer == NOTHING else answer, said

    def replayed(self):
        """Whether the last run, as a harness, leads the program to the same
        error: a replays.Verdict."""
        return self.replayer.judge_run(self.done, self.folder)


# -- damage -------------------------------------------------------------------


class Program:
    """Another text of a program."""

    def __init__(self, program, text):
        self.text, self.reset_function = text, program.reset_function


def lines_like(text, pattern):
    return [m.span(m.lastindex or 0)
            for m in re.finditer(pattern, text, re.M)]


def damaged(program, kind, rng):
    """The program with a mistake, and one with an error where the mistake
    shows; the same for both if it is for a sanitizer to find out."""
    text = program.text
    pattern = {"leak": r"^ *free\(\w+\);$",
               "uninitialized": r"^ *h\d+\[\d\] = .*;$|"
                                r"^ +(?:int|unsigned|short|char|long long) "
                                r"v\d+( = [^;]*);$"}[kind]
    places = lines_like(text, pattern)
    if not places:
        raise Skipped("nothing to damage")
    begin, end = rng.choice(places)
    wrong = text[:begin] + text[end:]
    if kind == "uninitialized":
        return Program(program, wrong), Program(program, wrong)
    shown = text[:begin] + "lost = 1;" + text[end:]
    last = shown.rindex("}")
    shown = ("static int lost;\n" + shown[:last] +
             "{ int gone = lost; lost = 0; if (gone) reach_error(); }\n}\n")
    return Program(program, wrong), Program(program, shown)


# -- the campaign -------------------------------------------------------------


class Campaign:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        if options.tcc:
            self.truth = Enumerator(options.tcc, folder, TCC, linker=None)
        else:
            self.truth = self.by_clang(folder)
        self.source = MODES[options.mode]
        self.verifier = Verifier(options, folder)
        self.path = os.path.join(folder, "program.c")
        self.tally = collections.Counter()
        self.unknown, self.seconds = [], 0.0  # unknown but supported

    def by_clang(self, folder):
        return Enumerator(self.options.clang, folder,
                          ALL if self.options.sanitize else
                          MEMORY if self.options.damage == "uninitialized" else [])

    def prepare(self, seed):
        """Writes the program; returns whether it is safe."""
        program = self.source.Program(seed)
        prologue = self.source.PROLOGUE
        if self.options.damage:
            return self.damage(seed, program, prologue)
        _, values = self.truth.run(
            program, prologue,
            "#define CHECKPOINT(k, e) probe(k, (long long)(e))\n")
        conditions = choose_assertions(random.Random(seed), program, values)
        self.checks = define_checkpoints(conditions)
        with open(self.path, "w") as f:
            f.write(prologue + self.checks + program.text)
        # (Up to the first that fails, a run is what it is without them.)
        safe = all(c.holds(v) for k, c in enumerate(conditions) for v in values[k])
        if seed % 16 == 0:
            errors, _ = self.truth.run(program, prologue, self.checks)
            assert safe == (errors == 0), f"seed {seed}: the truth about it"
        return safe

    def damage(self, seed, program, prologue):
        """A program without assertions; returns whether it is safe, or None if
        a run reads what is uninitialized but nothing depends on it."""
        wrong, shown = damaged(program, self.options.damage,
                               random.Random(seed))
        checks = "#define CHECKPOINT(k, e) ((void)(e))\n"
        with open(self.path, "w") as f:
            f.write(prologue + checks + wrong.text)
        try:
            self.truth.run(program, prologue, checks)
        except RuntimeError:
            raise Skipped("the sanitizer does not like it as it was")
        try:
            errors, _ = self.truth.run(shown, prologue, checks)
        except RuntimeError:
            return False  # by the memory sanitizer
        return None if self.options.damage == "uninitialized" else errors == 0

    def safe_by_clang(self, seed):
        """Whether clang says that the program which is written is safe."""
        folder = os.path.join(self.folder, "clang")
        os.makedirs(folder, exist_ok=True)
        errors, _ = self.by_clang(folder).run(
            self.source.Program(seed), self.source.PROLOGUE, self.checks)
        return errors == 0

    def complaint(self, seed, answer, safe):
        if safe is None and answer == "unsafe":
            return ""
        if answer == "unknown":
            return ""
        if answer not in ("safe", "unsafe"):
            return answer
        if safe is not None and (answer == "safe") != safe:
            return f"{answer}, but it is {'safe' if safe else 'unsafe'}"
        if answer == "unsafe" and seed % self.options.replay_each == 0 and \
                os.path.exists(self.verifier.harness):
            replayed = self.verifier.replayed()
            self.tally[replayed.kind] += 1
            if replayed.kind == "missed":
                return "unsafe, but the replay " + replayed.why
        return ""

    def fail(self, seed, why, said):
        self.tally["wrong"] += 1
        kept = f"{self.options.keep}-{seed}.c"
        shutil.copy(self.path, kept)
        print(f"seed {seed}: {why}; see {kept}")
        for line in said.splitlines()[:12]:
            print(f"  {line}")
        sys.stdout.flush()

    def run(self, seed):
        try:
            safe = self.prepare(seed)
        except Skipped as why:
            self.tally["skipped"] += 1
            if self.options.verbose:
                print(f"seed {seed}: skipped: {why}")
            return
        if self.options.only_truth:
            self.tally["safe" if safe else "unsafe"] += 1
            return
        start = time.monotonic()
        answer, said = self.verifier.run(self.path)
        self.seconds += time.monotonic() - start
        if self.options.tcc and answer == ("unsafe" if safe else "safe") and \
                self.safe_by_clang(seed) != safe:
            self.tally["compilers"] += 1
            safe = not safe
        why = self.complaint(seed, answer, safe)
        if why:
            return self.fail(seed, why, said)
        self.tally[answer] += 1
        if answer == "unknown":
            reason = said.splitlines()[0]
            if "unsupported" in reason:
                self.tally["unsupported"] += 1
            else:
                self.unknown.append(seed)
            if self.options.verbose:
                print(f"seed {seed}: {reason}")

    def summary(self, seeds):
        t = self.tally
        answered = t["safe"] + t["unsafe"] + t["unknown"] + t["wrong"]
        supported = answered - t["unsupported"]
        percent = 100 * len(self.unknown) / supported if supported else 0
        if self.unknown:
            print("unknown:", *self.unknown[:20])
        print(f"{seeds} seeds: {t['safe']} safe, {t['unsafe']} unsafe, "
              f"{t['unknown']} unknown, {t['wrong']} wrong "
              f"({t['unsupported']} unsupported, {percent:.1f}% of the rest "
              f"unknown; {t['skipped']} skipped, "
              f"{self.seconds:.1f} s); of the violations {t['reached']} reached "
              f"in a replay, {t['explained']} explained" +
              (f"; compilers differ in {t['compilers']}" if t["compilers"] else ""))


def run_campaign(make, options):
    """An exit code, after all seeds of make(options, FOLDER)."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        campaign = make(options, folder)
        for seed in options.seeds:
            campaign.run(seed)
        campaign.summary(len(options.seeds))
    return 1 if campaign.tally["wrong"] else 0


def parse_seeds(text):
    first, dots, last = text.partition("..")
    return range(int(first), int(last if dots else first) + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=parse_seeds, default=range(1, 51),
                        metavar="A..B")
    parser.add_argument("--mode", choices=MODES, default="scalars",
                        help="what the programs are about")
    parser.add_argument("--tool", default="build/bin/sooth")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--tcc", metavar="COMMAND", help="find out with this "
                        "compiler what is true, a tenth of the time of clang; "
                        "clang is asked where an answer is another (not with "
                        "--damage or --sanitize)")
    parser.add_argument("--engine", help="passed on")
    parser.add_argument("--procedures", help="passed on")
    parser.add_argument("--recursion-depth", help="passed on")
    parser.add_argument("--property", action="store_true",
                        help="ask about assertions by a property, too")
    parser.add_argument("--check", help="passed on: the programs break none of "
                        "these, so answers do not change")
    parser.add_argument("--damage", choices=["leak", "uninitialized"],
                        help="put in a mistake of this kind, and check for it; "
                        "with --mode=memory")
    parser.add_argument("--replay-each", type=int, default=1, metavar="N",
                        help="replay violations only of every N-th seed")
    parser.add_argument("--timeout", type=int, default=10, metavar="SECONDS")
    parser.add_argument("--keep", default="fuzzc", metavar="PREFIX",
                        help="of files that show wrong answers")
    parser.add_argument("--only-truth", action="store_true",
                        help="do not run the verifier")
    parser.add_argument("--sanitize", action="store_true",
                        help="find out about the generator: run the programs "
                        "with clang's address and other sanitizers")
    parser.add_argument("--verbose", action="store_true")
    replays.add_options(parser)
    options = parser.parse_args()
    if options.tcc and (options.damage or options.sanitize):
        parser.error("sanitizers are those of clang, not --tcc")
    return run_campaign(Campaign, options)


if __name__ == "__main__":
    sys.exit(main())
