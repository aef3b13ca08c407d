#!/usr/bin/env python3
# ===- stories.py - Do stories tell what the program does? -----------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Verifies programs, compiles each that is Unsafe with its harness, steps
through the run instruction by instruction, and compares: each step of the story
has to be at a line that is executed, in this order, in the call that the story
is in; each call of the story is one call of the run.

    stories.py FILE|DIR...    programs of the corpus that have a violation

Exit code 1 if a story tells something else than the run. Where programs cannot
be stepped through (other machines than x86-64 with Linux) it says so, and the
exit code is 0."""

import argparse
import bisect
import collections
import json
import os
import platform
import re
import shlex
import struct
import subprocess
import sys

import corpus
import replays

HERE = os.path.dirname(os.path.abspath(__file__))
Verdict = collections.namedtuple("Verdict", "kind why")
# What happens in a run: what is "line" (of a call with a number), "call" (of a
# function, from a place, which gets a number) or "return" (of the call).
Event = collections.namedtuple("Event", "what call function file line column")
# What is told of no place that is executed, or of several.
UNPLACED = {"content", "initial", "operands"}
FOLDED = {"rounds", "steps", "blocks"}


class Program:
    """What the debug information of an executable file says."""

    def __init__(self, binary):
        self.rows = self.read_rows(binary)
        self.addresses = [row[0] for row in self.rows]
        self.functions = self.read_functions(binary)
        self.lines = {row[1:3] for row in self.rows}

    @staticmethod
    def read_rows(binary):
        """(address, file, line, column), sorted; line 0 where a sequence
        ends."""
        text = subprocess.run(["llvm-dwarfdump-19", "--debug-line", binary],
                              capture_output=True, text=True).stdout
        rows, files = [], {}
        for line in text.splitlines():
            if line.startswith("debug_line["):
                files = {}
            named = re.match(r"file_names\[ *(\d+)\]:", line)
            if named:
                number = int(named[1])
            name = re.match(r' +name: "(.*)"', line)
            if name and "number" in locals():
                files[number] = os.path.basename(name[1])
            row = re.match(r"0x(\w+) +(\d+) +(\d+) +(\d+) ", line)
            if row:
                last = "end_sequence" in line
                rows.append((int(row[1], 16), files.get(int(row[4]), ""),
                             0 if last else int(row[2]), int(row[3])))
        # Of several rows for one address, the last one counts.
        unique = {}
        for row in rows:
            if row[2] or row[0] not in unique:
                unique[row[0]] = row
        return sorted(unique.values())

    @staticmethod
    def read_functions(binary):
        """Names by address."""
        text = subprocess.run(["llvm-nm-19", "--defined-only", binary],
                              capture_output=True, text=True).stdout
        return {int(m[1], 16): m[2] for m in
                re.finditer(r"^(\w+) [tT] (\S+)$", text, re.M)}

    def place(self, address):
        """File, line and column; None if there is none."""
        at = bisect.bisect_right(self.addresses, address) - 1
        row = self.rows[at] if at >= 0 else (0, "", 0, 0)
        return row[1:] if row[2] else None


def events(program, records):
    """What happens, from instruction and stack pointers."""
    found, stack, calls = [], [], 0
    here = before = "", 0, 0
    for address, depth in records:
        while stack and depth > stack[-1][1]:
            call, _, function, here = stack.pop()
            found.append(Event("return", call, function, *here))
            before = None
        place = program.place(address)
        if not place:
            continue
        function = program.functions.get(address)
        if function:
            calls += 1
            stack.append((calls, depth, function, here))
            found.append(Event("call", calls, function, *here))
            before = None
        here = place
        if stack and (place[:2], stack[-1][0]) != before:
            before = place[:2], stack[-1][0]
            found.append(Event("line", stack[-1][0], stack[-1][2], *place))
    return found


class Comparison:
    """Of a story and a run."""

    def __init__(self, program, run):
        self.run, self.at = run, 0
        self.lines = program.lines
        self.own = {function for address, function in program.functions.items()
                    if program.place(address)}
        # Functions and the numbers of their calls. None if not known: once
        # rounds were left out, which may have calls, only the order counts.
        self.stack, self.is_complete = [], True
        # Of calls in what models of the library call back: in the library
        # itself there may be others.
        self.depth_in_library = 0

    def find(self, wanted):
        for at in range(self.at, len(self.run)):
            if wanted(self.run[at]):
                self.at = at
                return self.run[at]
        return None

    def take_call(self, step, place):
        if step["function"] not in self.own:
            self.stack.append((step["function"], None))
            return True
        caller = self.stack[-1][1] if self.stack else None
        found = self.find(lambda e: e.what == "call" and
                          e.function == step["function"] and
                          (not place or e[3:] == place) and
                          (caller is None or self.caller(e) == caller))
        self.stack.append((step["function"], found.call
                           if found and self.is_complete else None))
        self.at += 1
        return found

    def caller(self, call):
        """The number of the call that makes another one."""
        at = self.run.index(call)
        depth = 0
        for event in reversed(self.run[:at]):
            if event.what == "return":
                depth += 1
            elif event.what == "call" and depth:
                depth -= 1
            elif event.what == "call" or not depth:
                return event.call
        return None

    def take_return(self, step):
        if not self.stack and self.is_complete:
            return True  # from main
        function, call = self.stack.pop() if self.stack \
            else (step["function"], None)
        return function == step["function"] and \
            (function not in self.own or
             self.find(lambda e: e.what == "return" and e.function == function
                       and call in (None, e.call)))

    def take_line(self, place):
        call = self.stack[-1][1] if self.stack else None
        return self.find(lambda e: e.what == "line" and
                         (e.file, e.line) == place and call in (None, e.call))

    def take(self, step):
        """Whether the run goes on with this step."""
        if step["kind"] in FOLDED:
            self.stack, self.is_complete = [], False
            return True
        file, line = step.get("file") or "", step.get("line") or 0
        inside = file and not file.startswith("<libc>")
        if step["kind"] == "call" and (self.depth_in_library or
                                       file.startswith("<libc>")):
            self.depth_in_library += 1
            return True
        if self.depth_in_library:
            self.depth_in_library -= step["kind"] == "return"
            return True
        place = (os.path.basename(file), line) if inside else None
        if step["kind"] == "call":
            return self.take_call(step, place and (*place, step["column"]))
        if step["kind"] == "return":
            return self.take_return(step)
        if step["kind"] in UNPLACED or place not in self.lines:
            return True
        return self.take_line(place)


class Checker(replays.Replayer):
    def __init__(self, options, folder):
        super().__init__(options, folder)
        self.stepper = os.path.join(folder, "steps")
        subprocess.run([options.clang, "-O1", os.path.join(HERE, "Inputs",
                                                           "steps.c"),
                        "-o", self.stepper], check=True)

    def judge_run(self, said, folder):
        if replays.EXPLAINED.search(said.stderr):
            return Verdict("no replay", "")
        noted = replays.COMMAND.search(said.stderr)
        if not noted:
            return Verdict("wrong", "the output does not say how to replay it")
        words = [w for w in shlex.split(noted[1])
                 if not w.startswith(("-fsanitize", "-fno-sanitize"))]
        if "-m32" in words:
            return Verdict("no replay", "")
        binary = os.path.join(folder, "replay")
        words[0:1] = [self.options.clang, "-g", "-O0", "-no-pie", "-w"]
        words[words.index("-o") + 1] = binary
        done = subprocess.run(words, capture_output=True, text=True,
                              errors="replace")
        if done.returncode:
            return Verdict("wrong", corpus.short(done.stderr))
        command = [w for w in shlex.split(noted[2])[:-1] if "=" not in w]
        return self.compare(said, binary, command)

    def compare(self, said, binary, command):
        if command:  # something that runs it
            return Verdict("no replay", "")
        program = Program(binary)
        story = self.story(said)
        # What nobody calls may be a constructor, which runs before main.
        first_one = "_start" if any(step["kind"] == "call" and "file" not in step
                                    for step in story) else "main"
        start = next(a for a, f in program.functions.items() if f == first_one)
        trace = binary + ".trace"
        first, last = program.addresses[0], program.addresses[-1] + 1
        try:
            subprocess.run([self.stepper, trace, hex(first), hex(last),
                            hex(start), binary], timeout=120,
                           stdin=subprocess.DEVNULL, capture_output=True)
        except subprocess.TimeoutExpired:
            return Verdict("no replay", "")
        with open(trace, "rb") as data:
            run = events(program, struct.iter_unpack("<QQ", data.read()))
        if not run:
            return Verdict("no replay", "nothing is executed")
        return self.judge_story(story, program, run)

    @staticmethod
    def story(said):
        report = json.loads(said.stdout)
        return next(a for a in report["assertions"]
                    if a["result"] == "Unsafe").get("trace", [])

    @staticmethod
    def judge_story(story, program, run):
        comparison = Comparison(program, run)
        for number, step in enumerate(story):
            if not comparison.take(step):
                return Verdict("wrong", f"step {number + 1}: {step.get('file')}"
                                        f":{step.get('line')}: {step['text']}")
        return Verdict("right", f"{len(story)} steps")


def main():
    options = replays.parse_options(
        argparse.ArgumentParser(description=__doc__))
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        print("skipped: programs are stepped through on x86-64 with Linux only")
        return 0
    tasks = list(replays.corpus_tasks(options.paths))[::options.every]
    tally = replays.judge_all(options, tasks, Checker, {"right", "none"})
    print(f"{len(tasks)} tasks: {tally['right']} stories are right, "
          f"{tally['wrong']} wrong; {tally['no replay']} runs have no replay, "
          f"{tally['none']} tasks no violation"
          + (f", {tally['missed']} do not stop" if tally["missed"] else ""))
    return 1 if tally["wrong"] or tally["missed"] else 0


if __name__ == "__main__":
    sys.exit(main())
