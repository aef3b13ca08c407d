#!/usr/bin/env python3
# ===- witnesses.py - Are witnesses right? ---------------------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Checks witnesses in the format 2.0 of SV-COMP without any code of Sooth.

    witnesses.py check WITNESS...          against the rules of the format
    witnesses.py run WITNESS PROGRAM       a violation under gcc's sanitizers
    witnesses.py try WITNESS PROGRAM       invariants with random inputs
    witnesses.py corpus [PATH...]          all of that for the corpus's programs, or
                                           others named *_safe.c, *_unsafe.c

`run` lets functions without a body return what the waypoints say, and demands
that the program fails. `try` puts invariants of loops into the program as
assertions. `corpus` also has Sooth judge its own witnesses, and changed ones: a
violation with another value may be confirmed only if it fails under gcc, one
with another target line and a stronger invariant never. Exit code 1 if
something is wrong."""

import argparse
import collections
import concurrent.futures
import copy
import dataclasses
import datetime
import glob
import hashlib
import os
import random
import re
import subprocess
import sys
import tempfile
import uuid

import yaml

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "corpus"))

# -- The rules of the format --------------------------------------------------

CONSTRAINTS = {"assumption": ("c_expression", "acsl_expression"),
               "function_return": ("acsl_expression",), "branching": None}


def demand(condition, what):
    if not condition:
        raise ValueError(what)


def keys(value, required, optional=()):
    demand(isinstance(value, dict), f"no mapping: {value!r}")
    demand(set(required) <= set(value), f"{set(required) - set(value)} missing")
    extra = set(value) - set(required) - set(optional)
    demand(not extra, f"unknown keys {extra}")


def check_location(place):
    keys(place, ["file_name", "line"], ["column", "function"])
    for key in ("line", "column"):
        demand(isinstance(place.get(key, 1), int) and place.get(key, 1) >= 1,
               f"{key} {place.get(key)!r}")


def check_metadata(data):
    keys(data, ["format_version", "uuid", "creation_time", "producer", "task"])
    demand(data["format_version"] == "2.0", "format_version")
    demand(str(uuid.UUID(data["uuid"])) == data["uuid"], "uuid")
    datetime.datetime.fromisoformat(data["creation_time"].replace("Z", "+00:00"))
    keys(data["producer"], ["name", "version"],
         ["configuration", "command_line", "description"])
    task = data["task"]
    keys(task, ["input_files", "input_file_hashes", "specification",
                "data_model", "language"])
    demand(task["data_model"] in ("ILP32", "LP64"), "data_model")
    demand(task["language"] == "C", "language")
    demand(re.fullmatch(r"CHECK\( init\(main\(\)\), LTL\(.*\) \)",
                        task["specification"].splitlines()[0]), "specification")
    demand(set(task["input_file_hashes"]) == set(task["input_files"]), "hashes")
    for name, value in task["input_file_hashes"].items():
        with open(name, "rb") as file:
            demand(hashlib.sha256(file.read()).hexdigest() == value,
                   f"hash of {name}")


def check_waypoint(point, is_last):
    kind = point.get("type")
    constrained = kind in CONSTRAINTS
    keys(point, ["type", "action", "location"] +
         (["constraint"] if constrained else []))
    demand(kind in ("assumption", "branching", "function_enter",
                    "function_return", "target"), f"type {kind}")
    demand(point["action"] == "follow", "action")
    demand((kind == "target") == is_last, "the target is the last waypoint")
    check_location(point["location"])
    if not constrained:
        return
    formats = CONSTRAINTS[kind]
    keys(point["constraint"], ["value"] + (["format"] if formats else []))
    demand(isinstance(point["constraint"]["value"], str), "value")
    if formats:
        demand(point["constraint"]["format"] in formats, "format")
    else:
        demand(point["constraint"]["value"] in ("true", "false"), "branching")


def check_entry(entry):
    keys(entry, ["entry_type", "metadata", "content"])
    check_metadata(entry["metadata"])
    content = entry["content"]
    demand(isinstance(content, list), "content")
    if entry["entry_type"] == "violation_sequence":
        demand(content, "no segments")
        for number, segment in enumerate(content, 1):
            keys(segment, ["segment"])
            [point] = segment["segment"]
            keys(point, ["waypoint"])
            check_waypoint(point["waypoint"], number == len(content))
        return
    demand(entry["entry_type"] == "invariant_set", "entry_type")
    for each in content:
        keys(each, ["invariant"])
        invariant = each["invariant"]
        keys(invariant, ["type", "location", "value", "format"])
        demand(invariant["type"] in ("loop_invariant", "location_invariant"),
               "type")
        demand(invariant["format"] == "c_expression", "format")
        check_location(invariant["location"])


def load(path):
    with open(path, encoding="utf-8") as file:
        [entry] = yaml.safe_load(file)
    return entry


def check(path):
    check_entry(load(path))


# -- Violations under gcc -----------------------------------------------------

SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all",
              "-fno-sanitize=shift"]


def offset_of(text, place):
    lines = text.splitlines(keepends=True)
    before = sum(len(line) for line in lines[:place["line"] - 1])
    return before + place.get("column", 1) - 1


def call_of(text, point):
    """The function whose result the waypoint tells, and the result."""
    at = offset_of(text, point["location"])
    value = point["constraint"]["value"].partition("==")[2].strip()
    if point["type"] == "assumption":
        at = text.rindex(")", 0, at)
    depth = 0
    for end in range(at, -1, -1):
        depth += (text[end] == ")") - (text[end] == "(")
        if depth == 0:
            return re.search(r"(\w+)\s*$", text[:end]).group(1), value
    raise ValueError("no call at a waypoint")


def results(entry, text):
    """What each function returns, in order."""
    returned = collections.defaultdict(list)
    for segment in entry["content"]:
        [point] = segment["segment"]
        point = point["waypoint"]
        if point["type"] in ("assumption", "function_return"):
            name, value = call_of(text, point)
            returned[name].append(value)
    return returned


TYPES = {"int": "int", "uint": "unsigned", "char": "char",
         "uchar": "unsigned char", "short": "short",
         "ushort": "unsigned short", "long": "long", "ulong": "unsigned long",
         "unsigned": "unsigned", "bool": "_Bool", "float": "float",
         "double": "double", "longlong": "long long", "loff_t": "long long",
         "ulonglong": "unsigned long long", "size_t": "unsigned long"}


def stub(name, values):
    kind = TYPES.get(re.sub(r"^(__VERIFIER|sooth)_nondet_", "", name), "int")
    listed = ", ".join(values) or "0"
    return (f"{kind} {name}(void) {{ static const {kind} all[] = {{{listed}}}; "
            f"static unsigned next; return next < {len(values)} ? all[next++] "
            ": 0; }\n")


COMMON = """#include <stdio.h>
#include <stdlib.h>
__attribute__((weak)) void reach_error(void) { _Exit(99); }
__attribute__((weak)) void __VERIFIER_error(void) { _Exit(99); }
__attribute__((weak)) void sooth_error(void) { _Exit(99); }
__attribute__((weak)) void sooth_assert(int c) { if (!c) _Exit(99); }
__attribute__((weak)) void __VERIFIER_assert(int c) { if (!c) _Exit(99); }
__attribute__((weak)) void sooth_assume(int c) { if (!c) _Exit(0); }
__attribute__((weak)) void __VERIFIER_assume(int c) { if (!c) _Exit(0); }
"""


def nondet_functions(text):
    return set(re.findall(r"\b((?:__VERIFIER|sooth)_nondet_\w+)\s*\(", text))


def fails(program, text, stubs, flags, leaks, runs=1, arguments=()):
    """Whether a run of gcc's program with these arguments fails; None if it cannot
    be built."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "program.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        other = os.path.join(folder, "stubs.c")
        with open(other, "w", encoding="utf-8") as file:
            file.write(COMMON + stubs)
        binary = os.path.join(folder, "program")
        done = subprocess.run(
            ["gcc", "-w", "-g", "-O0", "-fno-builtin", *SANITIZERS, *flags,
             "-iquote", os.path.dirname(program) or ".", "-I",
             os.path.join(os.path.dirname(os.path.dirname(HERE)), "runtime"),
             source, other, "-lm", "-o", binary],
            capture_output=True, text=True)
        if done.returncode:
            return None
        options = f"detect_leaks={int(leaks)}:detect_stack_use_after_return=1"
        for seed in range(runs):
            try:
                done = subprocess.run(
                    [binary, *arguments], capture_output=True, timeout=20,
                    stdin=subprocess.DEVNULL,
                    env={**os.environ, "ASAN_OPTIONS": options,
                         "SEED": str(seed)})
            except subprocess.TimeoutExpired:
                continue
            said = done.stderr.decode(errors="replace")
            if done.returncode in (99, -6) or "Sanitizer" in said or \
                    "runtime error" in said or done.returncode == 134:
                return True
        return False


def run(entry, program, flags=(), arguments=()):
    """(Of main's arguments a witness cannot tell.)"""
    with open(program, encoding="utf-8") as file:
        text = file.read()
    returned = results(entry, text)
    names = set(returned) | nondet_functions(text)
    stubs = "".join(stub(name, returned[name]) for name in sorted(names))
    leaks = "valid-mem" in entry["metadata"]["task"]["specification"]
    return fails(program, text, stubs, list(flags), leaks, arguments=arguments)


# -- Invariants with random inputs --------------------------------------------

RANDOM = """static unsigned long state;
static unsigned long any(void) {
  if (!state) state = atol(getenv("SEED")) * 2654435761u + 88172645463325252u;
  state ^= state << 13; state ^= state >> 7; state ^= state << 17;
  switch (state >> 60) { case 0: return 0; case 1: return 1;
  case 2: return 2147483647; case 3: return -1; case 4: case 5: case 6:
  case 7: case 8: case 9: return state % 32; default: return state; } }
"""


def with_assertions(entry, text):
    """The program with its invariants of loops as assertions."""
    places = []
    for each in entry["content"]:
        invariant = each["invariant"]
        at = offset_of(text, invariant["location"])
        keyword = re.match(r"for|while", text[at:])
        if not keyword:
            raise ValueError("no loop at an invariant")
        at = text.index("(", at)
        if keyword.group() == "for":
            at = text.index(";", at)
        is_empty = re.match(r";\s*;", text[at:])
        call = f"invariant_holds(({invariant['value']}) != 0)"
        places.append((at + 1, call + (", 1" if is_empty else ", ")))
    for at, call in sorted(places, reverse=True):
        text = text[:at] + call + text[at:]
    return "extern void invariant_holds(int);\n#line 1\n" + text


def try_invariants(entry, program, flags=(), runs=50):
    """Whether one fails; None if that cannot be tried."""
    with open(program, encoding="utf-8") as file:
        text = file.read()
    stubs = RANDOM + "void invariant_holds(int c) { if (!c) abort(); }\n"
    for name in sorted(nondet_functions(text)):
        kind = TYPES.get(re.sub(r"^(__VERIFIER|sooth)_nondet_", "", name), "int")
        stubs += f"{kind} {name}(void) {{ return any(); }}\n"
    return fails(program, with_assertions(entry, text), stubs, list(flags),
                 False, runs)


# -- Own witnesses, and changed ones ------------------------------------------


def changes(entry):
    """Changed witnesses, and what was changed."""
    if entry["entry_type"] == "invariant_set":
        for index, each in enumerate(entry["content"]):
            changed = copy.deepcopy(entry)
            name = re.search(r"[A-Za-z_]\w*", each["invariant"]["value"])
            changed["content"][index]["invariant"]["value"] += \
                f" && {name.group()} == 7919"
            yield "stronger", changed
        return
    changed = copy.deepcopy(entry)
    target = changed["content"][-1]["segment"][0]["waypoint"]
    target["location"] = {**target["location"], "line": 1}
    target["location"].pop("column", None)
    yield "line", changed
    for segment in reversed(entry["content"]):
        point = segment["segment"][0]["waypoint"]
        if "constraint" in point:
            changed = copy.deepcopy(entry)
            index = entry["content"].index(segment)
            constraint = changed["content"][index]["segment"][0]["waypoint"]["constraint"]
            left, _, value = constraint["value"].partition("==")
            constraint["value"] = f"{left}== {value.strip()} + 1"
            yield "value", changed
            return


class Corpus:
    def __init__(self, options):
        self.options = options

    def sooth(self, *arguments):
        return subprocess.run(
            [self.options.tool, f"--timeout={self.options.timeout:g}",
             *arguments], capture_output=True, text=True,
            errors="replace")

    def judge(self, entry, task):
        with tempfile.NamedTemporaryFile("w", suffix=".yml") as file:
            yaml.safe_dump([entry], file)
            file.flush()
            said = self.sooth(*task.flags, f"--validate={file.name}", task.path)
        return said.stdout.strip() or said.stderr.strip()

    def examine(self, task):
        """What is seen of a task, as pairs of a kind and a remark."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "witness.yml")
            engine = [f"--engine={self.options.engine}"] if self.options.engine else []
            done = self.sooth(*task.flags, *engine, f"--witness={path}", task.path)
            if done.returncode not in (0, 1) or not os.path.exists(path):
                return [("no witness", "")]
            try:
                check(path)
            except ValueError as problem:
                return [("WRONG format", str(problem))]
            entry = load(path)
        flags = [f for f in task.flags if not f.startswith("--")]
        if done.returncode == 1:
            failed = run(entry, task.path, flags, task.arguments)
            if not failed and task.native == "none":
                failed = "none"  # it takes a machine that cannot be had
            seen = [("violation that " + {True: "fails under gcc",
                     False: "DOES NOT FAIL under gcc",
                     "none": "no run of the corpus's shows",
                     None: "gcc does not build"}[failed], "")]
        elif entry["content"]:
            try:
                failed = try_invariants(entry, task.path, flags)
            except ValueError:
                failed = None
            seen = [("invariants that " + {True: "FAIL with random inputs",
                     False: "hold with random inputs",
                     None: "gcc does not build"}[failed], "")]
        else:
            seen = [("proof without invariants", "")]
        verdict = self.judge(entry, task)
        seen.append(("own witness " + verdict.partition(":")[0],
                     verdict.partition(":")[2]))
        for what, changed in changes(entry):
            verdict = self.judge(changed, task).partition(":")[0]
            failed = verdict == "confirmed" and what == "value" and \
                run(changed, task.path, flags, task.arguments)
            if failed:
                verdict = "confirmed, as gcc does"
            elif failed is None:
                verdict = "confirmed, gcc does not build"
            elif verdict == "confirmed":
                verdict = "CONFIRMED"
            seen.append((f"other {what} {verdict}", ""))
        return seen


@dataclasses.dataclass
class Generated:
    """A program of test/bench/generate.py."""
    path: str
    expected: str
    flags: tuple = ()
    arguments: tuple = ()
    native: str = ""


def tasks_of(paths, expected):
    """Programs of the corpus, and generated ones, which have their answer in the name."""
    from corpus import find_tasks
    tasks = [t for t in find_tasks(paths) if t.expected in expected]
    for folder in paths:
        for path in sorted(glob.glob(os.path.join(folder, "*.c"))):
            if match := re.search(r"_(safe|unsafe)\.c$", path):
                tasks.append(Generated(path, match.group(1)))
    return [t for t in tasks if t.expected in expected]


def corpus(options):
    from corpus import title
    tasks = tasks_of(options.paths, ("safe", "unsafe"))
    random.Random(options.seed).shuffle(tasks)
    tasks = tasks[:options.most]
    counted, all_of_it = collections.Counter(), Corpus(options)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for task, seen in zip(tasks, pool.map(all_of_it.examine, tasks)):
            for kind, remark in seen:
                counted[kind] += 1
                if options.verbose or re.search("[A-Z]{4}", kind) or \
                        kind in ("own witness rejected", "own witness unknown"):
                    print(f"{title(task)}: {kind}{': ' if remark else ''}"
                          f"{remark.strip()}", flush=True)
    for kind, count in sorted(counted.items()):
        print(f"{count:5} {kind}")
    wrong = [k for k in counted if re.search("WRONG|FAIL with|CONFIRMED", k)]
    return 1 if wrong or counted["own witness rejected"] else 0


def options_for(description, commands):
    """What the command line says; without paths, the corpus is meant."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("command", choices=[*commands, "corpus"])
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--tool", default="sooth")
    parser.add_argument("--engine", help="those that the witnesses are to come from")
    parser.add_argument("--timeout", type=float, default=10)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--most", type=int, default=100000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    if options.command == "corpus":
        options.paths = options.paths or [os.path.join(os.path.dirname(HERE),
                                                       "corpus")]
    return options


def main():
    options = options_for(__doc__, ["check", "run", "try"])
    if options.command == "corpus":
        return corpus(options)
    if options.command == "check":
        for path in options.paths:
            check(path)
        return 0
    witness, program = options.paths
    if options.command == "run":
        return 0 if run(load(witness), program) else 1
    return 0 if try_invariants(load(witness), program) is False else 1


if __name__ == "__main__":
    sys.exit(main())
