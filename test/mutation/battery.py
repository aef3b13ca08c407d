# ===- battery.py - Questions with known answers ---------------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""What a fault is tried with: questions to the programs that users run, one
engine at a time, and slices of the random campaigns. The truth is known by
enumeration (models of sooth-fuzz), by compiled runs (random C programs) or is
what the corpus says."""

import argparse
import collections
import glob
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path[:0] = [os.path.join(TESTS, "differential"), os.path.join(TESTS, "corpus")]
import corpus  # noqa: E402
import fuzzc  # noqa: E402

# The command's first word is the name of a program in the folder of programs.
# What is expected is safe or unsafe, or "" of a slice of a campaign, whose exit
# code says whether it noticed something.
Item = collections.namedtuple("Item", "name command expected source")

ON_SYSTEMS = ["kind", "bmc", "euf", "euf-ts", "ic3ia", "cegar", "pdr", "clustered",
              "visibility", "interpolating"]
ON_CLAUSES = ["kind", "euf", "ic3ia", "cegar", "abstract", "explicit", "simulate",
              "run", "symbolic", "cells"]
ON_VALUES = ["kind", "euf", "ic3ia", "cegar", "cells", "abstract"]
ON_NETS = ["state", "walk", "reduce", "explore"]
ON_C = ["kind", "euf", "ic3ia", "cegar", "abstract", "cells", "explicit", "simulate",
        "symbolic", "run", "clustered", "pdr"]
SECONDS = 4


def truth(path):
    return "unsafe" if "-unsafe" in os.path.basename(path) else "safe"


def models(folder, programs, count):
    """Models of sooth-fuzz, each asked about with two of the engines."""
    target = os.path.join(folder, "models")
    os.makedirs(target, exist_ok=True)
    for kind, engines, suffix in (("ts", ON_SYSTEMS, "vmt"),
                                  ("cfa", ON_CLAUSES, "smt2"),
                                  ("values", ON_VALUES, "smt2"),
                                  ("petri", ON_NETS, "pnml")):
        subprocess.run([os.path.join(programs, "sooth-fuzz"), f"--kind={kind}",
                        f"--seeds=1..{count}", f"--write={target}"], check=True)
        prefix = "net" if kind == "petri" else kind
        paths = sorted(glob.glob(os.path.join(target, f"{prefix}-*.{suffix}")))
        for index, path in enumerate(paths):
            for engine in {engines[index % len(engines)],
                           engines[(index * 3 + 1) % len(engines)]}:
                command = [f"--timeout={SECONDS}", f"--engine={engine}", path]
                if kind == "petri":
                    with open(path[:-len("pnml")] + "goal") as f:
                        command = ["sooth-pnml", *command, f"--reach={f.read()}"]
                else:
                    command = ["sooth", *command]
                yield Item(f"{os.path.basename(path)} {engine}", command,
                           truth(path), "models")


def random_programs(folder, programs, clang, count):
    """Random C programs, compiled and run for the truth."""
    for mode in ("scalars", "memory", "recursion-memory", "floats"):
        options = argparse.Namespace(
            clang=clang, sanitize=False, damage=None, mode=mode,
            tool=os.path.join(programs, "sooth"), timeout=SECONDS, engine=None)
        work = os.path.join(folder, "truth")
        os.makedirs(work, exist_ok=True)
        campaign = fuzzc.Campaign.__new__(fuzzc.Campaign)
        campaign.options, campaign.source = options, fuzzc.MODES[mode]
        campaign.truth = fuzzc.Enumerator(clang, work, [])
        campaign.path = os.path.join(work, "program.c")
        for seed in range(1, count + 1):
            try:
                safe = campaign.prepare(seed)
            except fuzzc.Skipped:
                continue
            name = f"{mode}-{seed}-{'safe' if safe else 'unsafe'}.c"
            path = os.path.join(folder, name)
            shutil.copy(campaign.path, path)
            yield Item(name, ["sooth", f"--timeout={SECONDS}", path], truth(path),
                       "random programs")
            if mode != "floats":
                engine = ON_C[seed % len(ON_C)]
                yield Item(f"{name} {engine}",
                           ["sooth", f"--timeout={SECONDS}", f"--engine={engine}",
                            path], truth(path), "random programs")


def corpus_tasks(every):
    """Each task of the corpus that has an answer, or one of so many."""
    with open(os.path.join(TESTS, "corpus", "unanswered.txt")) as f:
        unanswered = {line.strip() for line in f}
    tasks = [t for t in corpus.find_tasks([os.path.join(TESTS, "corpus")])
             if t.expected != "unknown" and corpus.title(t) not in unanswered]
    for task in tasks[::every]:
        yield Item(corpus.title(task),
                   ["sooth", f"--timeout={SECONDS}", *task.flags, task.path],
                   task.expected, "corpus")


def slices():
    """Parts of what `ninja check` runs of sooth-fuzz."""
    for kind, engines, seeds in (
            ("ts", "kind,euf,pdr", "1..15"), ("ts", "euf-partition,ic3ia", "16..25"),
            ("ts", "clustered,visibility,interpolating:any", "1..8"),
            ("ts", "cegar:any", "1..20"), ("cfa", "kind,euf,abstract", "1..12"),
            ("cfa", "cegar:any", "1..20"), ("cfa", "explicit,euf-ts", "1..15"),
            ("cfa", "facts:kind,facts:euf", "1..10"), ("horn", "kind,euf", "1..20"),
            ("values", "kind,euf", "1..10"), ("path", "all", "1..20")):
        yield Item(f"sooth-fuzz --kind={kind} --engine={engines} --seeds={seeds}",
                   ["sooth-fuzz", f"--kind={kind}", f"--engine={engines}",
                    f"--seeds={seeds}", "--timeout=1"], "", "campaigns")
    yield Item("sooth-fuzz --kind=petri", ["sooth-fuzz", "--kind=petri", "--seeds=1..60",
                                          "--engine=walk,explore,reduce,state",
                                          "--timeout=1"], "", "campaigns")


def battery(folder, programs, clang, models_of_a_kind, programs_of_a_mode, every):
    return [*models(folder, programs, models_of_a_kind),
            *random_programs(folder, programs, clang, programs_of_a_mode),
            *corpus_tasks(every), *slices()]
