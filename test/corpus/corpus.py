#!/usr/bin/env python3
# ===- corpus.py - Small C programs with known answers ---------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Programs say what is true of them in their first lines, once for each way
to compile them:

  // EXPECT: safe
  // EXPECT: unsafe -DBUG -m32
  // TRY: 17 250          (values for native runs, beside the common ones)
  // ARGV: -v file        (what native runs give main)
  // NATIVE: memory    (what shows the error, if not asserts and the address
                        sanitizer: the memory sanitizer, or "leak"; "plain"
                        where no sanitizer may be used, "none" for no runs)

`verify` asks Sooth and compares; `native` compiles the programs and runs them,
so that what is expected is not only believed. Expected "unknown" is what has
no meaning in the model; a conclusive answer is wrong there. Exit code 1 if
something is wrong."""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ANSWERS = {0: "safe", 1: "unsafe", 2: "unknown"}
Task = collections.namedtuple("Task", "path expected flags extra native arguments")


def read_tasks(path):
    """The tasks of a file."""
    with open(path, encoding="latin-1") as f:
        head = re.findall(r"^// (EXPECT|TRY|NATIVE|ARGV): *(.*)$", f.read(), re.M)
    extra = [v for key, text in head if key == "TRY" for v in text.split()]
    native = next((t.strip() for key, t in head if key == "NATIVE"), "")
    arguments = [v for key, text in head if key == "ARGV"
                 for v in shlex.split(text)]
    for key, text in head:
        if key == "EXPECT":
            expected, *flags = shlex.split(text)
            assert expected in ("safe", "unsafe", "unknown"), path
            yield Task(path, expected, flags, extra, native, arguments)


def find_tasks(paths):
    for path in paths:
        if os.path.isfile(path):
            yield from read_tasks(path)
            continue
        for folder, _, names in sorted(os.walk(path)):
            if os.path.basename(folder) == "Inputs":
                continue
            for name in sorted(names):
                if name.endswith(".c"):
                    yield from read_tasks(os.path.join(folder, name))


def title(task):
    """What it is called in reports and in the list of unanswered ones."""
    return " ".join([os.path.relpath(os.path.abspath(task.path), HERE),
                     *task.flags])


def short(text):
    return text.strip().splitlines()[0][:200] if text.strip() else ""


def reason(text):
    """The answer, and why, in what the tool says in JSON."""
    if not text.startswith("{"):
        return short(text)
    report = json.loads(text)
    return ": ".join(report[key] for key in ("result", "reason")
                     if key in report)


# -- Sooth's answers ----------------------------------------------------------


ADDRESS = ["-fsanitize=address,null,alignment", "-fno-sanitize-recover=all"]
MEMORY = ["-fsanitize=memory", "-fno-sanitize-recover=all"]
QUIET = {"ASAN_OPTIONS": "detect_leaks={}:detect_stack_use_after_return=1:"
                         "allocator_may_return_null=1"}


# For programs of 32 bits.
LINKER = shutil.which("ld.lld") or "ld.lld-19"
LIBRARIES32 = ["/lib32/libc.so.6", "/lib32/libm.so.6", "/lib32/libgcc_s.so.1"]


class Verifier:
    def __init__(self, options):
        import replays  # which itself looks for tasks here
        self.options = options
        self.replayer = replays.Replayer(options, None)
        with open(os.path.join(HERE, "unanswered.txt")) as f:
            self.unanswered = {line.strip() for line in f
                               if line.strip() and not line.startswith("#")}

    def command(self, task, harness):
        seconds = self.options.timeout
        if title(task) in self.unanswered:
            seconds = min(seconds, self.options.unanswered_timeout)
        return [self.options.tool, f"--timeout={seconds:g}",
                *shlex.split(self.options.options),
                *([f"--harness={harness}", "--json"] if harness else []),
                *task.flags, task.path]

    def judge(self, task):
        """Grade (right, wrong or unknown), and why."""
        with tempfile.TemporaryDirectory(prefix="corpus-") as folder:
            shown = task.expected == "unsafe"
            harness = os.path.join(folder, "replay.c") \
                if shown and not self.options.no_replay else ""
            try:
                done = subprocess.run(
                    self.command(task, harness), capture_output=True,
                    text=True, errors="replace",
                    timeout=3 * self.options.timeout + 60)
            except subprocess.TimeoutExpired:
                return "wrong", "does not stop at its time limit"
            answer = ANSWERS.get(done.returncode)
            said = reason(done.stdout) if harness else short(done.stdout)
            said = said or short(done.stderr)
            if done.returncode == 3 and "--check takes a list" in said:
                return "unknown", "no such --check"
            if answer is None:
                return "wrong", f"exit code {done.returncode}: {said}"
            if answer == task.expected:
                if harness:
                    replayed = self.replayer.judge_run(done, folder)
                    if replayed.kind == "missed":
                        return "replay", "the replay " + replayed.why
                    said = replayed.kind
                return "right", said
            if answer == "unknown":
                return "unknown", said
            return "wrong", f"{answer}, but it is {task.expected}"

    def grade(self, task):
        start = time.monotonic()
        grade, why = self.judge(task)
        listed = title(task) in self.unanswered
        if grade == "unknown" and not listed:
            grade = "unanswered"
        elif grade == "replay":
            grade = "unknown" if listed else "wrong"
        elif grade == "right" and listed:
            grade = "answered"
        return task, grade, why, time.monotonic() - start


WORDS = {
    "right": "as expected",
    "answered": "as expected, though listed as unanswered",
    "unknown": "unknown, as listed",
    "unanswered": "unknown, but not listed as unanswered",
    "wrong": "WRONG",
}


def verify(options):
    verifier = Verifier(options)
    tally, seconds, found = collections.Counter(), 0.0, {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for task, grade, why, took in pool.map(verifier.grade,
                                               find_tasks(options.paths)):
            tally[grade] += 1
            seconds += took
            found[title(task)] = grade
            if grade != "right" or options.verbose:
                print(f"{title(task)}: {WORDS[grade]}: {why} ({took:.1f} s)",
                      flush=True)
    print(", ".join(f"{tally[g]} {g}" for g in WORDS if tally[g]) +
          f"; {seconds:.0f} s")
    if options.update:
        update_list(verifier.unanswered, found)
    return 1 if tally["wrong"] or (tally["unanswered"] and
                                   not options.update) else 0


def update_list(before, found):
    """What was asked and not answered is listed, what was answered is not."""
    path = os.path.join(HERE, "unanswered.txt")
    with open(path) as f:
        head = [line for line in f if line.startswith("#")]
    listed = {t for t in before if found.get(t, "unknown") == "unknown"}
    listed |= {t for t, g in found.items() if g in ("unknown", "unanswered")}
    with open(path, "w") as f:
        f.writelines(head + [t + "\n" for t in sorted(listed)])


# -- native runs --------------------------------------------------------------


class Native:
    """Compiles and runs programs."""

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.drivers = {}
        for kind, flags in (("64", []), ("32", ["-m32", "-DOWN_START"]),
                            ("memory", MEMORY)):
            path = os.path.join(folder, f"runs-{kind}.o")
            self.call([options.clang, "-O1", "-w", "-fno-builtin", *flags,
                       "-c", os.path.join(HERE, "Inputs", "runs.c"), "-o", path])
            self.drivers[kind] = path

    def call(self, command):
        done = subprocess.run(command, capture_output=True, text=True,
                              errors="replace")
        if done.returncode:
            raise RuntimeError(f"{shlex.join(command)}: {short(done.stderr)}")

    def build(self, task, sanitize, binary):
        is32 = "-m32" in task.flags
        flags = [f for f in task.flags if not f.startswith("--")]
        if is32:
            flags += ["-idirafter", "/usr/include/x86_64-linux-gnu",
                      "-idirafter", os.path.join(ROOT, "runtime", "m32")]
        compiled = binary + ".o"
        self.call([self.options.clang, "-O0", "-fwrapv", "-w", "-g", *flags,
                   *sanitize, "-fno-builtin", "-I", os.path.join(ROOT, "runtime"), "-c", task.path, "-o",
                   compiled])
        self.call([self.options.objcopy, "--redefine-sym",
                   "main=program_main", compiled])
        if is32:
            command = [LINKER, "-m", "elf_i386", "-dynamic-linker",
                       "/lib/ld-linux.so.2", compiled, self.drivers["32"],
                       *LIBRARIES32, "--wrap=exit", "--wrap=abort", "-o",
                       binary]
        else:
            command = [self.options.clang, *sanitize, compiled,
                       self.drivers["memory" if sanitize is MEMORY else "64"],
                       "-Wl,--wrap=exit",
                       "-Wl,--wrap=abort", "-lm", "-Wl,--as-needed", "-latomic", "-o", binary]
        self.call(command)

    def has_globals(self, binary):
        """Whether the program has globals that a run may change."""
        done = subprocess.run([self.options.nm, binary + ".o"],
                              capture_output=True, text=True)
        return any(re.match(r"\S* [bBdDcC] (?!__|\.)", line)
                   for line in done.stdout.splitlines())

    def run(self, task, sanitize, variables):
        """Whether a run fails, and what the runs say."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            binary = os.path.join(folder, "program")
            self.build(task, sanitize, binary)
            forks = self.has_globals(binary) or "leak" in task.native
            counts = ("300", "200") if forks else ("6000", "3000")
            try:
                done = subprocess.run(
                    [binary, "fork" if forks else "stay", *counts, *task.extra,
                     "--", *task.arguments],
                    capture_output=True, text=True, errors="replace",
                    timeout=60, stdin=subprocess.DEVNULL,
                    env={**os.environ, **variables})
            except subprocess.TimeoutExpired:
                return False, "TOO LONG"
        said = re.findall(r"^(?:failed|survived|.*too long).*", done.stdout,
                          re.M)
        if done.returncode and not said:
            said = [short(done.stderr) or f"exit code {done.returncode}"]
        if "runtime error" in done.stderr:
            said.append(short(done.stderr[done.stderr.index("runtime error"):]))
        if "ERROR: AddressSanitizer" in done.stderr:
            at = done.stderr.index("AddressSanitizer")
            said.append(done.stderr[at:at + 60].splitlines()[0])
        return done.returncode != 0, " ".join(said)


PATTERN = ["-ftrivial-auto-var-init=pattern"]
FILL = {"MALLOC_PERTURB_": "90"}


def sanitizers(task):
    """Ways to run the program: flags and variables."""
    checks = [f for f in task.flags if f.startswith("--check=")]
    leaks = QUIET["ASAN_OPTIONS"].format(int("leak" in task.native))
    ways = []
    if "-m32" in task.flags:
        return [(PATTERN, FILL)]
    if task.native == "plain":
        return [(PATTERN, FILL), ([], {})]
    for check in checks:
        for kind in check.partition("=")[2].split(","):
            name = {"overflow": "signed-integer-overflow",
                    "div": "integer-divide-by-zero", "shift": "shift",
                    "float-cast": "float-cast-overflow",
                    "unsigned-overflow": "unsigned-integer-overflow"}.get(kind)
            if name:
                ways.append(([f"-fsanitize={name}",
                              "-fno-sanitize-recover=all"], {}))
    if task.native == "memory":
        ways.append((MEMORY, {}))
    else:
        ways.append((ADDRESS, {"ASAN_OPTIONS": leaks}))
    if not any("memory" in c for c in checks):
        ways.insert(0, (PATTERN, FILL))
        ways.insert(1, ([], {}))
    return ways


def confirm(native, task):
    """Whether the runs agree with what is expected: problem, and what was
    seen."""
    if task.expected == "unknown" or task.native == "none":
        return "", "not run"
    seen = []
    for flags, variables in sanitizers(task):
        try:
            failed, said = native.run(task, flags, variables)
        except RuntimeError as problem:
            return str(problem), ""
        seen.append(said)
        if failed and task.expected == "safe":
            return "fails", said
        if "TOO LONG" in said or "takes too long" in said:
            return "takes too long", said
        if failed:
            return "", said
    return ("never fails" if task.expected == "unsafe" else ""), "; ".join(seen)


def run_natively(options):
    wrong = count = 0
    with tempfile.TemporaryDirectory(prefix="corpus-") as folder:
        native = Native(options, folder)
        tasks = list(find_tasks(options.paths))
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            results = pool.map(lambda t: confirm(native, t), tasks)
            for task, (problem, seen) in zip(tasks, results):
                count += 1
                wrong += bool(problem)
                if problem or options.verbose:
                    print(f"{title(task)}: {problem or 'confirmed'}: {seen}",
                          flush=True)
    print(f"{count} tasks, {wrong} not confirmed")
    return 1 if wrong else 0


def add_options_of_native(parser):
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--objcopy", default="objcopy")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=["verify", "native"])
    parser.add_argument("paths", nargs="*", default=[HERE])
    parser.add_argument("--tool", default="sooth")
    parser.add_argument("--options", default="", help="for the tool")
    add_options_of_native(parser)
    parser.add_argument("--timeout", type=float, default=20, metavar="SECONDS")
    parser.add_argument("--unanswered-timeout", type=float, default=3,
                        metavar="SECONDS",
                        help="for what is listed as unanswered")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--no-replay", action="store_true",
                        help="do not run the runs that are shown")
    parser.add_argument("--symbolizer", help="default: that beside clang")
    parser.add_argument("--emulator", default="",
                        help="for programs of 32 bits")
    parser.add_argument("--update", action="store_true",
                        help="write the list of unanswered tasks anew")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_intermixed_args()
    command = verify if options.command == "verify" else run_natively
    return command(options)


if __name__ == "__main__":
    sys.exit(main())
