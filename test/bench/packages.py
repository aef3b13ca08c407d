#!/usr/bin/python3
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Verifies the files of libraries that Debian packages, function by function;
see README.md beside this file."""

import argparse
import json
import shlex
import shutil
import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parent
sys.path.insert(0, str(BENCH))

from sooth_bench import check_report, checks, peers, results, sources  # noqa: E402
from sooth_bench.errors import BenchError  # noqa: E402
from sooth_bench.limits import prepare_runner  # noqa: E402

BUILD = BENCH.parent.parent / "build"


def main(arguments: list[str]) -> int:
    """0: done; 1: two tables contradict each other; 3: bad input."""
    options = _parser().parse_args(arguments)
    try:
        return options.action(options)
    except BenchError as error:
        print(f"packages: error: {error}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        print("packages: interrupted", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="packages.py", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    fetch = commands.add_parser("fetch", help="get sources from Debian")
    _package_arguments(fetch)
    fetch.set_defaults(action=_fetch)
    listing = commands.add_parser("list", help="show files and their flags")
    _package_arguments(listing)
    listing.set_defaults(action=_list)
    run = commands.add_parser("run", help="verify, fetching what is not there")
    _package_arguments(run)
    _run_arguments(run)
    run.set_defaults(action=_run)
    report = commands.add_parser("report", help="the tables of a run again")
    report.add_argument("csv", type=Path)
    _report_arguments(report)
    report.set_defaults(action=_report)
    compare = commands.add_parser("compare", help="two runs, row by row")
    compare.add_argument("csv", nargs=2, type=Path)
    compare.add_argument("--verbose", action="store_true",
                         help="list each check with another answer")
    compare.set_defaults(action=_compare)
    return parser


def _package_arguments(parser) -> None:
    parser.add_argument("cache", type=Path, help="the folder for the sources")
    parser.add_argument("packages", nargs="*", metavar="PACKAGE",
                        help="by default all")
    parser.add_argument("--upstream", action="store_true",
                        help="without Debian's patches")
    parser.add_argument("--only", action="append", default=[], metavar="TEXT",
                        help="only files with this in their name")
    parser.add_argument("--descriptions", type=Path, default=BENCH / "packages",
                        metavar="DIR")


def _run_arguments(parser) -> None:
    parser.add_argument("--out", type=Path, metavar="CSV", required=True)
    parser.add_argument("--timeout", type=float, default=60, metavar="S",
                        help="for a file")
    parser.add_argument("--for-each", type=float, default=0, metavar="S",
                        help="for a file: so much for each of its functions, "
                        "but --timeout at most")
    parser.add_argument("--function-timeout", type=float, default=0, metavar="S",
                        help="run each function by itself, with globals as "
                        "initialized")
    parser.add_argument("--function", action="append", default=[], metavar="NAME",
                        help="only this function")
    parser.add_argument("--memory", type=float, default=4000, metavar="MB")
    parser.add_argument("--check", default="memory,overflow,div,shift",
                        metavar="KINDS")
    parser.add_argument("--environment", default="", metavar="WHAT",
                        help="by default sooth finds out which is needed")
    parser.add_argument("--options", default="", help="more of them, for sooth")
    parser.add_argument("--peer", action="append", default=[],
                        choices=sorted(peers.PEERS))
    parser.add_argument("--replay", action="store_true",
                        help="run the harnesses of violations")
    parser.add_argument("--keep", type=Path, metavar="DIR",
                        help="keep what each run printed")
    parser.add_argument("--bin", type=Path, default=BUILD / "bin", metavar="DIR")
    parser.add_argument("--clang", default="clang-19")
    _report_arguments(parser)


def _report_arguments(parser) -> None:
    parser.add_argument("--reasons", type=int, default=10, metavar="N",
                        help="how many reasons, the most frequent first")


def _chosen(options) -> list[sources.Package]:
    return sources.load(options.descriptions, options.packages)


def _fetch(options) -> int:
    cache = sources.Cache(options.cache, options.upstream)
    for package in sources.fetch_all(cache, _chosen(options)):
        print(f"{package.name}\t{cache.version(package)}\t{cache.root(package)}")
    return 0


def _units(options, packages: list[sources.Package]) -> list[sources.Unit]:
    cache = sources.Cache(options.cache, options.upstream)
    units = [u for p in packages for u in cache.units(p)
             if not options.only or any(t in u.name for t in options.only)]
    if not units:
        raise BenchError("no files")
    return units


def _list(options) -> int:
    for unit in _units(options, _chosen(options)):
        print(f"{unit.name}\t{shlex.join(unit.flags)}")
    return 0


def _run(options) -> int:
    cache = sources.Cache(options.cache, options.upstream)
    packages = sources.fetch_all(cache, _chosen(options))
    units = _units(options, packages)
    how = _how(options)
    usable = [p for p in dict.fromkeys(options.peer) if _is_usable(p, how.clang)]
    versions = {p.name: cache.version(p) for p in packages}
    about = {"timeout": how.timeout, "for_each": how.for_each,
             "function_timeout": how.function_timeout,
             "memory": how.memory, "upstream": options.upstream,
             "versions": versions, "command": checks.arguments(units[0], "", how)}
    options.out.parent.mkdir(parents=True, exist_ok=True)
    _verify_all(units, how, usable, options, about)
    return _report(argparse.Namespace(csv=options.out, reasons=options.reasons))


def _how(options) -> checks.Options:
    return checks.Options(
        options.bin, shutil.which(options.clang) or options.clang, options.timeout,
        options.for_each, options.function_timeout, options.memory, options.check,
        options.environment, options.function, shlex.split(options.options),
        options.keep)


def _is_usable(peer: str, clang: str) -> bool:
    absent = peers.missing(peer, clang)
    if absent:
        print(f"packages: {peer} is skipped: no {absent}", file=sys.stderr)
    return not absent


def _verify_all(units, how: checks.Options, usable: list[str], options,
                about: dict) -> None:
    """Rows and details are written at once, for a run that is interrupted."""
    prepare_runner()
    writer = results.Writer(options.out, check_report.COUNTS)
    files: dict[str, dict] = {}
    try:
        for number, unit in enumerate(units, 1):
            rows, files[unit.name] = _verify_one(unit, how, usable, options.replay)
            options.out.with_suffix(".json").write_text(
                json.dumps(about | {"files": files}, indent=1))
            for row in rows:
                writer.write(row)
            print(f"[{number}/{len(units)}] {rows[0].wall_s:7.2f}s "
                  f"{rows[0].peak_mb:6.0f}MB  {unit.name}  {rows[0].status}",
                  file=sys.stderr, flush=True)
    finally:
        writer.close()


def _verify_one(unit, how: checks.Options, usable: list[str], replay: bool):
    verified = checks.verify(unit, how)
    details = {"functions": verified.functions, "checks": verified.checks}
    if replay:
        from sooth_bench import replaying  # needs test/corpus

        details["replays"] = replaying.replay(unit, verified.functions, how)
    rows = [verified.row]
    details["peers"] = {}
    for peer in usable:
        row, details["peers"][peer] = peers.PEERS[peer][0](unit, how)
        rows.append(row)
    return rows, details


def _report(options) -> int:
    check_report.report(check_report.Table(options.csv), options.reasons)
    return 0


def _compare(options) -> int:
    tables = [check_report.Table(path) for path in options.csv]
    return check_report.compare(*tables, options.verbose)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
