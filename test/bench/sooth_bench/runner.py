# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs tools on tasks, interleaved, and judges what they say."""

import concurrent.futures
import dataclasses
import json
import sys
import tempfile
import threading
from pathlib import Path

from . import results, tools
from .limits import Execution, execute, prepare_runner
from .results import Row
from .tasks import SAFE, UNSAFE, Task, rewritten_for_label
from .tools import Answer, Tool


@dataclasses.dataclass
class Options:
    timeout: float  # seconds, told to the tool and enforced here
    cpu_timeout: float  # 0: no limit
    memory: float  # MB
    jobs: int
    repeat: int
    bin_dir: Path
    keep: Path | None = None  # where outputs of each run are kept


def judge(task: Task, answer: Answer, run: Execution, options: Options) -> str:
    """A status of results.py. Wrong is wrong even if late or killed; anything
    else that passed a limit has not been answered."""
    definite = answer.answer in (SAFE, UNSAFE)
    if definite and task.expected and answer.answer != task.expected:
        return results.DISPUTED if task.weak else results.WRONG
    if run.stopped == "memory":
        return results.OOM
    if run.stopped in ("time", "cpu") or run.wall > options.timeout or (
            options.cpu_timeout and run.cpu > options.cpu_timeout):
        return results.TIMEOUT
    if run.stopped or tools.contradicts_exit(answer):
        return results.ERROR
    if definite:
        return results.CORRECT if task.expected else results.UNCHECKED
    return _without_answer(answer)


def _without_answer(answer: Answer) -> str:
    """A tool that gave up itself says why."""
    if answer.answer != tools.UNKNOWN:
        return results.ERROR
    reason = answer.reason.lower()
    if "timeout" in reason or "time limit" in reason or reason.startswith("time"):
        return results.TIMEOUT
    if "out of memory" in reason or "memory limit" in reason:
        return results.OOM
    return results.UNKNOWN


class Runner:
    def __init__(self, options: Options, writer: results.Writer):
        self.options, self.writer = options, writer
        self.rows: list[Row] = []
        self.lock = threading.Lock()
        self.done = 0
        self.total = 0

    def run(self, tasks: list[Task], all_tools: list[Tool]) -> list[Row]:
        """Task by task, all tools on it before the next, the order of the
        tools rotating, so that a slower hour of the machine hits all alike."""
        plan = []
        for repeat in range(self.options.repeat):
            for number, task in enumerate(tasks):
                shift = (repeat + number) % len(all_tools)
                plan += [(task, tool, repeat)
                         for tool in all_tools[shift:] + all_tools[:shift]]
        self.total = len(plan)
        prepare_runner()
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            futures = [pool.submit(self._run_one, *item) for item in plan]
            try:
                for future in concurrent.futures.as_completed(futures):
                    future.result()
            except BaseException:
                for future in futures:
                    future.cancel()
                raise
        return self.rows

    def _run_one(self, task: Task, tool: Tool, repeat: int) -> None:
        with tempfile.TemporaryDirectory(prefix="sooth-bench-") as tmp:
            row = self._measure(task, tool, repeat, Path(tmp))
        with self.lock:
            self.rows.append(row)
            self.writer.write(row)
            self.done += 1
            self._progress(row)

    def _measure(self, task: Task, tool: Tool, repeat: int, tmp: Path) -> Row:
        options = self.options
        files = task.files
        if task.prop == "unreach-label":
            files = tuple(rewritten_for_label(f, tmp / f.name) for f in files)
        values = {"file": "\0".join(map(str, files)), "tmp": str(tmp),
                  "timeout": f"{options.timeout:g}",
                  "timeout_int": str(max(1, round(options.timeout))),
                  "memory": f"{options.memory:g}"}
        prepare_s = 0.0
        if tool.prepare:
            prepared = self._execute(tool.prepare, task, values, tmp, "prepare")
            prepare_s = prepared.wall
            if prepared.exit != 0 or prepared.stopped:
                reason = (f"preparation: {prepared.stopped or prepared.exit} "
                          + prepared.stderr.strip().split("\n", 1)[0][:100])
                return self._row(task, tool, repeat, prepared,
                                 Answer("", reason), results.ERROR, prepare_s)
        run = self._execute(tool.command, task, values, tmp, "run")
        answer = tool.read(run)
        status = judge(task, answer, run, options)
        self._keep(task, tool, repeat, run)
        return self._row(task, tool, repeat, run, answer, status, prepare_s)

    def _execute(self, template, task, values, tmp: Path, what: str) -> Execution:
        folder = tmp / what
        folder.mkdir()
        command = tools.expand(template, task, values, self.options.bin_dir)
        # The tool is told the limit; the one here is for a tool that does not
        # listen, and leaves time to say "Unknown".
        grace = max(0.5, 0.1 * self.options.timeout)
        cpu = self.options.cpu_timeout
        try:
            return execute(command, folder, self.options.timeout + grace,
                           cpu + grace if cpu else 0, self.options.memory)
        except OSError as error:
            return Execution("", str(error), 127, 0.0, 0.0, 0.0, "")

    def _row(self, task, tool, repeat, run, answer, status, prepare_s) -> Row:
        reason = answer.reason
        if run.stopped:
            reason = f"killed: {run.stopped}"
        return Row(task.name, task.group, tool.name, repeat, task.expectation(),
                   answer.answer, status, run.wall, run.cpu, run.peak_mb,
                   prepare_s, self.options.timeout, str(run.exit), reason,
                   tools.statistics(run))

    def _keep(self, task, tool, repeat, run: Execution) -> None:
        if not self.options.keep:
            return
        base = self.options.keep / tool.name / task.name
        base.parent.mkdir(parents=True, exist_ok=True)
        Path(f"{base}.{repeat}.log").write_text(
            run.stdout + (f"--- stderr\n{run.stderr}" if run.stderr else "")
            + f"--- exit {run.exit} {run.stopped}\n")

    def _progress(self, row: Row) -> None:
        status = row.status
        if status in (results.WRONG, results.DISPUTED):
            status = f"{status.upper()}: {row.answer}, expected {row.expected}"
        reason = f"  ({row.reason})" if row.reason and status != "correct" else ""
        print(f"[{self.done}/{self.total}] {row.wall_s:7.2f}s "
              f"{row.peak_mb:6.0f}MB  {row.tool}  {row.task}  {status}{reason}",
              file=sys.stderr, flush=True)


def contradictions(rows: list[Row]) -> list[str]:
    """Tasks on which definite answers differ, known expectation or not."""
    answers: dict[str, dict[str, str]] = {}
    for row in rows:
        if row.answer in (SAFE, UNSAFE):
            answers.setdefault(row.task, {})[f"{row.tool}#{row.run}"] = row.answer
    return [f"{task}: " + ", ".join(f"{t} {a}" for t, a in sorted(given.items()))
            for task, given in sorted(answers.items())
            if len(set(given.values())) > 1]


def summary(rows: list[Row]) -> None:
    """Per group and tool: how often each status, and the time spent."""
    groups = sorted({r.set for r in rows})
    shown = [s for s in results.STATUSES if any(r.status == s for r in rows)]
    body = []
    for group in groups + (["all"] if len(groups) > 1 else []):
        for tool in sorted({r.tool for r in rows}):
            chosen = [r for r in rows if r.tool == tool and
                      (group == "all" or r.set == group)]
            if chosen:
                body.append([f"{group} {tool}", str(len(chosen))]
                            + [str(sum(r.status == s for r in chosen))
                               for s in shown]
                            + [f"{sum(r.cpu_s for r in chosen):.1f}",
                               f"{max(r.peak_mb for r in chosen):.0f}"])
    results.print_table(["set tool", "runs", *shown, "cpu s", "max MB"], body)


def columns_of(all_tools: list[Tool], extra: list[str]) -> list[str]:
    return sorted({c for t in all_tools for c in t.columns} | set(extra))


def metadata(options: Options, all_tools: list[Tool]) -> str:
    """Kept beside the table: what was run and on what."""
    model = ""
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    return json.dumps(
        {"timeout": options.timeout, "cpu_timeout": options.cpu_timeout,
         "memory": options.memory, "jobs": options.jobs,
         "repeat": options.repeat, "cpu": model,
         "tools": {t.name: t.command for t in all_tools}}, indent=1)
