#!/usr/bin/python3
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks about programs as they are written at work, correct and with one fault
each (-DBUG_1, ...): is a violation told at a line that is marked for the fault,
and none for the correct program? See README.md beside this file."""

import argparse
import json
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

BENCH = Path(__file__).resolve().parent


def main(arguments: list[str]) -> int:
    """0: done; 1: a correct program is accused; 3: bad input."""
    options = _parser().parse_args(arguments)
    files = options.files or sorted((BENCH / "seeded").glob("*.c"))
    try:
        runs = [run for file in files for run in _runs(file)]
    except OSError as error:
        print(f"seeded_bugs: error: {error}", file=sys.stderr)
        return 3
    print("| program | from | fault | answer | seconds |\n|---|---|---|---|---|")
    counts = {"found": 0, "not found": 0, "correct": 0, "accused": 0}
    with ThreadPoolExecutor(options.jobs) as pool:
        for run, (answer, seconds) in zip(
                runs, pool.map(lambda run: _ask(run, options), runs)):
            file, start, fault = run
            counts[answer.split(":")[0]] += 1
            print(f"| {file.name} | {start} | {fault or 'none'} | {answer} "
                  f"| {seconds:.1f} |", flush=True)
    print("\n" + ", ".join(f"{n} {text}" for text, n in counts.items()))
    return 1 if counts["accused"] else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="seeded_bugs.py", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE",
                        help="default: all of seeded/")
    parser.add_argument("--sooth", default=BENCH.parent.parent / "build/bin/sooth",
                        metavar="PROGRAM")
    parser.add_argument("--timeout", type=float, default=20, metavar="SECONDS")
    parser.add_argument("--jobs", type=int, default=1, metavar="COUNT")
    parser.add_argument("--option", action="append", default=[], metavar="WORD",
                        help="one more option for sooth")
    return parser


def _runs(file: Path):
    """Without and with each fault, from the functions and from its test."""
    text = file.read_text()
    faults = sorted(set(re.findall(r"\bBUG_\d+", text)),
                    key=lambda name: int(name[4:]))
    for start in ["functions", "test"] if "ifdef TEST" in text else ["functions"]:
        for fault in [None, *faults]:
            yield file, start, fault


def _ask(run, options):
    file, start, fault = run
    command = [str(options.sooth), "--check=default", "--json",
               f"--timeout={options.timeout:g}", *options.option, str(file)]
    command += [f"-D{fault}"] if fault else []
    command += ["-DTEST"] if start == "test" else []
    begin = time.monotonic()
    text = subprocess.run(command, capture_output=True, text=True,
                          check=False).stdout
    seconds = time.monotonic() - begin
    return _judged(_violated(text), _marked(file, fault), fault), seconds


def _violated(text: str) -> set[int]:
    """The lines of all violations that were told."""
    try:
        told = json.loads(text)
    except ValueError:
        return set()
    return {check["line"] for check in told.get("assertions", [])
            if check.get("result") == "Unsafe"}


def _marked(file: Path, fault: str | None) -> set[int]:
    return {number for number, line in enumerate(file.read_text().splitlines(), 1)
            if fault and re.search(rf"found:.*\b{fault}\b", line)}


def _judged(violated: set[int], marked: set[int], fault: str | None) -> str:
    if violated & marked:
        return "found"
    lines = ", ".join(str(line) for line in sorted(violated))
    if violated:
        return (f"not found: violated in line {lines}" if fault
                else f"accused: in line {lines}")
    return "not found" if fault else "correct"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
