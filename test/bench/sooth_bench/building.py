# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds a package with a compiler, and looks at what came out: object files,
and what the compiler told. How a package is built is in packages/NAME.yml:
`configure` and `make` are command lines that run in a copy of its folder, with
{cc}, {cflags}, {jobs} and {made} filled in; `needs` lists more programs that
have to be there."""

import dataclasses
import hashlib
import os
import re
import resource
import shutil
import signal
import subprocess
import time
from pathlib import Path

from .errors import BenchError

STEPS = ("configure", "make")
_WARNING = re.compile(r"(?:(\S+:\d+:\d+): )?(?:warning|error): (.*) "
                      r"\[-W(?:error,-W)?backend-plugin\]$")
_UNDECIDED = re.compile(r"remark: (?:(\d+) of \d+ checks could|the only check could|"
                        r"none of (\d+) checks could|not decided)")
_UNCHANGED = re.compile(r"remark: (\d+) functions? ha(?:s|ve) not changed since")


@dataclasses.dataclass
class Build:
    """What one build took, made and told."""

    wall: dict[str, float] = dataclasses.field(default_factory=dict)  # by step
    cpu: dict[str, float] = dataclasses.field(default_factory=dict)
    objects: dict[str, str] = dataclasses.field(default_factory=dict)  # hashes
    told: str = ""  # by make, on standard error
    failure: str = ""


def check(package) -> None:
    """Whether this package can be built here."""
    if unknown := set(package.build) - {*STEPS, "needs"}:
        raise BenchError(f"{package.name}: unknown keys {', '.join(sorted(unknown))}"
                         " in build")
    if "make" not in package.build:
        raise BenchError(f"{package.name}: nothing says how to build it")
    programs = [*package.build.get("needs", []),
                *(package.build[s][0] for s in STEPS if s in package.build)]
    if absent := [p for p in dict.fromkeys(programs)
                  if "/" not in p and not shutil.which(p)]:
        raise BenchError(f"{package.name}: needs {', '.join(absent)}")


def build(package, source: Path, target: Path, places: dict[str, str],
          timeout: float) -> Build:
    """In target, a fresh copy of source. Logs are put beside it."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target, symlinks=True)
    result = Build()
    for step in STEPS:
        if step in package.build and not result.failure:
            words = [fill(word, places) for word in package.build[step]]
            _do(step, words, target, timeout, result)
    if not result.failure:
        result.objects = objects(target)
        result.failure = "" if result.objects else "no object files"
    return result


def _do(step: str, words: list[str], folder: Path, timeout: float,
        result: Build) -> None:
    logs = [folder.with_name(f"{folder.name}.{step}.{n}") for n in ("out", "err")]
    start, cpu = time.monotonic(), _cpu_of_children()
    try:
        exit_code = _run(words, folder, timeout, logs)
    except OSError as error:
        result.failure = f"{step}: {error}"
        return
    result.wall[step] = time.monotonic() - start
    result.cpu[step] = _cpu_of_children() - cpu
    printed, told = (l.read_text(errors="replace") for l in logs)
    if step == "make":
        result.told = told
    if exit_code is None:
        result.failure = f"{step}: not done after {timeout:g} s"
    elif exit_code:
        result.failure = f"{step}: exit code {exit_code}: {_error(told or printed)}"


def _run(words: list[str], folder: Path, timeout: float,
         logs: list[Path]) -> int | None:
    """The exit code; nothing if it took too long. It leaves no process behind
    in its group."""
    with open(logs[0], "wb") as out, open(logs[1], "wb") as err:
        process = subprocess.Popen(words, cwd=folder, stdin=subprocess.DEVNULL,
                                   stdout=out, stderr=err, start_new_session=True)
    try:
        return process.wait(timeout)
    except subprocess.TimeoutExpired:
        return None
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()


def _cpu_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _error(text: str) -> str:
    """The line that says most."""
    said = text.strip().splitlines()
    errors = [l for l in said if re.search(r"\berror: ", l)] or said[-1:]
    return errors[0] if errors else ""


def fill(word: str, places: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda m: places.get(m[1], m[0]), word)


def objects(folder: Path) -> dict[str, str]:
    """The hash of each object file below the folder, whatever it is called."""
    return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest()
            for p in sorted(folder.rglob("*"))
            if p.is_file() and not p.is_symlink() and _is_object(p)}


def _is_object(path: Path) -> bool:
    """ELF, relocatable."""
    with open(path, "rb") as file:
        start = file.read(18)
    if len(start) < 18 or not start.startswith(b"\x7fELF"):
        return False
    order = "little" if start[5] == 1 else "big"
    return int.from_bytes(start[16:18], order) == 1


def differences(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """Names of object files that are not the same, and why."""
    found = []
    for name in sorted({*before, *after}):
        if name not in after:
            found.append(f"{name} is missing")
        elif name not in before:
            found.append(f"{name} is new")
        elif before[name] != after[name]:
            found.append(f"{name} differs")
    return found


def warnings(told: str) -> list[str]:
    """What verification warned of, each once."""
    found = (m for line in told.splitlines() if (m := _WARNING.match(line)))
    return list(dict.fromkeys(f"{m[1]}: {m[2]}" if m[1] else m[2] for m in found))


def undecided(told: str) -> int:
    """How many checks were left open."""
    return sum(int(m[1] or m[2] or 1) for m in _UNDECIDED.finditer(told))


def unchanged(told: str) -> int:
    """How many functions were not verified again, if remarks are on."""
    return sum(int(m[1]) for m in _UNCHANGED.finditer(told))
