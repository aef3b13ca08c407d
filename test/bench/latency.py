#!/usr/bin/env python3
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long easy tasks take, of one or of two versions of the tools.

    latency.py build/bin                               one version
    latency.py build/bin --vs ~/sooth-old/build/bin    and what it is compared with
    latency.py build/bin --vmt ~/euforia/examples --nets ~/models --csv out.csv

Three sets: the first programs of the corpus, files in VMT (of test/Model, and
below the folders given), and nets (of test/Petri/Inputs; a folder given may
hold folders of the Model Checking Contest). All versions run on a task before
the next one does, so that both see the same load of the machine; quote ratios.
A table in Markdown: median and sum of wall-clock seconds, of processor seconds
of all processes, and of pages faulted in; and how many tasks were answered.
"""

import argparse
import csv
import os
import signal
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIGURES = ("wall", "cpu", "faults")


@dataclass
class Run:
    answer: str
    wall: float
    cpu: float
    faults: int


def run(command, timeout):
    """Runs it in a session of its own; all of that ends with it."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True,
                               start_new_session=True)
    killed = False

    def stop(*_):
        nonlocal killed
        killed = True
        os.killpg(process.pid, signal.SIGKILL)

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, timeout + 5)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    first = "killed" if killed else (output.splitlines() or ["nothing"])[0]
    return Run(first.split(":")[0], time.monotonic() - start,
               usage.ru_utime + usage.ru_stime, usage.ru_minflt)


def corpus(limit):
    """The first programs, each as its first expectation says."""
    tasks = []
    for path in sorted((ROOT / "test/corpus").rglob("*.c")):
        for line in path.read_text().splitlines()[:10]:
            if line.startswith("// EXPECT:"):
                words = line.split()[2:]
                if words[0] in ("safe", "unsafe"):
                    tasks.append((str(path.relative_to(ROOT)),
                                  ["sooth", str(path), *words[1:]]))
                break
    return tasks[:limit]


def systems(folders):
    # Files whose first lines say that they are to be run; the others are bad.
    own = [p for p in sorted((ROOT / "test/Model").rglob("*.vmt"))
           if p.parent.name == "Inputs"]
    given = [p for f in folders for p in sorted(Path(f).rglob("*.vmt"))]
    return [(p.name, ["sooth", str(p)]) for p in own + given]


def nets(folders, limit):
    tasks = [(p.name, ["sooth-pnml", str(p), "--deadlock"])
             for p in sorted((ROOT / "test/Petri/Inputs").glob("*.pnml"))]
    for folder in folders:
        for model in sorted(Path(folder).rglob("model.pnml"),
                            key=lambda p: (p.stat().st_size, str(p))):
            questions = model.with_name("ReachabilityCardinality.xml")
            if questions.exists():
                tasks.append((model.parent.name,
                              ["sooth-pnml", str(model), f"--mcc={questions}"]))
    return tasks[:limit]


def version(folder, command, timeout):
    return [str(Path(folder) / command[0]), *command[1:],
            f"--timeout={timeout}"]


def table(rows, names):
    print("| set | version | tasks | answered |"
          + "".join(f" {f}: median | sum |" for f in FIGURES))
    print("|---|---|---|---|" + "---|---|" * len(FIGURES))
    for kind in dict.fromkeys(kind for kind, *_ in rows):
        sums = {}
        for name in names:
            runs = [r for k, _, n, r in rows if k == kind and n == name]
            done = sum(r.answer not in ("killed", "nothing", "Unknown")
                       for r in runs)
            cells = []
            for figure in FIGURES:
                values = [getattr(r, figure) for r in runs]
                middle, total = statistics.median(values), sum(values)
                sums[name, figure] = (middle, total)
                cells += ([f"{middle:.0f}", f"{total:.0f}"]
                          if figure == "faults" else
                          [f"{middle:.3f}", f"{total:.2f}"])
            print(f"| {kind} | {name} | {len(runs)} | {done} | "
                  + " | ".join(cells) + " |")
        if len(names) == 2:
            ratios = [f"{a / b:.2f}" for f in FIGURES
                      for a, b in zip(sums[names[1], f], sums[names[0], f])]
            print(f"| {kind} | ratio | | | " + " | ".join(ratios) + " |")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", help="with sooth and sooth-pnml")
    parser.add_argument("--vs", metavar="FOLDER", help="of the older version")
    parser.add_argument("--vmt", action="append", default=[], metavar="FOLDER")
    parser.add_argument("--nets", action="append", default=[], metavar="FOLDER")
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--max-nets", type=int, default=20)
    parser.add_argument("--timeout", type=int, default=8)
    parser.add_argument("--csv", help="where to write each run")
    options = parser.parse_args()
    versions = {"now": options.folder}
    if options.vs:
        versions = {"before": options.vs, "now": options.folder}
    rows = []
    for kind, tasks in (("corpus", corpus(options.programs)),
                        ("vmt", systems(options.vmt)),
                        ("nets", nets(options.nets, options.max_nets))):
        for name, command in tasks:
            for who, folder in versions.items():
                result = run(version(folder, command, options.timeout),
                             options.timeout)
                rows.append((kind, name, who, result))
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            out = csv.writer(file)
            out.writerow(["set", "task", "version", "answer", *FIGURES])
            for kind, name, who, r in rows:
                out.writerow([kind, name, who, r.answer, f"{r.wall:.3f}",
                              f"{r.cpu:.3f}", r.faults])
    table(rows, list(versions))
    return 0


if __name__ == "__main__":
    sys.exit(main())
