# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares two tools, or two tables of one: who solves what, and how fast."""

import math
import statistics
from dataclasses import dataclass

from . import results
from .errors import BenchError
from .results import Row, print_table


@dataclass
class Side:
    name: str
    rows: dict[str, Row]  # task -> row


def sides(tables: list[tuple[str, list[Row]]], tools: list[str]) -> list[Side]:
    """Two tools of one table, or one tool of each of two."""
    merged = [(label, results.median_rows(rows)) for label, rows in tables]
    if len(merged) == 1:
        label, by_tool = merged[0]
        names = tools or sorted(by_tool)
        if len(names) < 2:
            raise BenchError(f"{label} has only {', '.join(names)}; "
                             "compare needs two tools or two tables")
        return [Side(n, _tool(by_tool, n, label)) for n in names]
    found = []
    for number, (label, by_tool) in enumerate(merged):
        names = tools[number:number + 1] if len(tools) > 1 else tools
        if not names:
            if len(by_tool) != 1:
                raise BenchError(f"{label} has {', '.join(sorted(by_tool))}; "
                                 "say which with --tool")
            names = list(by_tool)
        found.append(Side(f"{label}:{names[0]}", _tool(by_tool, names[0], label)))
    return found


def _tool(by_tool, name: str, label: str):
    if name not in by_tool:
        raise BenchError(f"{label} has no tool {name!r}, only "
                         + ", ".join(sorted(by_tool)))
    return by_tool[name]


def solved(row: Row) -> bool:
    return row.status in results.SOLVED


def compare(first: Side, second: Side, time: str, stat: str | None,
            verbose: bool) -> None:
    common = sorted(first.rows.keys() & second.rows.keys())
    if not common:
        raise BenchError("no task is in both")
    alone = len(first.rows.keys() ^ second.rows.keys())
    print(f"A = {first.name}\nB = {second.name}\n"
          f"{len(common)} common tasks" + (f", {alone} in one only" if alone else ""))
    groups: dict[str, list[str]] = {}
    for task in common:
        groups.setdefault(first.rows[task].set, []).append(task)
    body = [_line(g, groups[g], first, second, time) for g in sorted(groups)]
    if len(groups) > 1:
        body.append(_line("all", common, first, second, time))
    print()
    print_table(["set", "tasks", "A solved", "B solved", "A wrong", "B wrong",
                 "only A", "only B", "A median", "B median", "B/A median",
                 "B/A geomean", "A faster", "B faster", "A MB", "B MB"], body)
    _list("only A solves", _only(common, first, second), first, second, verbose)
    _list("only B solves", _only(common, second, first), first, second, verbose)
    for side in (first, second):
        for task in common:
            row = side.rows[task]
            if row.status in (results.WRONG, results.DISPUTED):
                print(f"{row.status.upper()}: {side.name} says {row.answer} on "
                      f"{task}, expected {row.expected}")
    if stat:
        _stat(stat, common, first, second)


def _only(tasks, side: Side, other: Side) -> list[str]:
    return [t for t in tasks if solved(side.rows[t]) and not solved(other.rows[t])]


def _line(group, tasks, first: Side, second: Side, time: str) -> list[str]:
    a, b = ([s.rows[t] for t in tasks] for s in (first, second))
    both = [(getattr(x, time), getattr(y, time)) for x, y in zip(a, b)
            if solved(x) and solved(y)]
    # Under a hundredth of a second a ratio is noise.
    ratios = [max(y, 0.01) / max(x, 0.01) for x, y in both]
    geomean = math.exp(statistics.fmean(map(math.log, ratios))) if ratios else None
    wrong = [str(sum(r.status == results.WRONG for r in side)) for side in (a, b)]
    faster = [sum(max(x, 0.01) < 0.9 * max(y, 0.01) for x, y in both),
              sum(max(y, 0.01) < 0.9 * max(x, 0.01) for x, y in both)]
    return [group, str(len(tasks)), str(sum(map(solved, a))),
            str(sum(map(solved, b))), *wrong,
            str(len(_only(tasks, first, second))),
            str(len(_only(tasks, second, first))),
            _number([x for x, _ in both]), _number([y for _, y in both]),
            _number(ratios), "-" if geomean is None else f"{geomean:.2f}",
            *map(str, faster),
            _number([r.peak_mb for r in a if solved(r)], 0),
            _number([r.peak_mb for r in b if solved(r)], 0)]


def _number(values: list[float], digits: int = 2) -> str:
    return f"{statistics.median(values):.{digits}f}" if values else "-"


def _list(title, tasks, first: Side, second: Side, verbose: bool) -> None:
    if not tasks:
        return
    print(f"\n{title}: {len(tasks)}")
    for task in tasks if verbose else tasks[:20]:
        a, b = first.rows[task], second.rows[task]
        print(f"  {task}  A {a.status} {a.cpu_s:.2f}s  B {b.status} {b.cpu_s:.2f}s")
    if not verbose and len(tasks) > 20:
        print(f"  … {len(tasks) - 20} more (--verbose)")


def _stat(stat: str, tasks, first: Side, second: Side) -> None:
    pairs = [(first.rows[t].stats.get(stat), second.rows[t].stats.get(stat))
             for t in tasks]
    for label, values in zip("AB", zip(*pairs)):
        known = [v for v in values if v is not None]
        print(f"\n{stat} of {label}: "
              + (f"median {statistics.median(known):g}, sum {sum(known):g} "
                 f"over {len(known)} tasks" if known else "not reported"))
