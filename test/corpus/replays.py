#!/usr/bin/env python3
# ===- replays.py - Do violations happen when they are replayed? -----------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Verifies programs, and for each that is Unsafe compiles it together with the
harness by plain clang, as the note of that run says, runs it, and demands that
the same assertion fails at the same place. What cannot be replayed has to say
so in the output of that very run: "the run cannot be replayed: ...".

    replays.py FILE|DIR...    programs of the corpus that have a violation
    replays.py --list FILE    what `bench list` printed; "-" is standard input

Exit code 1 if a violation is neither reached nor explained."""

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

import corpus

HERE = os.path.dirname(os.path.abspath(__file__))
RUNTIME = os.path.join(os.path.dirname(os.path.dirname(HERE)), "runtime")
EXPLAINED = re.compile(r"^sooth: note: (the run cannot be replayed: .*)$", re.M)
COMMAND = re.compile(r"^sooth: note: replay it with: (.*) && (.*)$", re.M)
# "none" is no violation, so nothing to replay.
Verdict = collections.namedtuple("Verdict", "kind why")


def places_of_frames(text):
    """Files and lines in a report of a sanitizer, before what it tells of the
    history of the memory."""
    shown = re.split(r"\n(?:freed by|previously allocated|allocated by|"
                     r"\S+ is located)", text)[0]
    return set(re.findall(r"^ +#\d+ .* (\S+?):(\d+)(?::\d+)?$", shown, re.M)) | \
        set(re.findall(r"^(\S+?):(\d+):\d+: runtime error", shown, re.M))


def symbolizer_for(clang):
    """That beside clang, or else any. Sanitizers do not take one under another
    name."""
    beside = os.path.join(os.path.dirname(os.path.realpath(shutil.which(clang))),
                          "llvm-symbolizer")
    if os.path.exists(beside):
        return beside
    return os.path.realpath(shutil.which("llvm-symbolizer-19") or
                            shutil.which("llvm-symbolizer") or beside)


class Replayer:
    """Replays violations. The options: tool, clang, symbolizer and timeout. The folder
    is for what replays share; None if whoever judges a run has one for each."""

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.symbolizer = options.symbolizer or symbolizer_for(options.clang)

    def reporter(self, machine, folder):
        """What tells the place of a violation, compiled."""
        path = os.path.join(self.folder or folder, f"place{machine}.o")
        if not os.path.exists(path):
            compiled = os.path.join(folder, "compiling.o")
            subprocess.run(
                [self.options.clang, *([machine] if machine else []), "-w", "-c",
                 os.path.join(HERE, "Inputs", "place.c"), "-o", compiled],
                check=True)
            os.replace(compiled, path)  # another thread may have done the same
        return path

    def verify(self, files, flags, harness):
        """What the tool says; None if it does not stop."""
        try:
            return subprocess.run(
                [self.options.tool, "--json",
                 f"--timeout={self.options.timeout:g}",
                 f"--harness={harness}", *flags, *files],
                capture_output=True, text=True, errors="replace",
                timeout=3 * self.options.timeout + 60)
        except subprocess.TimeoutExpired:
            return None

    def judge(self, files, flags):
        """A Verdict on the run that is shown for this program, if any."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            harness = os.path.join(folder, "replay.c")
            said = self.verify(files, flags, harness)
            if said is None:
                return Verdict("missed", "the verifier does not stop")
            if said.returncode != 1:
                return Verdict("none", corpus.reason(said.stdout))
            return self.judge_run(said, folder)

    def judge_run(self, said, folder):
        """The same after the tool has said something is Unsafe, in JSON;
        compiles into the folder."""
        report = json.loads(said.stdout)
        violated = next(a for a in report["assertions"]
                        if a["result"] == "Unsafe")
        explained = EXPLAINED.search(said.stderr)
        if explained:
            if explained[1] not in report["notes"]:
                return Verdict("missed", "the explanation is not in the JSON")
            return Verdict("explained", explained[1])
        problem, command = self.build(said.stderr, folder)
        if problem:
            return Verdict("missed", problem)
        problem = self.run(command, violated) if command else None
        if problem is None:
            return Verdict("not run", "this machine runs no such programs")
        return Verdict("missed" if problem else "reached", problem)

    def build(self, notes, folder):
        """A problem or none, and how to run the program."""
        noted = COMMAND.search(notes)
        if not noted:
            return "the output does not say how to replay it", None
        words = shlex.split(noted[1])
        binary = os.path.join(folder, "replay")
        machine = "-m32" if "-m32" in words else ""
        # For the places of violations.
        words[0:1] = [self.options.clang, "-g", "-no-pie", "-w"]
        words[words.index("-o") + 1] = binary
        if machine and any(w.startswith("-fsanitize") for w in words):
            return "", None
        if machine:
            return self.build32(words, binary, folder), \
                [*shlex.split(self.options.emulator), binary]
        words[2:2] = [self.reporter("", folder)]
        done = subprocess.run(words, capture_output=True, text=True,
                              errors="replace")
        if done.returncode:
            return "does not compile: " + corpus.short(done.stderr), None
        return "", shlex.split(noted[2])[:-1] + [binary]

    def build32(self, words, binary, folder):
        """The same where the C library for 32 bits has no files to compile and
        link with: with the headers of the other one, and a start of our own."""
        libraries = [w for w in words if w.startswith("-l")]
        kept = [w for w in words if w not in libraries]
        del kept[kept.index("-o"):]
        sources = [w for w in kept[1:] if w.endswith((".c", ".i", ".ll"))]
        again = "-x" in kept  # what is preprocessed already
        flags = [w for w in kept[1:] if w not in (*sources, "-x", "c", "none")]
        compiled = []
        for source in sources:
            kind = ["-x", "c"] if again and source.endswith(".i") else []
            compiled.append(f"{binary}-{len(compiled)}.o")
            done = subprocess.run(
                [kept[0], *flags, "-idirafter", "/usr/include/x86_64-linux-gnu",
                 "-idirafter", os.path.join(RUNTIME, "m32"), "-c", *kind, source,
                 "-o", compiled[-1]],
                capture_output=True, text=True, errors="replace")
            if done.returncode:
                return "does not compile: " + corpus.short(done.stderr)
        linked = subprocess.run(
            [corpus.LINKER, "-m", "elf_i386", "-dynamic-linker",
             "/lib/ld-linux.so.2", "--entry=sooth_start32",
             self.reporter("-m32", folder), *compiled, *corpus.LIBRARIES32,
             "-o", binary], capture_output=True, text=True)
        if linked.returncode:
            return "does not link: " + corpus.short(linked.stderr)
        return ""

    def run(self, command, violated):
        """Runs the program; what is wrong with what it does, or None if the
        machine cannot run it (one of 32 bits)."""
        environment = {**os.environ, "ASAN_OPTIONS":
                       "detect_stack_use_after_return=1:"
                       "allocator_may_return_null=1"}
        for variable in ("ASAN_SYMBOLIZER_PATH", "MSAN_SYMBOLIZER_PATH"):
            environment[variable] = self.symbolizer
        while "=" in command[0]:
            name, _, value = command.pop(0).partition("=")
            environment[name] = value
        try:
            ran = subprocess.run(
                command, capture_output=True, text=True, errors="replace",
                timeout=20, stdin=subprocess.DEVNULL, env=environment)
        except subprocess.TimeoutExpired:
            return "does not end"
        except OSError:
            return None
        if self.names_condition(violated, ran):
            return ""
        # Whoever gets to 0 has left no place behind; nor has the C library, which is
        # what called, where it has no debug information.
        if violated["message"] == "call through a null pointer" and \
                "pc points to the zero page" in ran.stderr:
            return ""
        reached = self.places(command[-1], ran)
        if not reached:
            return f"ends with {ran.returncode}: {corpus.short(ran.stderr)}"
        place = (os.path.basename(violated["file"]), str(violated["line"]))
        if violated["file"].startswith("<libc>") or place in reached:
            return ""
        # The memory sanitizer tells where something depends on the value.
        if violated["message"].startswith("read of uninitialized") and \
                "use-of-uninitialized-value" in ran.stderr:
            return ""
        shown = ", ".join(":".join(p) for p in sorted(reached))
        return f"reaches {shown} rather than {':'.join(place)}"

    @staticmethod
    def names_condition(violated, ran):
        """Whether the same assertion fails that tells another place: in a program
        that was preprocessed, as its text has places in another file; or in
        several lines, as compilers differ in which of them is its line."""
        failed = re.search(
            r"^sooth replay: violation reached: (\S+?):(\d+): .*?\): (.*)$",
            ran.stderr, re.M)
        if not failed or \
                violated["message"] != f"assertion '{failed[3]}' failed":
            return False
        return violated["file"].endswith(".i") or (
            os.path.basename(failed[1]) == os.path.basename(violated["file"])
            and 0 <= int(failed[2]) - violated["line"] <= 10)

    def places(self, binary, ran):
        """Where the run that \\p ran is about breaks something."""
        said = ran.stdout + "\n" + ran.stderr
        found = set(re.findall(
            r"^sooth replay: violation reached: (\S+?):(\d+)(?::\d+)?: ", said,
            re.M))
        found |= places_of_frames(ran.stderr)
        address = re.search(r"^place of the violation: 0x(\w+)$", said, re.M)
        if address:
            # The call is before the place of return.
            shown = subprocess.run(
                [self.symbolizer, "--obj=" + binary,
                 hex(int(address[1], 16) - 1)], capture_output=True, text=True)
            found |= set(re.findall(r"^(\S+?):(\d+):\d+$", shown.stdout, re.M))
        return {(os.path.basename(file), line) for file, line in found}


def add_options(parser):
    parser.add_argument("--emulator", default="",
                        help="for programs of 32 bits")
    parser.add_argument("--symbolizer", help="default: that beside clang")


def corpus_tasks(paths):
    for task in corpus.find_tasks(paths):
        if task.expected == "unsafe":
            yield corpus.title(task), [task.path], task.flags


def listed_tasks(path):
    """Name, files and flags of what `bench list` prints."""
    with sys.stdin if path == "-" else open(path) as lines:
        for line in lines:
            name, _, _, machine, files, *_ = line.rstrip("\n").split("\t")
            yield name, files.split(), ["-m32"] if machine == "ILP32" else []


def parse_options(parser, add=lambda parser: None):
    """What both this script and stories.py take."""
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--every", type=int, default=1, metavar="N",
                        help="only each Nth task")
    parser.add_argument("--options", default="", help="for the tool")
    parser.add_argument("--tool", default="sooth")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--timeout", type=float, default=20, metavar="SECONDS")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--verbose", action="store_true")
    add_options(parser)
    add(parser)
    return parser.parse_args()


def judge_all(options, tasks, make_judge, silent):
    """Counts verdicts by kind, and prints those of kinds that are not silent.
    make_judge(options, folder) has judge(files, flags)."""
    tally = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="replays-") as folder, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        judge = make_judge(options, folder)
        extra = shlex.split(options.options)
        verdicts = pool.map(
            lambda task: judge.judge(task[1], [*extra, *task[2]]), tasks)
        for (name, _, _), verdict in zip(tasks, verdicts):
            tally[verdict.kind] += 1
            if verdict.kind not in silent or options.verbose:
                print(f"{name}: {verdict.kind}: {verdict.why}", flush=True)
    return tally


def main():
    options = parse_options(
        argparse.ArgumentParser(description=__doc__),
        lambda parser: parser.add_argument("--list", metavar="FILE"))
    tasks = list(listed_tasks(options.list) if options.list
                 else corpus_tasks(options.paths))[::options.every]
    tally = judge_all(options, tasks, Replayer, {"reached", "none", "not run"})
    violations = len(tasks) - tally["none"]
    print(f"{len(tasks)} tasks, {violations} violations: {tally['reached']} "
          f"reached, {tally['explained']} explained, {tally['missed']} neither" +
          (f", {tally['not run']} not run" if tally["not run"] else ""))
    return 1 if tally["missed"] else 0


if __name__ == "__main__":
    sys.exit(main())
