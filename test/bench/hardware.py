#!/usr/bin/env python3
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Hardware models (BTOR2, AIGER) beside Spacer and ABC's pdr.

    hardware.py ~/avr ~/pono --csv build/hardware.csv        all that is there
    hardware.py ~/avr --sample 80 --seed 1 --csv OUT.csv     80 of them
    hardware.py --report build/hardware.csv                  the table of a run again

All tools run on a model before the next model does. sooth has no option but the
limits. Spacer gets the Horn clauses, ABC (package berkeley-abc) the circuit that sooth
writes; models with arrays have no circuit. Writing is not counted, but has the same
limits. A table in Markdown: answers by tool, those that no other tool has, processor
time. Tools that contradict each other are told, and make the exit code 1.
"""

import argparse
import collections
import random
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from sooth_bench import results, runner, tools  # noqa: E402
from sooth_bench.conventions import HARDWARE  # noqa: E402
from sooth_bench.errors import BenchError  # noqa: E402
from sooth_bench.tasks import SAFE, UNSAFE, Task  # noqa: E402

SOOTH, OTHERS = "sooth", ("z3-spacer", "abc-pdr")


def find_models(folders):
    """A task for each file, named by its path from the folder's parent."""
    found = []
    for folder in (f.resolve() for f in folders):
        if not folder.is_dir():
            raise BenchError(f"{folder}: not a folder")
        found += [Task(str(p.relative_to(folder.parent)), folder.name, (p,), None)
                  for p in sorted(folder.rglob("*"))
                  if p.suffix in HARDWARE and p.is_file()]
    if not found:
        raise BenchError("no models")
    return found


def sample(tasks, count, seed):
    """In random order: what an interrupted run has done is a sample, too."""
    if not count or count >= len(tasks):
        return tasks
    return random.Random(seed).sample(tasks, count)


def has_answer(row):
    return row.status in results.SOLVED


def is_refused(row):
    """The model could not be written in the tool's language."""
    return row.reason.startswith("preparation:") and "cannot be split into bits" in row.reason


def report(rows):
    """Prints tables; returns whether there are contradictions."""
    of_tool = collections.defaultdict(dict)
    for row in rows:
        of_tool[row.tool][row.task] = row
    solved = {tool: {t for t, row in of.items() if has_answer(row)}
              for tool, of in of_tool.items()}
    print(f"{len({r.task for r in rows})} models\n")
    print("| tool | answers | safe | unsafe | only this tool | time | memory | other | "
          "not for it | processor s |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for tool in sorted(of_tool, key=lambda t: (t != SOOTH, t)):
        print_tool(tool, of_tool[tool], solved)
    if SOOTH in solved:
        print_difference(of_tool, solved)
    conflicts = runner.contradictions(rows)
    for line in conflicts:
        print(f"\nCONTRADICTION ON {line}")
    return bool(conflicts)


def print_tool(tool, of, solved):
    answers = collections.Counter(of[t].answer for t in solved[tool])
    elsewhere = set().union(*(s for name, s in solved.items() if name != tool))
    refused = sum(map(is_refused, of.values()))
    status = collections.Counter(r.status for r in of.values())
    rest = len(of) - len(solved[tool]) - refused - status[results.TIMEOUT] - status[results.OOM]
    print(f"| {tool} | {len(solved[tool])} | {answers[SAFE]} | {answers[UNSAFE]} | "
          f"{len(solved[tool] - elsewhere)} | {status[results.TIMEOUT]} | "
          f"{status[results.OOM]} | {rest} | {refused} | {sum(r.cpu_s for r in of.values()):.0f} |")


def print_difference(of_tool, solved):
    others = [t for t in solved if t != SOOTH]
    union = set().union(*(solved[t] for t in others))
    best = max((len(solved[t]) for t in others), default=0)
    print(f"\nThe better of the others answers {best}, all of them together {len(union)}.")
    for task in sorted(union - solved[SOOTH]):
        row = of_tool[SOOTH].get(task)
        who = ", ".join(f"{t} {of_tool[t][task].answer} in {of_tool[t][task].wall_s:.1f} s"
                        for t in others if task in solved[t])
        print(f"- not answered by {SOOTH}: {task} ({who}): {row.reason if row else 'not run'}")


def measure(options):
    tasks = sample(find_models(options.folders), options.sample, options.seed)
    chosen = []
    for spec in options.tool or [SOOTH, *OTHERS]:
        tool = tools.load(spec, HERE / "tools", options.bin)
        if absent := tools.missing(tool, options.bin):
            raise BenchError(f"{tool.name} needs {', '.join(absent)}")
        chosen.append(tool)
    # Wall-clock time, as what several processes of one tool gain is a gain; but on a
    # machine that is busy with other things only the time of processors says something.
    wall, cpu = (5 * options.timeout, options.timeout) if options.cpu else (options.timeout, 0)
    limits = runner.Options(wall, cpu, options.memory, options.jobs, 1,
                            options.bin.resolve(), options.keep)
    options.csv.parent.mkdir(parents=True, exist_ok=True)
    options.csv.with_suffix(".json").write_text(runner.metadata(limits, chosen))
    writer = results.Writer(options.csv, [])
    try:
        return runner.Runner(limits, writer).run(tasks, chosen)
    finally:
        writer.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, help="where models are")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="a line for each model and tool")
    parser.add_argument("--report", type=Path, metavar="FILE", help="such a file again")
    parser.add_argument("--sample", type=int, metavar="N", help="only N models")
    parser.add_argument("--seed", type=int, default=1, help="which (default: 1)")
    parser.add_argument("--timeout", type=float, default=20, metavar="S")
    parser.add_argument("--cpu", action="store_true", help="the limit is one of processor "
                        "time, of all processes together (on a busy machine)")
    parser.add_argument("--memory", type=float, default=4096, metavar="MB")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--tool", action="append", help="as for bench (default: all three)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="what each run prints")
    parser.add_argument("--bin", type=Path, default=HERE.parents[1] / "build/bin")
    options = parser.parse_args()
    try:
        if options.report:
            return int(report(results.read(options.report)))
        if not options.folders or not options.csv:
            raise BenchError("folders and --csv are needed")
        return int(report(measure(options)))
    except BenchError as error:
        print(f"hardware: error: {error}", file=sys.stderr)
        return 3


if __name__ == "__main__":
    sys.exit(main())
