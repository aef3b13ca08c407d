#!/usr/bin/env python3
"""Measures what -fverify-assertions costs a file that asserts nothing.

Generates a C file without assertions and compiles it in turns with the plain
clang and with the wrapper and the flag, so that a slow minute of the machine
hits both. Prints CSV: medians in seconds, the overhead in percent and seconds.

    test/bench/compile_overhead.py --wrapper build/bin/clang --runs 15
"""

import argparse
import csv
import os
import statistics
import subprocess
import sys
import tempfile
import time

FUNCTION = """
static unsigned step{i}(unsigned a, unsigned b) {{
  unsigned r = a * {odd}u + b;
  for (unsigned k = 0; k < (a & 15u); ++k) {{
    if ((r ^ k) & 1u)
      r = r * 3u + table[(k + {i}u) % 64u];
    else
      r -= b >> (k & 7u);
    switch (r % 5u) {{
    case 0:
      r += {i}u;
      break;
    case 1:
      r ^= a;
      break;
    default:
      table[r % 64u] = r;
    }}
  }}
  return r;
}}
"""


def generate(lines):
    """A C file of about that many lines, whose every function is used."""
    text = ["#include <stdio.h>", "#include <stdlib.h>", "#include <string.h>"]
    text.append("static unsigned table[64];")
    functions = max(1, (lines - 10) // (FUNCTION.count("\n") + 1))
    text += [FUNCTION.format(i=i, odd=2 * i + 1) for i in range(functions)]
    text.append("int main(int argc, char **argv) {\n  unsigned r = argc;")
    text += [f"  r = step{i}(r, {i}u);" for i in range(functions)]
    text.append('  printf("%u\\n", r);\n  return 0;\n}\n')
    return "\n".join(text)


def seconds(command):
    start = time.perf_counter()
    subprocess.run(command, check=True)
    return time.perf_counter() - start


def measure(commands, runs):
    """Medians of interleaved runs, after one of each that is not counted."""
    times = [[] for _ in commands]
    for run in range(runs + 1):
        for index, command in enumerate(commands):
            spent = seconds(command)
            if run:
                times[index].append(spent)
    return [statistics.median(t) for t in times]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--wrapper", default="build/bin/clang")
    parser.add_argument("--clang", default="/usr/lib/llvm-19/bin/clang")
    parser.add_argument("--lines", type=int, default=5000)
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--levels", default="0,2", help="optimisation levels")
    parser.add_argument(
        "--max-percent", type=float, help="fail if any overhead is above this"
    )
    args = parser.parse_args()

    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(
        "lines level runs plain_s verify_s overhead_percent overhead_s".split()
    )
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "plain.c")
        text = generate(args.lines)
        with open(source, "w") as file:
            file.write(text)
        for level in args.levels.split(","):
            rest = ["-O" + level, "-c", source, "-o", os.path.join(folder, "o")]
            plain, verify = measure(
                [
                    [args.clang] + rest,
                    [args.wrapper, "-fverify-assertions"] + rest,
                ],
                args.runs,
            )
            percent = 100 * (verify - plain) / plain
            worst = max(worst, percent)
            out.writerow(
                [text.count("\n"), "O" + level, args.runs]
                + [f"{x:.3f}" for x in (plain, verify)]
                + [f"{percent:.1f}", f"{verify - plain:.3f}"]
            )
    return int(args.max_percent is not None and worst > args.max_percent)


if __name__ == "__main__":
    sys.exit(main())
