#!/usr/bin/python3
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Verifies packages as whole projects.

Each package is built once by its own build system, watched by `sooth-project
capture` or, where that is CMake, with CMake's own list of commands. Then
sooth-project verifies all files that were compiled, once more, and once with
the cache alone. Prints a table. Exit code 1 if a build fails or the same is not
said again, 3 for bad input.

    test/bench/package_projects.py ~/sources cjson bzip2 --timeout=30
"""

import argparse
import dataclasses
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

BENCH = Path(__file__).resolve().parent
sys.path.insert(0, str(BENCH))

from sooth_bench import building, results, sources  # noqa: E402
from sooth_bench.errors import BenchError  # noqa: E402
from sooth_bench.limits import Execution, execute, prepare_runner  # noqa: E402

RUNS = ("first", "again", "cache alone")
COLUMNS = ["package", *(f"{run} {what}" for run in RUNS for what in ("s", "cpu s")),
           "result"]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="package_projects.py", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cache", type=Path, help="the folder for the sources")
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help="by default all")
    parser.add_argument("--tool", default=str(BENCH.parent.parent / "build/bin/sooth-project"))
    parser.add_argument("--cc", default="gcc", help="by its name")
    parser.add_argument("--check", default="memory,overflow", metavar="KINDS")
    parser.add_argument("--timeout", type=float, default=30, metavar="S", help="for a file")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--descriptions", type=Path, default=BENCH / "packages",
                        metavar="DIR")
    options = parser.parse_args(arguments)
    try:
        return _run(options)
    except BenchError as error:
        print(f"package_projects: error: {error}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        return 130


def _run(options) -> int:
    packages = sources.load(options.descriptions, options.packages)
    for package in packages:
        building.check(package)
    cache = sources.Cache(options.cache, False)
    sources.fetch_all(cache, packages)
    prepare_runner()
    rows, complaints = [], []
    for package in packages:
        with tempfile.TemporaryDirectory(prefix="package-projects-") as folder:
            row, found = _verify(package, cache, options, Path(folder).resolve())
        rows.append([row.get(c, "-") for c in COLUMNS])
        complaints += [f"{package.name}: {text}" for text in found]
    results.print_table(COLUMNS, rows)
    for text in complaints:
        print(text)
    return int(bool(complaints))


def _verify(package, cache: sources.Cache, options,
            folder: Path) -> tuple[dict[str, str], list[str]]:
    tool, row = str(Path(options.tool).absolute()), {"package": package.name}
    places = {"cc": options.cc, "cflags": "-O2", "jobs": str(options.jobs),
              "made": str(cache.made(package))}
    os.environ["CMAKE_EXPORT_COMPILE_COMMANDS"] = "ON"
    steps = package.build | {"make": [tool, "capture", "--", *package.build["make"]]}
    built = building.build(dataclasses.replace(package, build=steps),
                           cache.fetched(package), folder / "build", places, 600)
    if built.failure:
        return row, [f"the build failed: {built.failure}"]
    # CMake calls the compiler by its whole path, which is not watched.
    project = max((p.parent for p in (folder / "build").rglob("compile_commands.json")),
                  key=lambda p: (p / "compile_commands.json").stat().st_size)
    said = []
    for run in RUNS:
        if run == "cache alone":
            shutil.rmtree(project / "sooth-results" / "units")
        done = _sooth_project(tool, project, options)
        row |= {f"{run} s": f"{done.wall:.1f}", f"{run} cpu s": f"{done.cpu:.1f}"}
        said.append(done.stdout.strip().splitlines()[-1] if done.stdout else done.stderr)
        print(f"{done.wall:8.1f}s  {package.name}  {run}: {said[-1]}", file=sys.stderr,
              flush=True)
    row["result"] = said[0]
    return row, [f"not the same again: {text}" for text in said[1:2] if text != said[0]]


def _sooth_project(tool: str, project: Path, options) -> Execution:
    words = [tool, "-p", str(project), "--each-file", f"--check={options.check}",
             f"--timeout={options.timeout:g}", f"-j{options.jobs}"]
    with tempfile.TemporaryDirectory(prefix="sooth-bench-") as tmp:
        return execute(words, Path(tmp), 3600, 0, 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
