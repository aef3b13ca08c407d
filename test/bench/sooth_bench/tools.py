# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Verifiers: how to call one and how to read its answer.

A description is a file tools/NAME.yml; `--tool NAME=COMMAND` describes one on
the spot, which then speaks as sooth does.
"""

import dataclasses
import json
import re
import shlex
import shutil
from pathlib import Path

import yaml

from .errors import BenchError
from .limits import Execution
from .tasks import SAFE, UNSAFE, Task

UNKNOWN = "Unknown"
_EXIT_OF = {SAFE: 0, UNSAFE: 1, UNKNOWN: 2, "nothing to check": 5}
_FIRST_LINE = re.compile(r"(Safe|Unsafe|Unknown)\b:?\s*(.*)")
_PLACEHOLDER = re.compile(r"\{([\w-]+)\}")


@dataclasses.dataclass
class Answer:
    """`answer` is Safe, Unsafe, Unknown, or empty if there was none."""

    answer: str
    reason: str = ""


@dataclasses.dataclass
class Tool:
    name: str
    command: list[str]
    prepare: list[str] = dataclasses.field(default_factory=list)
    needs: list[str] = dataclasses.field(default_factory=list)
    answers: list[dict] = dataclasses.field(default_factory=list)
    columns: list[str] = dataclasses.field(default_factory=list)
    note: str = ""

    def read(self, execution: Execution) -> Answer:
        if self.answers:
            return _match(self.answers, execution.stdout)
        return _sooth_answer(execution)


def _match(rules: list[dict], output: str) -> Answer:
    for rule in rules:
        if match := re.search(rule["match"], output, re.MULTILINE):
            return Answer(rule["answer"], match[0][:100])
    return Answer("", "no answer in the output")


def _sooth_answer(execution: Execution) -> Answer:
    """First line and exit code have to agree."""
    first = execution.stdout.lstrip().split("\n", 1)[0]
    # No run violates what is not there.
    if first == "nothing to check" and execution.exit == _EXIT_OF[first]:
        return Answer(SAFE, "")
    match = _FIRST_LINE.match(first)
    if not match and first.startswith("{"):
        document = json_in(execution.stdout)
        result = str((document or {}).get("result", ""))
        if result == "NothingToCheck" and execution.exit == 5:
            return Answer(SAFE, "")
        match = _FIRST_LINE.match(result)
        if match and match[1] == UNKNOWN and not match[2]:
            return Answer(UNKNOWN, str(document.get("reason", "")))
    if not match:
        return Answer("", f"exit {execution.exit}: {_complaint(execution)[:300]}")
    if not execution.stopped and execution.exit != _EXIT_OF[match[1]]:
        # Kept for the judge: a wrong answer stays a wrong answer.
        return Answer(match[1], f"exit code {execution.exit} contradicts it")
    return Answer(match[1], match[2][:300] if match[1] == UNKNOWN else "")


def _complaint(execution: Execution) -> str:
    """The first line that calls itself an error, or the first."""
    lines = (execution.stderr.strip() or execution.stdout.strip()).splitlines()
    return next((l for l in lines if "error:" in l), lines[0] if lines else "")


def contradicts_exit(answer: Answer) -> bool:
    return answer.reason.startswith("exit code ")


def statistics(execution: Execution) -> dict[str, float]:
    """Figures from --stats: `dotted.name value` lines on either stream, or
    the "statistics"/"stats" of a JSON document."""
    figures: dict[str, float] = {}
    for stream in (execution.stdout, execution.stderr):
        document = json_in(stream)
        if isinstance(document, dict):
            for key in ("statistics", "stats"):
                values = document.get(key)
                if isinstance(values, dict):
                    figures |= {k: v for k, v in values.items()
                                if isinstance(v, (int, float))}
        for match in re.finditer(r"^\s*([a-z][\w-]*(?:\.[\w-]+)+)\s*[:=]?\s+"
                                 r"(-?[\d.]+(?:e[-+]?\d+)?)\s*$", stream, re.M):
            try:
                figures[match[1]] = float(match[2])
            except ValueError:
                pass
    return figures


def json_in(text: str):
    """The first JSON object that starts a line, or None."""
    for match in re.finditer(r"^\{", text, re.M):
        try:
            return json.JSONDecoder().raw_decode(text, match.start())[0]
        except ValueError:
            continue
    return None


def load(spec: str, folder: Path, bin_dir: Path) -> Tool:
    """spec is NAME (a file in folder), NAME=COMMAND, or
    NAME=OTHER:EXTRA, which is the described tool OTHER with more arguments."""
    name, _, command = spec.partition("=")
    base, colon, extra = command.partition(":")
    if command and colon and (folder / f"{base}.yml").is_file():
        tool = _from_file(folder / f"{base}.yml")
        return dataclasses.replace(tool, name=name,
                                   command=tool.command + shlex.split(extra))
    if command:
        return Tool(name, shlex.split(command))
    path = folder / f"{name}.yml"
    if not path.is_file():
        known = ", ".join(sorted(p.stem for p in folder.glob("*.yml")))
        raise BenchError(f"no tool {name!r}; there are {known}, or NAME=COMMAND")
    return _from_file(path)


def _from_file(path: Path) -> Tool:
    data = yaml.safe_load(path.read_text())
    known = {field.name for field in dataclasses.fields(Tool)}
    if extra := set(data) - known:
        raise BenchError(f"{path}: unknown keys {', '.join(sorted(extra))}")
    for key in ("command", "prepare"):
        if isinstance(data.get(key), str):
            data[key] = shlex.split(data[key])
    return Tool(name=path.stem, **data)


def missing(tool: Tool, bin_dir: Path) -> list[str]:
    return [n for n in tool.needs if not find_program(n, bin_dir)]


def find_program(name: str, bin_dir: Path) -> str | None:
    own = bin_dir / name
    return str(own) if own.is_file() else shutil.which(name)


def expand(template: list[str], task: Task, values: dict[str, str],
           bin_dir: Path) -> list[str]:
    """Fills in {file}, {timeout}, {memory}, {tmp}, {machine}, {options} and the
    programs. A word that is only {file}, {machine} or {options} may become
    several or none."""
    words: list[str] = []
    files = values.get("file", "").split("\0")
    machine = {"ILP32": "-m32"}.get(task.machine, "")
    for word in template:
        if word == "{file}":
            words += files
        elif word == "{machine}":
            words += [machine] if machine else []
        elif word == "{options}":
            words += task.options
        else:
            words.append(_PLACEHOLDER.sub(
                lambda m: _value(m, values, bin_dir), word))
    return words


def _value(match: re.Match, values: dict[str, str], bin_dir: Path) -> str:
    if match[1] == "file":
        return values["file"].replace("\0", " ")
    if match[1] in values:
        return values[match[1]]
    return find_program(match[1], bin_dir) or match[1]
