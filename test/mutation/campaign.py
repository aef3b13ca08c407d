#!/usr/bin/env python3
# ===- campaign.py - What notices a fault ----------------------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Asks programs with faults (rewrite.py) what is known (battery.py), one fault
at a time:

  campaign.py prepare FOLDER --programs=build/bin
  campaign.py measure FOLDER --tree=COPY      (no fault; which places are reached)
  campaign.py run FOLDER --tree=COPY --sample=N --seed=S
  campaign.py table FOLDER

prepare takes programs without faults; COPY has those that were built of the
rewritten sources, in COPY/build/bin. Results are lines of FOLDER/results.jsonl;
measure and run go on where they were stopped. Exit code 1 if a wrong answer was given and
the fault is in a part that Check stands behind."""

import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import battery

ANSWERS = {0: "safe", 1: "unsafe", 2: "unknown", 4: "internal error",
           5: "nothing to check"}
# Parts whose faults must not become wrong answers.
GUARDED = ("engines", "transforms", "solver layer")
LIBRARY = "library models"
MAP_BYTES = 1 << 21

Fault = collections.namedtuple("Fault", "number part file line column kind text function")


def read_faults(tree):
    with open(os.path.join(tree, "mutants.tsv")) as f:
        for line in f:
            number, part, name, *rest = line.rstrip("\n").split("\t")
            yield Fault(int(number), part, name, *rest)


def load(folder, name):
    with open(os.path.join(folder, name)) as f:
        return json.load(f)


def lines_of(folder, name):
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        return []
    with open(path) as f:
        return [json.loads(line) for line in f]


def store(folder, name, value):
    with open(os.path.join(folder, name), "w") as f:
        json.dump(value, f, indent=0)


# -- one question -------------------------------------------------------------


def ask(programs, item, environment, seconds):
    """What happened in a word or two, what was said, and how long it took."""
    command = [os.path.join(programs, item.command[0]), *item.command[1:]]
    start = time.monotonic()
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL, env={**os.environ, **environment},
        start_new_session=True)
    try:
        out, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return "hangs", "", time.monotonic() - start
    said = out.decode(errors="replace")
    code = process.returncode
    if item.command[0] == "sooth-fuzz":
        what = {0: "right", 1: "noticed"}.get(code, f"exit code {code}")
    else:
        what = ANSWERS.get(code, f"exit code {code}")
    return what, said, time.monotonic() - start


# -- preparations -------------------------------------------------------------


def prepare(options):
    os.makedirs(options.folder, exist_ok=True)
    folder = os.path.abspath(options.folder)
    items = battery.battery(folder, options.programs, options.clang, options.models,
                            options.random_programs, options.every)
    store(folder, "items.json", items)
    print(len(items), "questions")


def measure_one(programs, item):
    with tempfile.NamedTemporaryFile() as places:
        places.truncate(MAP_BYTES)
        what, said, seconds = ask(programs, item, {"SOOTH_MUTANT_MAP": places.name}, 60)
        data = open(places.name, "rb").read()
    reached = [m.start() for m in re.finditer(b"\1", data)]
    return what, said, seconds, reached


def measure(options):
    """Answers without a fault. What is not answered, or wants long, is left out."""
    items = [battery.Item(*i) for i in load(options.folder, "items.json")]
    programs = os.path.join(options.tree, "build/bin")
    done = {b["item"][0] for b in lines_of(options.folder, "baseline.jsonl")}
    items = [i for i in items if i.name not in done]
    answers = collections.Counter()
    with open(os.path.join(options.folder, "baseline.jsonl"), "a") as kept, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for item, (what, said, seconds, reached) in zip(
                items, pool.map(lambda i: measure_one(programs, i), items)):
            right = what == (item.expected or "right")
            if not right and what != "unknown":
                print(f"{item.name}: {what} without a fault: {said[:200]}")
            answers[what] += 1
            print(json.dumps({"item": item, "right": right, "seconds": seconds,
                              "reached": reached}), file=kept, flush=True)
    print(", ".join(f"{n} {what}" for what, n in sorted(answers.items())))


# -- faults -------------------------------------------------------------------


class LibraryPrograms:
    """A folder of programs that find other models of the C library. (What is
    beside a program comes first.)"""

    def __init__(self, options, fault):
        self.options, self.fault = options, fault

    def __enter__(self):
        tree = os.path.abspath(self.options.tree)
        self.folder = tempfile.mkdtemp(prefix="library-", dir=os.path.join(tree, "build"))
        programs = os.path.join(self.folder, "bin")
        runtime = os.path.join(self.folder, "share/sooth/runtime")
        os.makedirs(programs)
        os.makedirs(runtime)
        os.link(os.path.join(tree, "build/bin/sooth"), os.path.join(programs, "sooth"))
        for bits in ("64", "32"):
            subprocess.run(
                [self.options.clang, f"-m{bits}", "-std=c17", "-ffreestanding",
                 "-fno-math-errno", "-ffp-contract=off", "-msse2", "-nostdlibinc", "-w",
                 "-O0", "-Xclang", "-disable-O0-optnone", "-g", "-gcolumn-info",
                 "-fno-discard-value-names", f"-DSOOTH_MUTANT={self.fault.number}",
                 f"-ffile-prefix-map={tree}/runtime/libc=<libc>", "-emit-llvm", "-c",
                 os.path.join(tree, "runtime/libc/libc.c"), "-o",
                 os.path.join(runtime, f"libc{bits}.bc")], check=True,
                stderr=subprocess.DEVNULL)
        return programs

    def __exit__(self, *_):
        shutil.rmtree(self.folder)


def random_calls(options, fault):
    """Whether the campaign of the C library notices."""
    with tempfile.TemporaryDirectory() as folder:
        clang = os.path.join(folder, "clang")
        with open(clang, "w") as f:
            f.write(f'#!/bin/sh\nexec {options.clang} -DSOOTH_MUTANT={fault.number} "$@"\n')
        os.chmod(clang, 0o755)
        only = [f"--only={fault.function}"] if fault.function else []
        try:
            done = subprocess.run(
                [sys.executable, os.path.join(options.tree, "test/differential/fuzzlibc.py"),
                 f"--clang={clang}", "--seed=1", "--calls=200"],
                capture_output=True, timeout=60)
        except subprocess.TimeoutExpired:
            return "hangs"
        return "right" if done.returncode == 0 else "noticed"


def verdict(item, what, said):
    """What an answer with a fault is worth."""
    if what == item.expected or what == "right":
        return "same"
    if what in ("safe", "unsafe"):
        return "wrong"
    if what == "internal error":
        return "check" if refuted(said) else "tests"
    return "tests"  # a crash, no answer, a campaign that complains


def refuted(said):
    """Whether evidence was refuted, rather than that something crashed, an engine
    was at a loss, or two contradicted each other."""
    return not re.search(r"crash|no lemma|contradict", said)



ORDER = ["wrong", "check", "tests", "same"]


def relevant(fault, baseline, rng, options):
    """Questions whose runs come to the fault, some of each source, in an order
    that seeds decide."""
    if fault.part == LIBRARY:
        word = re.compile(r"\b%s\b" % re.escape(fault.function or "-"))
        found = [b for b in baseline if b["item"].source in ("corpus", "random programs")
                 and word.search(b["text"])]
    else:
        found = [b for b in baseline if fault.number in b["reached"]]
    rng.shuffle(found)
    slices = [b for b in found if not b["item"].expected][:1]
    found = [b for b in found if b["item"].expected]
    groups = collections.defaultdict(list)
    for b in found:
        groups[b["item"].source, b["item"].expected].append(b)
    chosen, seconds = [], 0.0
    while groups and seconds < options.seconds and len(chosen) < options.questions:
        for key in sorted(groups):
            b = groups[key].pop()
            chosen.append(b)
            seconds += b["seconds"]
            if not groups[key]:
                del groups[key]
    return chosen + slices, len(found)


def try_fault(fault, baseline, options):
    rng = random.Random(fault.number)
    questions, reaching = relevant(fault, baseline, rng, options)
    found, slow = [], 0
    usual = os.path.join(options.tree, "build/bin")

    def enter(b, programs, environment):
        """Asks; a slice of a campaign only if there is nothing yet."""
        nonlocal slow
        item = b["item"]
        if found and not item.expected:
            return
        limit = 20 + 4 * b["seconds"]
        what, said, seconds = ask(programs, item, environment, limit)
        slow += what == "hangs" or seconds > battery.SECONDS
        worth = verdict(item, what, said)
        if what in ("unknown", "hangs") and ask(usual, item, {}, limit)[0] == what:
            return  # the machine has too much to do
        if worth != "same":
            found.append([worth, item.name, what, said[:300]])

    if fault.part == LIBRARY:
        worth = random_calls(options, fault)
        if worth != "right":
            found.append(["tests", "fuzzlibc.py", worth, ""])
        if questions:
            with LibraryPrograms(options, fault) as programs:
                for b in questions:
                    enter(b, programs, {})
                    if slow > 2:
                        break
    else:
        for b in questions:
            enter(b, usual, {"SOOTH_MUTANT": str(fault.number)})
            if slow > 2:
                break
    classes = {worth for worth, *_ in found}
    best = next((c for c in ORDER if c in classes), "same")
    return {"fault": fault, "class": best, "reaching": reaching,
            "asked": len(questions), "found": found}


def read_baseline(folder):
    baseline = [b for b in lines_of(folder, "baseline.jsonl") if b["right"]]
    for b in baseline:
        b["item"] = battery.Item(*b["item"])
        b["reached"] = frozenset(b["reached"])
        path = b["item"].command[-1]
        b["text"] = ""
        if path.endswith(".c") and os.path.exists(path):
            with open(path, encoding="latin-1") as f:
                b["text"] = f.read()
    return baseline


def sampled(options, baseline):
    """Of each part as many faults, of those that are reached."""
    reached = frozenset().union(*(b["reached"] for b in baseline))
    faults = collections.defaultdict(list)
    for fault in read_faults(options.tree):
        if fault.part == LIBRARY or fault.number in reached:
            faults[fault.part].append(fault)
    rng = random.Random(options.seed)
    chosen = []
    for part in sorted(faults):
        if not options.part or part in options.part:
            chosen += rng.sample(faults[part], min(options.sample, len(faults[part])))
    rng.shuffle(chosen)
    return chosen


def run(options):
    baseline = read_baseline(options.folder)
    path = os.path.join(options.folder, "results.jsonl")
    done = {r["fault"][0] for r in lines_of(options.folder, "results.jsonl")}
    chosen = [f for f in sampled(options, baseline) if f.number not in done]
    if options.only:
        chosen = [f for f in read_faults(options.tree) if f.number in options.only]
    end = time.monotonic() + options.minutes * 60
    wrong = 0

    def job(fault):
        return try_fault(fault, baseline, options) if time.monotonic() < end else None

    with open(path, "a") as results, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(job, chosen):
            if not result:
                continue
            print(json.dumps(result), file=results, flush=True)
            if result["class"] == "wrong":
                fault = result["fault"]
                wrong += fault.part in GUARDED
                print(f"fault {fault.number} in {fault.file}:{fault.line}: {fault.kind}: "
                      f"{fault.text}")
                for worth, name, what, _ in result["found"]:
                    if worth == "wrong":
                        print(f"  {name}: {what}")
                sys.stdout.flush()
    return 1 if wrong else 0


# -- the table ----------------------------------------------------------------


def table(options):
    results = lines_of(options.folder, "results.jsonl")
    baseline = lines_of(options.folder, "baseline.jsonl")
    reached = frozenset(n for b in baseline for n in b["reached"])
    everything = collections.Counter()
    of_these = collections.Counter()
    for fault in read_faults(options.tree):
        everything[fault.part] += 1
        of_these[fault.part] += fault.number in reached
    tally = collections.Counter((Fault(*r["fault"]).part, r["class"]) for r in results)
    print("| part | faults | reached | tried | wrong answer | refuted by `Check` | "
          "noticed otherwise | same answers |\n|---|---|---|---|---|---|---|---|")
    for part in everything:
        counts = [tally[part, c] for c in ORDER]
        seen = "" if part == LIBRARY else of_these[part]
        print("|", part, "|", everything[part], "|", seen, "|", sum(counts), "|",
              " | ".join(map(str, counts)), "|")
    return 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=["prepare", "measure", "run", "table"])
    parser.add_argument("folder")
    parser.add_argument("--programs", default="build/bin", help="for prepare")
    parser.add_argument("--models", type=int, default=60, help="models of each kind")
    parser.add_argument("--random-programs", type=int, default=25, help="of each mode")
    parser.add_argument("--every", type=int, default=3,
                        help="one of so many tasks of the corpus")
    parser.add_argument("--tree", help="the copy with faults")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--part", action="append")
    parser.add_argument("--sample", type=int, default=50, help="faults of each part")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, action="append", help="this fault")
    parser.add_argument("--questions", type=int, default=24, help="for each fault")
    parser.add_argument("--seconds", type=float, default=6,
                        help="that questions for a fault take without it")
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after")
    options = parser.parse_args()
    return {"prepare": prepare, "measure": measure, "run": run,
            "table": table}[options.step](options)


if __name__ == "__main__":
    sys.exit(main())
