#!/usr/bin/python3
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks about defects of libraries that are known: whether the check that fails
is violated before the change that corrects it, and not after; see README.md
beside this file."""

import argparse
import shutil
import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parent
sys.path.insert(0, str(BENCH))

from sooth_bench import checks, defects, sources  # noqa: E402
from sooth_bench.errors import BenchError  # noqa: E402
from sooth_bench.limits import prepare_runner  # noqa: E402


def main(arguments: list[str]) -> int:
    """0: done; 3: bad input."""
    options = _parser().parse_intermixed_args(arguments)
    try:
        return _run(options)
    except BenchError as error:
        print(f"known_defects: error: {error}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        print("known_defects: interrupted", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="known_defects.py", description=__doc__)
    parser.add_argument("cache", type=Path, help="the folder for the sources")
    parser.add_argument("only", nargs="*", metavar="TEXT",
                        help="only defects with this in their name or package")
    parser.add_argument("--description", type=Path, metavar="YML",
                        default=BENCH / "defects" / "defects.yml")
    parser.add_argument("--packages", type=Path, default=BENCH / "packages",
                        metavar="DIR")
    parser.add_argument("--times", type=float, default=1, metavar="X",
                        help="so many times the seconds of the description")
    parser.add_argument("--options", action="append", default=[], metavar="WORD",
                        help="one more option for sooth")
    parser.add_argument("--keep", type=Path, metavar="DIR",
                        help="keep what each run printed")
    parser.add_argument("--bin", type=Path,
                        default=BENCH.parent.parent / "build" / "bin",
                        metavar="DIR")
    parser.add_argument("--clang", default="clang-19")
    return parser


def _run(options) -> int:
    chosen = defects.load(options.description, options.only)
    trees = defects.Trees(options.cache, defects.repositories(options.description))
    prepare_runner()
    print("| package | defect | function | unpatched | patched | |\n"
          "|---|---|---|---|---|---|")
    counts = {defects.FOUND: 0, defects.MISSED: 0, defects.FALSE_ALARM: 0}
    for defect in chosen:
        try:
            answers = _answers(defect, trees, options)
        except BenchError as error:
            print(f"known_defects: {defect.name} is skipped: {error}",
                  file=sys.stderr)
            continue
        judged = defects.judgement(answers)
        counts[judged] += 1
        print(f"| {defect.package} | {defect.name} | `{defect.function}` | "
              f"{answers[defects.UNPATCHED]} | {answers[defects.PATCHED]} | "
              f"{judged} |", flush=True)
    print("\n" + ", ".join(f"{n} {text}" for text, n in counts.items()))
    return 0


def _answers(defect, trees, options) -> dict[str, defects.Answer]:
    package, = sources.load(options.packages, [defect.package])
    roots = {v: trees.tree(package, defect, v) for v in defects.VERSIONS}
    texts = [_lines(root / (defect.place or defect.file)) for root in roots.values()]
    # Models of the C library are the same in both versions, and not there.
    places = [defects.only(defect.line), defects.lines_after(defect.line, *texts)]
    answers = {}
    for (version, root), lines in zip(roots.items(), places):
        unit = defects.unit_of(package, defect, root, options.cache,
                               options.description)
        answers[version] = defects.answer_at(
            defect, lines, checks.verify(unit, _how(defect, version, options)))
    return answers


def _lines(path: Path) -> list[str]:
    return path.read_text(errors="replace").splitlines() if path.is_file() else []


def _how(defect, version: str, options) -> checks.Options:
    return checks.Options(
        bin_dir=options.bin, clang=shutil.which(options.clang) or options.clang,
        timeout=defect.seconds * options.times, for_each=0, function_timeout=0,
        memory=4000, check=defect.kinds, environment="",
        functions=[defect.function],
        extra=[*defect.options, *options.options],
        keep=options.keep / version / defect.name if options.keep else None)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
