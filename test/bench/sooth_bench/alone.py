# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What one engine answers alone, in half the time, and the race of all does not."""

import dataclasses

from . import results
from .results import SOLVED, Row
from .runner import Options, Runner
from .tasks import Task
from .tools import Tool

# Those of a race (`sooth --help` marks them).
ENGINES = ["kind", "euf", "cegar", "abstract", "cells", "explicit", "symbolic", "run"]


def measure(found: list[Task], race: Tool, engines: list[str], limits: Options,
            writer: results.Writer) -> list[Row]:
    """Rows of the race on all tasks, of each engine on those that it leaves open,
    and of the race once more on those of them that an engine answers: what it
    answers then it did not by chance."""
    rows = Runner(limits, writer).run(found, [race])
    left = _of(found, [r for r in rows if r.status not in SOLVED])
    half = dataclasses.replace(limits, timeout=limits.timeout / 2,
                               cpu_timeout=limits.cpu_timeout / 2, repeat=1)
    by_engines: list[Row] = []
    if left:
        by_engines = Runner(half, writer).run(
            left, [_alone(race, name) for name in engines])
    lost = _of(found, [r for r in by_engines if r.status in SOLVED])
    again: list[Row] = []
    if lost:
        name = f"{race.name}-again"
        again = Runner(limits, writer).run(
            lost, [dataclasses.replace(race, name=name)])
    return rows + by_engines + again


def _alone(race: Tool, engine: str) -> Tool:
    at = race.command.index("{file}") if "{file}" in race.command else len(race.command)
    command = [*race.command[:at], f"--engine={engine}", *race.command[at:]]
    return dataclasses.replace(race, name=engine, command=command)


def _of(found: list[Task], rows: list[Row]) -> list[Task]:
    names = {r.task for r in rows}
    return [t for t in found if t.name in names]


def show(rows: list[Row], race: str) -> None:
    """Per engine how many of the open tasks it answers, and which only it does; then
    each task that is lost."""
    by_race = {r.task: r for r in rows if r.tool == race}
    again = {r.task: r for r in rows if r.tool == f"{race}-again"}
    alone = [r for r in rows if r.tool not in (race, f"{race}-again")]
    engines = list(dict.fromkeys(r.tool for r in alone))
    answered = {t for t, r in by_race.items() if r.status in SOLVED}
    by = {t: [r for r in alone if r.task == t and r.status in SOLVED]
          for t in by_race if t not in answered}
    body = []
    for name in sorted(engines):
        tasks = {r.task for r in alone if r.tool == name and r.status in SOLVED}
        only = [t for t in tasks if len(by[t]) == 1]
        body.append([name, str(len(tasks)), str(len(only))])
    lost = sorted(t for t, found in by.items() if found)
    always = [t for t in lost if again[t].status not in SOLVED]
    print(f"{len(by_race)} tasks: {race} answers {len(answered)}, and leaves {len(by)} open")
    results.print_table(["engine", "answers of these", "only it"], body)
    for text, tasks in (("lost", lost), (f"lost again when {race} was asked again", always)):
        share = 100 * len(tasks) / max(1, len(answered) + len(lost))
        print(f"{text}: {len(tasks)} of {len(answered) + len(lost)} ({share:.1f} %)")
    for task in lost:
        how = ", ".join(f"{r.tool} {r.answer} {r.wall_s:.1f} s" for r in
                        sorted(by[task], key=lambda r: r.wall_s))
        why = by_race[task].reason or by_race[task].status
        then = f"{again[task].answer or again[task].status} {again[task].wall_s:.1f} s"
        print(f"{task}: {how}; {race}: {why}; again: {then}")
