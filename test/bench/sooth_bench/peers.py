# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Other tools on the same files: clang's static analyzer, and Frama-C's Eva
function by function. What they warn of is counted."""

import csv
import json
import shutil
import tempfile
from pathlib import Path

from . import checks, results
from .limits import Execution, execute
from .results import Row
from .sources import Unit


def _run(words: list[str], tmp: Path, options: checks.Options,
         timeout: float) -> Execution:
    try:
        return execute(words, tmp, timeout, 0, options.memory)
    except OSError as error:
        return Execution("", str(error), 127, 0.0, 0.0, 0.0, "")


def _row(unit: Unit, tool: str, run: Execution, warnings: int | None,
         options: checks.Options) -> Row:
    status = results.UNCHECKED if warnings is not None else results.ERROR
    if run.stopped:
        status = results.OOM if run.stopped == "memory" else results.TIMEOUT
    reason = f"killed: {run.stopped}" if run.stopped else ""
    if status == results.ERROR:
        reason = f"exit {run.exit}: {(run.stderr or run.stdout).strip()[:200]}"
    return Row(unit.name, unit.package, tool, 0, "", "", status, run.wall, run.cpu,
               run.peak_mb, 0.0, options.timeout, str(run.exit), reason,
               {"warnings": warnings or 0})


def analyze(unit: Unit, options: checks.Options) -> Row:
    with tempfile.TemporaryDirectory(prefix="sooth-bench-") as tmp:
        target = Path(tmp) / "result.sarif"
        run = _run([options.clang, "--analyze", "-w", "-Xanalyzer",
                    "-analyzer-output=sarif", *unit.flags, str(unit.path),
                    "-o", str(target)], Path(tmp), options, options.timeout)
        count = _count_sarif(target) if run.exit == 0 else None
    return _row(unit, "analyzer", run, count, options)


def _count_sarif(path: Path) -> int:
    said = json.loads(path.read_text())
    return sum(len(r.get("results", [])) for r in said["runs"])


def eva(unit: Unit, options: checks.Options) -> Row:
    """All functions share the time. From the manual of Frama-C."""
    names = options.functions or checks.visible_functions(unit, options.clang)
    runs, alarms = [], set()
    for name in names:
        with tempfile.TemporaryDirectory(prefix="sooth-bench-") as tmp:
            table = Path(tmp) / "report.csv"
            run = _run(["frama-c", "-eva", "-eva-verbose", "0", "-lib-entry",
                        "-main", name, f"-cpp-extra-args={' '.join(unit.flags)}",
                        str(unit.path), "-then", "-report-csv", str(table)],
                       Path(tmp), options, options.timeout / len(names))
            runs.append(run)
            alarms |= _eva_alarms(table)
    failed = next((r for r in runs if r.exit or r.stopped), runs[0])
    whole = Execution(failed.stdout, failed.stderr, failed.exit,
                      sum(r.wall for r in runs), sum(r.cpu for r in runs),
                      max(r.peak_mb for r in runs), failed.stopped)
    return _row(unit, "eva", whole, len(alarms), options)


def _eva_alarms(path: Path) -> set[tuple]:
    """Properties that are not shown, each once."""
    if not path.is_file():
        return set()
    with open(path, newline="") as file:
        return {(r["file"], r["line"], r["property"])
                for r in csv.DictReader(file, delimiter="\t")
                if r.get("status", "").lower() in ("unknown", "invalid")}


PEERS = {"analyzer": (analyze, "clang"), "eva": (eva, "frama-c")}


def missing(name: str, clang: str) -> str:
    """The program that is not there, or nothing."""
    program = clang if name == "analyzer" else PEERS[name][1]
    return "" if shutil.which(program) else program
