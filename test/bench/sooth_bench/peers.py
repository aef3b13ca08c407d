# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Other tools on the same files: clang's static analyzer, and Frama-C's Eva
function by function. What they warn of is counted."""

import csv
import json
import shlex
import shutil
import tempfile
from pathlib import Path
from urllib.parse import unquote, urlparse

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


def _row(unit: Unit, tool: str, run: Execution, found: list[dict] | None,
         options: checks.Options) -> Row:
    status = results.UNCHECKED if found is not None else results.ERROR
    if run.stopped:
        status = results.OOM if run.stopped == "memory" else results.TIMEOUT
    reason = f"killed: {run.stopped}" if run.stopped else ""
    if status == results.ERROR:
        reason = f"exit {run.exit}: {(run.stderr or run.stdout).strip()[:200]}"
    return Row(unit.name, unit.package, tool, 0, "", "", status, run.wall, run.cpu,
               run.peak_mb, 0.0, options.timeout, str(run.exit), reason,
               {"warnings": len(found or [])})


def analyze(unit: Unit, options: checks.Options) -> tuple[Row, list[dict]]:
    with tempfile.TemporaryDirectory(prefix="sooth-bench-") as tmp:
        target = Path(tmp) / "result.sarif"
        run = _run([options.clang, "--analyze", "-w", "-Xanalyzer",
                    "-analyzer-output=sarif", *unit.flags, str(unit.path),
                    "-o", str(target)], Path(tmp), options, options.timeout)
        found = _read_sarif(target, unit) if run.exit == 0 else None
    return _row(unit, "analyzer", run, found, options), found or []


def _read_sarif(path: Path, unit: Unit) -> list[dict]:
    found = []
    for run in json.loads(path.read_text())["runs"]:
        for result in run.get("results", []):
            place = result["locations"][0]["physicalLocation"]
            file = unquote(urlparse(place["artifactLocation"]["uri"]).path)
            found.append(checks.placed(
                {"file": file, "line": place["region"]["startLine"],
                 "column": place["region"].get("startColumn", 0),
                 "message": result["message"]["text"]}, unit))
    return found


def eva(unit: Unit, options: checks.Options) -> tuple[Row, list[dict]]:
    """All functions share the time, but each has as much as it takes to start
    and to see something."""
    names = options.functions or checks.visible_functions(unit, options.clang)
    least_seconds = 5
    runs, alarms = [], {}
    for name in names:
        with tempfile.TemporaryDirectory(prefix="sooth-bench-") as tmp:
            table = Path(tmp) / "report.csv"
            runs.append(_run(
                ["frama-c", "-eva", "-eva-verbose", "0", "-lib-entry", "-main", name,
                 f"-cpp-extra-args={shlex.join(unit.flags)}", str(unit.path),
                 "-then", "-report-csv", str(table)],
                Path(tmp), options,
                max(options.timeout / len(names), least_seconds)))
            alarms |= {checks.key(a): a for a in _read_alarms(table, unit)}
    found = list(alarms.values())
    if not runs:
        runs = [Execution("", "no function", 0, 0.0, 0.0, 0.0, "")]
    failed = next((r for r in runs if r.exit or r.stopped), runs[0])
    whole = Execution(failed.stdout, failed.stderr, failed.exit,
                      sum(r.wall for r in runs), sum(r.cpu for r in runs),
                      max(r.peak_mb for r in runs), failed.stopped)
    return _row(unit, "eva", whole, found, options), found


def _read_alarms(path: Path, unit: Unit) -> list[dict]:
    """Properties that are not shown."""
    if not path.is_file():
        return []
    with open(path, newline="") as file:
        return [checks.placed({"file": str(Path(r["directory"], r["file"])),
                               "line": int(r["line"]), "message": r["property"]},
                              unit)
                for r in csv.DictReader(file, delimiter="\t")
                if r["status"].lower() in ("unknown", "invalid")]


PEERS = {"analyzer": (analyze, "clang"), "eva": (eva, "frama-c")}


def missing(name: str, clang: str) -> str:
    """The program that is not there, or nothing."""
    program = clang if name == "analyzer" else PEERS[name][1]
    return "" if shutil.which(program) else program
