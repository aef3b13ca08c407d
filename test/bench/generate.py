#!/usr/bin/python3
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the project's own tasks: C programs (arrays: Horn clauses) and their
task definitions.

    generate.py                 into build/bench-tasks
    generate.py --validate      and proves or tests each expected answer
    generate.py --search        finds what recipes.json lacks (slow; not needed)
"""

import argparse
import concurrent.futures
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from generators import arrays, drivers, eca, handshake, locks, loops, plc, procedures
from generators import validate as validation
from generators.program import SAFE, write_properties

RECIPES = HERE / "generators" / "recipes.json"
FAMILIES = {"ssh": handshake, "locks": locks, "loops": loops, "eca": eca,
            "plc": plc, "arrays": arrays, "procedures": procedures,
            "drivers": drivers}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path,
                        default=HERE.parent.parent / "build" / "bench-tasks")
    parser.add_argument("--family", action="append", choices=sorted(FAMILIES))
    parser.add_argument("--only", default="", metavar="TEXT",
                        help="only tasks with this in their name")
    parser.add_argument("--validate", action="store_true")
    parser.add_argument("--thorough", action="store_true",
                        help="more random runs of safe tasks")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--search", action="store_true")
    options = parser.parse_args()
    if options.search:
        search(options.family or ["ssh", "eca"])
    recipes = json.loads(RECIPES.read_text())
    write_properties(options.out)
    written = []
    for family in options.family or FAMILIES:
        for program in FAMILIES[family].tasks(recipes):
            if options.only in program.name:
                written.append((program, program.write(options.out)))
    print(f"{len(written)} tasks in {options.out}")
    return validate(written, options) if options.validate else 0


def validate(written, options) -> int:
    bad = 0
    programs = [item for item in written if item[0].suffix == ".c"]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        checks = pool.map(
            lambda item: validation.validate(*item, options.thorough), programs)
        for (program, _), problems in zip(programs, checks):
            for problem in problems:
                bad += 1
                print(f"{program.name}: expected {program.expected}, but {problem}")
    print(f"{len(programs)} tasks checked, {bad} problems")
    return 1 if bad else 0


def search(families) -> None:
    recipes = json.loads(RECIPES.read_text()) if RECIPES.is_file() else {}
    if "ssh" in families:
        recipes |= search_handshakes(recipes)
    if "eca" in families:
        recipes |= search_systems(recipes)
    lines = [f" {json.dumps(k)}: {json.dumps(recipes[k])}" for k in sorted(recipes)]
    RECIPES.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def search_handshakes(known: dict) -> dict:
    found, seed = {}, 0
    for name in handshake.names():
        size, expected, number = name
        if handshake.key(*name) in known:
            seed = known[handshake.key(*name)]["seed"]
            continue
        seed = 0 if number == 1 else seed  # the variants of one size differ
        while True:
            seed += 1
            program = handshake.make(size, expected, number, seed)
            exact = validation.explore(program.reactive)
            if exact.outcome != expected:
                continue
            abstract = (validation.explore(program.reactive, abstract=True)
                        if expected == SAFE else exact)
            if handshake.interesting(program, exact, abstract):
                break
        found[handshake.key(*name)] = {"seed": seed, "depth": exact.depth,
                                       "states": exact.states}
        print(handshake.key(*name), found[handshake.key(*name)], flush=True)
    return found


def search_systems(known: dict) -> dict:
    found = {}
    for name in eca.names():
        rules, kind, expected, number = name
        if eca.key(*name) in known:
            continue
        for seed in range(1000 * number, 1000 * number + 400):
            program = eca.make(*name, seed, [])
            seen = validation.explore(program.reactive, 700_000, dump=True)
            if seen.outcome != SAFE or seen.states < min(rules // 2, 300):
                continue
            variables = [n for n, _ in program.reactive.state]
            error = eca.choose_error(seed, expected, variables, seen.dump)
            if error:
                program = eca.make(*name, seed, error)
                seen = validation.explore(program.reactive)
                found[eca.key(*name)] = {"seed": seed, "error": error,
                                         "depth": seen.depth,
                                         "states": seen.states}
                break
        print(eca.key(*name), found.get(eca.key(*name)), flush=True)
    return found


if __name__ == "__main__":
    sys.exit(main())
