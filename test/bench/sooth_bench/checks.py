# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sooth on a file without main: an answer for each check, and the figures."""

import dataclasses
import subprocess
import tempfile
from pathlib import Path

from . import results, runner, tools
from .limits import Execution, execute
from .results import Row
from .sources import Unit
from .tasks import Task
from .tools import Answer

PROVED, PROVED_IF, VIOLATED, UNKNOWN = "proved", "proved if", "violated", "unknown"
OUTCOMES = [PROVED, PROVED_IF, VIOLATED, UNKNOWN]
TOOL = "sooth"


@dataclasses.dataclass
class Options:
    bin_dir: Path
    clang: str
    timeout: float  # of a file
    for_each: float  # 0: no less than that; for each function of the file
    function_timeout: float  # 0: the functions share the file's
    memory: float
    check: str
    environment: str  # empty: which is needed is found out
    functions: list[str]  # empty: all that others can call
    extra: list[str]
    keep: Path | None = None


@dataclasses.dataclass
class Verified:
    """Functions and checks are as in the JSON; a check also has its outcome."""

    row: Row
    functions: list[dict]
    checks: list[dict]


def verify(unit: Unit, options: Options) -> Verified:
    names = options.functions
    if options.function_timeout and not names:
        names = visible_functions(unit, options.clang)
    if not names:
        return _verify(unit, "", time_of(unit, options), options)
    each = options.function_timeout or options.timeout / len(names)
    parts = []
    for name in names:
        left = options.timeout - sum(p.row.wall_s for p in parts)
        if left > 0:
            parts.append(_verify(unit, name, min(each, left), options))
    return _merged(parts)


def time_of(unit: Unit, options: Options) -> float:
    """Of all functions of a file together. Files with few functions have large ones."""
    least = 10
    if not options.for_each:
        return options.timeout
    count = len(_functions(unit, options.clang, "Tt"))
    return min(options.timeout, max(least, options.for_each * count))


def command(unit: Unit, entry: str, timeout: float, options: Options) -> list[str]:
    program = tools.find_program("sooth", options.bin_dir)
    return [str(Path(program or "sooth").absolute()),
            *arguments(unit, entry, options), f"--timeout={timeout:g}",
            "--json", str(unit.path)]


def arguments(unit: Unit, entry: str, options: Options) -> list[str]:
    """What is verified and how, but for the time."""
    return [*unit.flags, f"--check={options.check}",
            *([f"--environment={options.environment}"] if options.environment else []),
            *([f"--entry={entry}"] if entry else ["--all"]), *options.extra]


def _verify(unit: Unit, entry: str, timeout: float, options: Options) -> Verified:
    grace = max(2, 0.1 * timeout)
    words = command(unit, entry, timeout, options)
    with tempfile.TemporaryDirectory(prefix="sooth-bench-") as tmp:
        try:
            run = execute(words, Path(tmp), timeout + grace, 0, options.memory)
        except OSError as error:
            run = Execution("", str(error), 127, 0.0, 0.0, 0.0, "")
    _keep(unit, entry, run, options)
    return _read(unit, run, timeout + grace)


def _read(unit: Unit, run: Execution, limit: float) -> Verified:
    answer = tools.Tool(TOOL, []).read(run)
    limits = runner.Options(limit, 0, 0, 1, 1, Path())
    status = runner.judge(Task(unit.name, unit.package, (unit.path,), None),
                          answer, run, limits)
    if run.stopped:
        answer = Answer(answer.answer, f"killed: {run.stopped}")
    said = tools.json_in(run.stdout) or {}
    if status == results.ERROR and said.get("reason"):
        answer = Answer(answer.answer, f"exit {run.exit}: {said['reason']}")
    functions = [placed(f, unit) for f in said.get("functions", [])]
    checks = [_check(a, unit) for a in said.get("assertions", [])]
    row = Row(unit.name, unit.package, TOOL, 0, "", answer.answer, status,
              run.wall, run.cpu, run.peak_mb, 0.0, limit, str(run.exit),
              answer.reason, tools.statistics(run) | figures(functions, checks))
    return Verified(row, functions, checks)


def _check(assertion: dict, unit: Unit) -> dict:
    answer = assertion.get("result")
    if answer == "Safe":
        outcome = PROVED_IF if assertion.get("needs") else PROVED
    else:
        outcome = VIOLATED if answer == "Unsafe" else UNKNOWN
    return placed(assertion, unit) | {"outcome": outcome}


def placed(item: dict, unit: Unit) -> dict:
    """With a file that does not depend on where the sources are."""
    path = Path(item.get("file", ""))
    if path.is_relative_to(unit.root):
        return item | {"file": str(path.relative_to(unit.root))}
    return item


def figures(functions: list[dict], checks: list[dict]) -> dict[str, float]:
    counts = {o: sum(c["outcome"] == o for c in checks) for o in OUTCOMES}
    return {"functions": len(functions), "checks": len(checks), **counts,
            "not verified": sum("notVerified" in f for f in functions)}


def _merged(parts: list[Verified]) -> Verified:
    """A check that several functions lead to holds if it does from all."""
    order = [VIOLATED, UNKNOWN, PROVED_IF, PROVED]
    checks: dict[tuple, dict] = {}
    for check in (c for p in parts for c in p.checks):
        old = checks.setdefault(key(check), check)
        if order.index(check["outcome"]) < order.index(old["outcome"]):
            checks[key(check)] = check
    functions = [f for p in parts for f in p.functions]
    worst = max((p.row for p in parts), key=_badness)
    row = dataclasses.replace(
        worst, wall_s=sum(p.row.wall_s for p in parts),
        cpu_s=sum(p.row.cpu_s for p in parts),
        peak_mb=max(p.row.peak_mb for p in parts),
        stats=figures(functions, list(checks.values())))
    return Verified(row, functions, list(checks.values()))


def _badness(row: Row) -> int:
    order = [results.UNCHECKED, results.UNKNOWN, results.TIMEOUT, results.OOM,
             results.ERROR]
    return order.index(row.status)


def key(check: dict) -> tuple:
    return (check.get("file", ""), check.get("line", 0), check.get("column", 0),
            check["message"])


def visible_functions(unit: Unit, clang: str) -> list[str]:
    """Those that other files can call, as the compiler sees it."""
    return _functions(unit, clang, "T")


def _functions(unit: Unit, clang: str, kinds: str) -> list[str]:
    """Those whose symbols are of one of these kinds; "t" is that of static ones."""
    beside = Path(clang).resolve().parent / "llvm-nm"
    with tempfile.TemporaryDirectory(prefix="sooth-bench-") as tmp:
        target = f"{tmp}/unit.o"
        subprocess.run([clang, "-w", "-c", *unit.flags, str(unit.path), "-o", target],
                       check=False, capture_output=True)
        listed = subprocess.run(
            [str(beside) if beside.is_file() else "nm", "--defined-only",
             "--format=posix", target], capture_output=True, text=True)
    symbols = (line.split() for line in listed.stdout.splitlines())
    return [s[0] for s in symbols if len(s) > 1 and s[1] in kinds]


def _keep(unit: Unit, entry: str, run: Execution, options: Options) -> None:
    if not options.keep:
        return
    path = options.keep / (unit.name + (f".{entry}" if entry else ""))
    path.parent.mkdir(parents=True, exist_ok=True)
    Path(f"{path}.json").write_text(run.stdout)
    Path(f"{path}.log").write_text(run.stderr + f"--- exit {run.exit} {run.stopped}\n")
