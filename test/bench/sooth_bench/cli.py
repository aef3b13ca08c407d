# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line: bench run | alone | list | tally | compare | plot."""

import argparse
import random
import sys
from pathlib import Path

from . import alone
from . import compare as comparing
from . import conventions, results, runner, tally, tools
from .errors import BenchError
from .tasks import Collection, load_folder, load_set

BENCH = Path(__file__).resolve().parent.parent
BUILD = BENCH.parent.parent / "build"


def main(arguments: list[str]) -> int:
    """0: done; 1: an answer was wrong or answers contradict each other;
    3: bad input."""
    options = _parser().parse_args(arguments)
    try:
        return options.action(options)
    except BenchError as error:
        print(f"bench: error: {error}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        print("bench: interrupted", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    run = commands.add_parser("run", help="run tools on tasks")
    _task_arguments(run)
    run.add_argument("--tool", action="append", default=[], metavar="NAME[=CMD]",
                     help="a file of tools/, NAME=COMMAND with {file} "
                     "{timeout} {memory}, or NAME=TOOL:MORE ARGUMENTS")
    _limit_arguments(run)
    run.add_argument("--repeat", type=int, default=1, metavar="N")
    run.add_argument("--column", action="append", default=[], metavar="STAT",
                     help="a figure of --stats with a column of its own")
    run.set_defaults(action=_run)
    single = commands.add_parser(
        "alone", help="what engines answer alone in half the time, of what the "
        "race of all leaves open")
    _task_arguments(single)
    single.add_argument("--tool", action="append", default=[], metavar="NAME[=CMD]",
                        help="the race; takes --engine=NAME before its files")
    single.add_argument("--engine", action="append", default=[], metavar="NAME",
                        help=f"by default {', '.join(alone.ENGINES)}")
    _limit_arguments(single)
    single.set_defaults(action=_alone, repeat=1)
    listing = commands.add_parser("list", help="show tasks and what is expected")
    _task_arguments(listing)
    listing.set_defaults(action=_list)
    counting = commands.add_parser("tally", help="right, wrong, and why unknown")
    counting.add_argument("csv", nargs="+", type=Path)
    counting.add_argument("--reasons", type=int, default=30, metavar="N",
                          help="how many reasons, the most frequent first")
    counting.set_defaults(action=_tally)
    comparison = commands.add_parser("compare", help="two tools, or two tables")
    comparison.add_argument("csv", nargs="+", type=Path)
    comparison.add_argument("--stat", help="also compare this figure of --stats")
    comparison.add_argument("--verbose", action="store_true")
    _side_arguments(comparison)
    comparison.set_defaults(action=_compare)
    plot = commands.add_parser("plot", help="draw a table")
    plot.add_argument("csv", nargs="+", type=Path)
    plot.add_argument("-o", "--out", type=Path, required=True)
    plot.add_argument("--kind", choices=["scatter", "cactus"], default="scatter")
    _side_arguments(plot)
    plot.set_defaults(action=_plot)
    return parser


def _limit_arguments(parser) -> None:
    parser.add_argument("--timeout", type=float, default=10, metavar="S")
    parser.add_argument("--cpu-timeout", type=float, metavar="S",
                        help="of the whole tree; as --timeout unless given, 0: none")
    parser.add_argument("--memory", type=float, default=2000, metavar="MB")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, metavar="CSV", required=True)
    parser.add_argument("--keep", type=Path, metavar="DIR",
                        help="keep each run's output there")
    parser.add_argument("--bin", type=Path, default=BUILD / "bin", metavar="DIR",
                        help="where the project's programs are")


def _task_arguments(parser) -> None:
    parser.add_argument("sets", nargs="*", metavar="SET",
                        help="a name in sets/, a .set file or a folder of .yml")
    parser.add_argument("--tasks", action="append", default=[], type=Path,
                        metavar="DIR", help="a folder read by --convention")
    parser.add_argument("--convention", default="yaml",
                        choices=sorted(conventions.CONVENTIONS))
    parser.add_argument("--generated", type=Path, default=BUILD / "bench-tasks",
                        metavar="DIR", help="what $TASKS in a set stands for")
    parser.add_argument("--only", metavar="TEXT",
                        help="only tasks with this in their name")
    parser.add_argument("--exclude", action="append", default=[], metavar="TEXT")
    parser.add_argument("--half", choices=["even", "odd"],
                        help="only tasks at these places of the sorted list, "
                        "counted from 1: one half to work on, one as the test")
    parser.add_argument("--limit", type=int, metavar="N",
                        help="only N tasks, spread over all")
    parser.add_argument("--sample", type=int, metavar="N",
                        help="only N tasks, at random")
    parser.add_argument("--seed", type=int, default=1, help="of --sample")


def _side_arguments(parser) -> None:
    parser.add_argument("--tool", action="append", default=[])
    parser.add_argument("--time", choices=["cpu", "wall"], default="cpu")


def _collect(options) -> Collection:
    found = Collection()
    for name in options.sets:
        path = Path(name)
        if path.is_dir():
            found.extend(load_folder(path))
            continue
        if path.suffix != ".set":
            path = BENCH / "sets" / f"{name}.set"
        if not path.is_file():
            known = ", ".join(sorted(p.stem for p in (BENCH / "sets").glob("*.set")))
            raise BenchError(f"no set {name!r}; there are {known}, or a folder")
        found.extend(load_set(path, options.generated.resolve()))
    for folder in options.tasks:
        found.extend(conventions.load(folder, options.convention))
    if options.only:
        found.tasks = [t for t in found.tasks if options.only in t.name]
    for text in options.exclude:
        found.tasks = [t for t in found.tasks if text not in t.name]
    if options.half:
        found.tasks = sorted(found.tasks, key=lambda t: (t.group, t.name))
        found.tasks = found.tasks[1 if options.half == "even" else 0::2]
    if options.limit and len(found.tasks) > options.limit:
        step = len(found.tasks) / options.limit
        found.tasks = [found.tasks[int(i * step)] for i in range(options.limit)]
    if options.sample and len(found.tasks) > options.sample:
        found.tasks = random.Random(options.seed).sample(found.tasks, options.sample)
    if not found.tasks:
        raise BenchError("no tasks" + _skipped(found))
    return found


def _skipped(found: Collection) -> str:
    counts = sorted(found.skipped.items(), key=lambda item: (-item[1], item[0]))
    return "; skipped " + ", ".join(f"{n} ({w})" for w, n in counts) if counts else ""


def _list(options) -> int:
    found = _collect(options)
    for task in found.tasks:
        print(f"{task.name}\t{task.expectation() or '?'}\t{task.prop}\t"
              f"{task.machine}\t{' '.join(map(str, task.files))}")
    sys.stdout.flush()
    print(f"{len(found.tasks)} tasks{_skipped(found)}", file=sys.stderr)
    return 0


def _usable_tools(options) -> list[tools.Tool]:
    chosen = []
    for spec in options.tool or ["sooth"]:
        tool = tools.load(spec, BENCH / "tools", options.bin)
        if absent := tools.missing(tool, options.bin):
            print(f"bench: {tool.name} is skipped: no {', '.join(absent)}",
                  file=sys.stderr)
            continue
        chosen.append(tool)
    names = [t.name for t in chosen]
    if len(set(names)) != len(names):
        raise BenchError(f"two tools of one name among {', '.join(names)}")
    if not chosen:
        raise BenchError("no tool to run")
    return chosen


def _limits(options) -> runner.Options:
    cpu = options.timeout if options.cpu_timeout is None else options.cpu_timeout
    return runner.Options(options.timeout, cpu, options.memory,
                          max(1, options.jobs), max(1, options.repeat),
                          options.bin.resolve(), options.keep)


def _table(options, limits: runner.Options, chosen: list[tools.Tool],
           columns: list[str]) -> results.Writer:
    """To write to, with what it is about beside it."""
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.with_suffix(".json").write_text(runner.metadata(limits, chosen))
    return results.Writer(options.out, columns)


def _run(options) -> int:
    chosen = _usable_tools(options)
    found = _collect(options)
    limits = _limits(options)
    writer = _table(options, limits, chosen,
                    runner.columns_of(chosen, options.column))
    try:
        rows = runner.Runner(limits, writer).run(found.tasks, chosen)
    finally:
        writer.close()
    print(f"{len(found.tasks)} tasks, {len(chosen)} tools{_skipped(found)}")
    runner.summary(rows)
    return _loudly(rows)


def _alone(options) -> int:
    chosen = _usable_tools(options)
    if len(chosen) > 1:
        raise BenchError("alone takes one tool")
    found = _collect(options)
    limits = _limits(options)
    writer = _table(options, limits, chosen, [])
    try:
        rows = alone.measure(found.tasks, chosen[0],
                             options.engine or alone.ENGINES, limits, writer)
    finally:
        writer.close()
    alone.show(rows, chosen[0].name)
    return _loudly(rows)


def _loudly(rows: list[results.Row]) -> int:
    wrong = [r for r in rows if r.status == results.WRONG]
    for row in wrong:
        print(f"WRONG ANSWER: {row.tool.upper()} SAYS {row.answer.upper()} ON "
              f"{row.task}, EXPECTED {row.expected.upper()}")
    for row in rows:
        if row.status == results.DISPUTED:
            print(f"disputed: {row.tool} says {row.answer} on {row.task}, "
                  f"expected {row.expected}")
    conflicts = runner.contradictions(rows)
    for line in conflicts:
        print(f"CONTRADICTION ON {line}")
    return 1 if wrong or conflicts else 0


def _sides(options) -> list[comparing.Side]:
    if len(options.csv) > 2 and options.action is _compare:
        raise BenchError("compare takes one or two tables")
    labels = [p.stem for p in options.csv]
    if len(set(labels)) != len(labels):
        labels = [str(p) for p in options.csv]
    tables = [(n, results.read(p)) for n, p in zip(labels, options.csv)]
    if options.action is _plot and options.kind == "cactus" and not options.tool:
        return [comparing.Side(tool if len(tables) == 1 else f"{label}:{tool}", rows)
                for label, table in tables
                for tool, rows in results.median_rows(table).items()]
    return comparing.sides(tables, options.tool)


def _compare(options) -> int:
    found = _sides(options)
    for other in found[1:]:
        comparing.compare(found[0], other, f"{options.time}_s", options.stat,
                          options.verbose)
    return 0


def _tally(options) -> int:
    tables = [(p.stem, results.read(p)) for p in options.csv]
    tally.tally(tables, options.reasons)
    return 1 if any(r.status == results.WRONG for _, t in tables for r in t) else 0


def _plot(options) -> int:
    from . import plot  # matplotlib takes a second to load

    if options.out.suffix not in (".png", ".pdf", ".svg"):
        raise BenchError(f"{options.out}: png, pdf or svg, please")
    found = _sides(options)
    if options.kind == "scatter":
        count = plot.scatter(found[0], found[1], f"{options.time}_s", options.out)
    else:
        count = plot.cactus(found, f"{options.time}_s", options.out)
    print(f"{options.out}: {count} points")
    return 0
