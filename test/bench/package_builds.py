#!/usr/bin/python3
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds packages with our clang, and compares the object files.

Each package is built three times by its own build system, in the same folder:
by the plain clang; by ours, which verifies, with an empty cache; and by ours
again, with that cache. Prints a table. Exit code 1 if an object file differs
or a build fails, 3 for bad input.

    test/bench/package_builds.py ~/sources cjson bzip2 --out build/builds.csv
"""

import argparse
import csv
import sys
import tempfile
from pathlib import Path

BENCH = Path(__file__).resolve().parent
sys.path.insert(0, str(BENCH))

from sooth_bench import building, results, sources  # noqa: E402
from sooth_bench.errors import BenchError  # noqa: E402

KINDS = ("plain", "verify", "cached")
COLUMNS = ["package", "objects", "same", "same cached",
           *(f"{kind} {what}" for kind in KINDS for what in ("s", "cpu s")),
           *(f"configure {kind} s" for kind in KINDS),
           "warnings", "undecided", "undecided cached",
           "entries", "more entries", "unchanged"]
SHOWN = [c for c in COLUMNS if not c.startswith("configure")]


def main(arguments: list[str]) -> int:
    options = _parser().parse_args(arguments)
    try:
        return _run(options)
    except BenchError as error:
        print(f"package_builds: error: {error}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        print("package_builds: interrupted", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="package_builds.py", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cache", type=Path, help="the folder for the sources")
    parser.add_argument("packages", nargs="*", metavar="PACKAGE",
                        help="by default all")
    parser.add_argument("--clang", default="/usr/lib/llvm-19/bin/clang")
    parser.add_argument("--wrapper", default=str(BENCH.parent.parent / "build/bin/clang"))
    parser.add_argument("--flags", default="-O2", help="for all builds")
    parser.add_argument("--verify", default="memory,overflow", metavar="KINDS")
    parser.add_argument("--verify-timeout", type=float, metavar="S",
                        help="for a file, instead of the compiler's default")
    parser.add_argument("--remarks", action="store_true",
                        help="count functions that have not changed; the remarks "
                        "for this may change what configure finds")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=3600, metavar="S",
                        help="for each step of a build")
    parser.add_argument("--keep", type=Path, metavar="DIR",
                        help="build there, and keep trees, logs and caches")
    parser.add_argument("--out", type=Path, metavar="CSV")
    parser.add_argument("--upstream", action="store_true",
                        help="without Debian's patches")
    parser.add_argument("--descriptions", type=Path, default=BENCH / "packages",
                        metavar="DIR")
    return parser


def _run(options) -> int:
    packages = sources.load(options.descriptions, options.packages)
    for package in packages:
        building.check(package)
    cache = sources.Cache(options.cache, options.upstream)
    sources.fetch_all(cache, packages)
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        return _build_all(packages, cache, options, options.keep.resolve())
    with tempfile.TemporaryDirectory(prefix="package-builds-") as folder:
        return _build_all(packages, cache, options, Path(folder))


def _build_all(packages, cache: sources.Cache, options, folder: Path) -> int:
    """Rows are written at once, for a run that is interrupted."""
    rows, complaints = [], []
    for package in packages:
        row, found = _build_one(package, cache, options, folder / package.name)
        rows.append(row)
        complaints += [f"{package.name}: {text}" for text in found]
        if options.out:
            _write(options.out, rows)
    results.print_table(SHOWN, [[row.get(c, "-") for c in SHOWN] for row in rows])
    for text in complaints:
        print(text)
    return int(bool(complaints))


def _write(path: Path, rows: list[dict[str, str]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _build_one(package, cache: sources.Cache, options,
               folder: Path) -> tuple[dict[str, str], list[str]]:
    """Its row, and what is not as it should be."""
    answers = folder / "cache"
    if answers.exists():
        raise BenchError(f"{answers} is there already")
    folder.mkdir(parents=True, exist_ok=True)
    builds, entries, complaints = {}, [], []
    for kind in KINDS:
        places = _places(package, cache, options, kind, answers)
        target = folder / "build"
        built = building.build(package, cache.fetched(package), target, places,
                               options.timeout)
        for path in folder.glob("build*"):
            path.rename(folder / path.name.replace("build", kind, 1))
        builds[kind] = built
        entries.append(_count(answers))
        if built.failure:
            complaints.append(f"the {kind} build failed: {built.failure}")
            break
        if kind != "plain":
            found = building.differences(builds["plain"].objects, built.objects)
            complaints += [f"{name} ({kind})" for name in found]
        print(f"{sum(built.wall.values()):8.1f}s  {package.name}  {kind}",
              file=sys.stderr, flush=True)
    return _row(package.name, builds, entries, options.remarks), complaints


def _places(package, cache: sources.Cache, options, kind: str,
            answers: Path) -> dict[str, str]:
    flags = options.flags
    if kind != "plain":
        flags += f" -fverify={options.verify} -fverify-cache={answers}"
        if options.verify_timeout is not None:
            flags += f" -fverify-timeout={options.verify_timeout:g}"
        if options.remarks:
            flags += " -fverify-remarks"
    compiler = options.clang if kind == "plain" else options.wrapper
    return {"cc": str(Path(compiler).absolute()), "cflags": flags,
            "jobs": str(options.jobs), "made": str(cache.made(package))}


def _count(folder: Path) -> int:
    return sum(1 for _ in folder.glob("llvmcache-*"))


def _row(name: str, builds: dict[str, building.Build], entries: list[int],
         remarks: bool) -> dict[str, str]:
    """Only what is known: builds may be missing."""
    row = {"package": name}
    plain = builds["plain"].objects
    row["objects"] = str(len(plain))
    for kind, built in builds.items():
        for step, prefix in (("make", ""), ("configure", "configure ")):
            if step in built.wall:
                row[f"{prefix}{kind} s"] = f"{built.wall[step]:.1f}"
        if "make" in built.cpu:
            row[f"{kind} cpu s"] = f"{built.cpu['make']:.1f}"
    for kind, column in (("verify", ""), ("cached", " cached")):
        if built := builds.get(kind):
            same = sum(plain[n] == h for n, h in built.objects.items() if n in plain)
            row[f"same{column}"] = str(same)
            row[f"undecided{column}"] = str(building.undecided(built.told))
    if "verify" in builds:
        row["warnings"] = str(len(building.warnings(builds["verify"].told)))
        row["entries"] = str(entries[1])
    if "cached" in builds:
        row["more entries"] = str(entries[2] - entries[1])
        if remarks:
            row["unchanged"] = str(building.unchanged(builds["cached"].told))
    return row


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
