# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks generated tasks by running them: exhaustive exploration where the
states are finite and few, replay of the way into each error, and long random
runs. Needs a C compiler."""

import dataclasses
import re
import subprocess
import tempfile
from pathlib import Path

from .program import SAFE, UNSAFE, Program, Reactive

_HERE = Path(__file__).resolve().parent
_CC = ["gcc", "-w", "-O1"]
# Only arithmetic the tasks mean to be well defined may happen in them.
_STRICT = ["-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero",
           "-fsanitize-undefined-trap-on-error"]
_ERROR_REACHED = 77


@dataclasses.dataclass
class Exploration:
    outcome: str  # Safe, Unsafe or limit
    depth: int
    states: int
    inputs: list[int]
    ranges: dict[str, tuple[int, int]]
    dump: list[tuple[int, list[int]]]  # (depth, values)


def explore(reactive: Reactive, limit: int = 2_000_000, abstract: bool = False,
            dump: bool = False) -> Exploration:
    with tempfile.TemporaryDirectory() as tmp:
        folder = Path(tmp)
        variables = " ".join(f"X({n}, {v})" for n, v in reactive.state)
        (folder / "state.inc").write_text(
            f"#define VALUE {reactive.ctype}\n#define STATE_VARS {variables}\n")
        (folder / "body.inc").write_text(reactive.for_explorer(abstract))
        subprocess.run([*_CC, "-I", tmp, "-o", folder / "explorer",
                        _HERE / "explorer.c"], check=True)
        done = subprocess.run([folder / "explorer", str(limit)]
                              + ["dump"] * dump, check=True,
                              capture_output=True, text=True)
    return _parse(done.stdout)


def _parse(output: str) -> Exploration:
    found = Exploration("limit", 0, 0, [], {}, [])
    for line in output.splitlines():
        words = line.split()
        if words[0] in ("safe", "error"):
            found.outcome = SAFE if words[0] == "safe" else UNSAFE
            found.depth = int(words[1])
        elif words[0] == "states":
            found.states = int(words[1])
        elif words[0] == "inputs":
            found.inputs = list(map(int, words[1:]))
        elif words[0] == "ranges":
            for word in words[1:]:
                name, span = word.split("=")
                low, high = span.split("..")
                found.ranges[name] = (int(low), int(high))
        elif words[0] == "state":
            found.dump.append((int(words[1]), list(map(int, words[2:]))))
    return found


def validate(program: Program, path: Path, thorough: bool) -> list[str]:
    """What is wrong with the task, if anything."""
    problems = []
    witness = program.witness
    if program.reactive:
        seen = explore(program.reactive)
        if seen.outcome not in (program.expected, "limit"):
            problems.append(f"exploration says {seen.outcome}")
        if seen.outcome == "limit" and program.expected == SAFE and witness is None:
            problems.append(f"too many states ({seen.states})")
        if witness is None and seen.outcome == UNSAFE:
            witness = seen.inputs
    with tempfile.TemporaryDirectory() as tmp:
        binary = Path(tmp) / "task"
        done = subprocess.run([*_CC, *_STRICT, "-o", binary, path,
                               _HERE / "driver.c"], capture_output=True, text=True)
        if done.returncode != 0:
            return [f"does not compile: {done.stderr[:300]}"]
        if program.expected == UNSAFE:
            problems += _replay(binary, witness)
        else:
            problems += _random_runs(binary, program, 10 if thorough else 0.4)
    return problems


def _replay(binary: Path, witness: list[int] | None) -> list[str]:
    if witness is None:
        return ["no inputs are known that reach the error"]
    code = _run([binary, "inputs", *map(str, witness)])
    return [] if code == _ERROR_REACHED else [f"its inputs end in exit code {code}"]


def _random_runs(binary: Path, program: Program, seconds: float) -> list[str]:
    """Once with the inputs the program tells apart, once with wilder ones."""
    values = program.reactive.values() if program.reactive else []
    for seed, wild in enumerate([0, 8] if values else [16, 32], 1):
        pool = values or _constants(program.source)
        code = _run([binary, "random", str(seed), str(seconds / 2), str(wild),
                     *map(str, pool)])
        if code == _ERROR_REACHED:
            return [f"a random run (seed {seed}) reaches the error"]
        if code != 0:
            return [f"a random run (seed {seed}) dies ({code})"]
    return []


def _constants(source: str) -> list[int]:
    words = set(re.findall(r"(?<![\w.])\d+(?!\w)", source))
    return [0, 1, *sorted(int(w) + d for w in words for d in (-1, 0, 1)
                          if int(w) < 2**30)][:300]


def _run(command) -> int | None:
    try:
        return subprocess.run(command, timeout=60, capture_output=True).returncode
    except subprocess.TimeoutExpired:
        return None
