# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One row per run of a tool on a task, and the CSV the rows live in."""

import csv
import dataclasses
import json
import statistics as stats
from pathlib import Path

from .errors import BenchError

CORRECT, WRONG, UNKNOWN = "correct", "wrong", "unknown"
TIMEOUT, OOM, ERROR = "timeout", "oom", "error"
# Contradicts a weak expectation; answers a task nothing is known about.
DISPUTED, UNCHECKED = "disputed", "unchecked"
STATUSES = [CORRECT, WRONG, DISPUTED, UNCHECKED, UNKNOWN, TIMEOUT, OOM, ERROR]
SOLVED = {CORRECT, UNCHECKED}

FIXED = ["task", "set", "tool", "run", "expected", "answer", "status", "wall_s",
         "cpu_s", "peak_mb", "prepare_s", "limit_s", "exit", "reason", "stats"]


@dataclasses.dataclass
class Row:
    task: str
    set: str
    tool: str
    run: int
    expected: str
    answer: str
    status: str
    wall_s: float
    cpu_s: float
    peak_mb: float
    prepare_s: float
    limit_s: float
    exit: str
    reason: str
    stats: dict[str, float]


class Writer:
    """Writes each row at once, so that an interrupted run is kept."""

    def __init__(self, path: Path, columns: list[str]):
        self.columns = columns
        self.file = open(path, "w", newline="")
        self.csv = csv.writer(self.file)
        self.csv.writerow(FIXED + columns)

    def write(self, row: Row) -> None:
        values = dataclasses.asdict(row)
        for key in ("wall_s", "cpu_s", "prepare_s"):
            values[key] = f"{values[key]:.3f}"
        values["peak_mb"] = f"{row.peak_mb:.1f}"
        values["limit_s"] = f"{row.limit_s:g}"
        values["stats"] = json.dumps(row.stats, sort_keys=True) if row.stats else ""
        self.csv.writerow([values[k] for k in FIXED]
                          + [row.stats.get(c, "") for c in self.columns])
        self.file.flush()

    def close(self) -> None:
        self.file.close()


def read(path: Path) -> list[Row]:
    try:
        with open(path, newline="") as file:
            return [_row(record) for record in csv.DictReader(file)]
    except (OSError, KeyError, ValueError, TypeError) as error:
        raise BenchError(f"{path}: not a result table: {error!r}")


def _row(record: dict[str, str]) -> Row:
    values = {name: record[name] for name in FIXED}
    for name in ("wall_s", "cpu_s", "peak_mb", "prepare_s", "limit_s"):
        values[name] = float(values[name])
    values["run"] = int(values["run"])
    values["stats"] = json.loads(values["stats"]) if values["stats"] else {}
    return Row(**values)


def median_rows(rows: list[Row]) -> dict[str, dict[str, Row]]:
    """tool -> task -> one row for its repeated runs: the worst status (a tool
    has solved a task if it did so every time) with median figures."""
    order = [WRONG, ERROR, DISPUTED, OOM, TIMEOUT, UNKNOWN, UNCHECKED, CORRECT]
    grouped: dict[str, dict[str, list[Row]]] = {}
    for row in rows:
        grouped.setdefault(row.tool, {}).setdefault(row.task, []).append(row)
    merged: dict[str, dict[str, Row]] = {}
    for tool, tasks in grouped.items():
        for task, runs in tasks.items():
            worst = min(runs, key=lambda r: order.index(r.status))
            merged.setdefault(tool, {})[task] = dataclasses.replace(
                worst,
                wall_s=stats.median(r.wall_s for r in runs),
                cpu_s=stats.median(r.cpu_s for r in runs),
                peak_mb=stats.median(r.peak_mb for r in runs))
    return merged


def print_table(header: list[str], body: list[list[str]]) -> None:
    """Aligned: the first column to the left, figures to the right."""
    rows = [header] + body
    widths = [max(len(r[i]) for r in rows) for i in range(len(header))]
    for number, row in enumerate(rows):
        cells = [row[0].ljust(widths[0])]
        cells += [c.rjust(w) for c, w in zip(row[1:], widths[1:])]
        print("  ".join(cells).rstrip())
        if number == 0:
            print("-" * (sum(widths) + 2 * (len(widths) - 1)))
