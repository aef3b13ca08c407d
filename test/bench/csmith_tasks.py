#!/usr/bin/env python3
"""Closed programs as csmith makes them, with an assertion on the checksum.

Each program is compiled and run; its checksum gives two tasks, one that asserts
it and one that asserts anything but it. Programs that do not end at once are
left out, and those of which an optimizer makes something else, as it may of a
loop without an end. Needs Debian's csmith and libcsmith-dev, and clang-19.

    csmith_tasks.py --count 200 --out build/csmith
    bench run --tasks build/csmith --convention name --timeout 10 --out build/csmith.csv
"""

import argparse
import pathlib
import re
import subprocess
import sys

INCLUDE = "/usr/include/csmith"

# What csmith is asked for, small programs first.
SIZES = {
    "tiny": ["--max-funcs", "2", "--max-block-depth", "2", "--max-block-size",
             "2", "--max-expr-complexity", "3", "--max-array-dim", "1",
             "--max-array-len-per-dim", "4", "--no-volatiles"],
    "small": ["--max-funcs", "3", "--max-block-depth", "3", "--max-block-size",
              "3", "--max-expr-complexity", "4", "--max-array-dim", "2",
              "--max-array-len-per-dim", "5"],
    "pointers": ["--max-funcs", "4", "--max-pointer-depth", "3", "--no-unions",
                 "--no-structs", "--max-block-depth", "3"],
    "records": ["--max-funcs", "4", "--max-struct-fields", "5",
                "--max-block-depth", "3", "--no-bitfields"],
    "usual": [],
}

END = re.compile(r"platform_main_end\(crc32_context \^ 0xFFFFFFFFUL, *"
                 r"print_hash_value\);")
ERROR = ('extern void __assert_fail(const char *, const char *, unsigned, '
         'const char *);\n'
         'extern void reach_error(void);\n')


def program(size, seed, work):
    made = subprocess.run(["csmith", "--no-argc", "--concise", "--seed",
                           str(seed), *SIZES[size]],
                          capture_output=True, text=True, timeout=60, cwd=work)
    text = made.stdout
    return text if made.returncode == 0 and END.search(text) else None


def printed(source, work, level):
    """What the program prints; nothing if it takes long or fails."""
    binary = work / "native"
    build = ["clang-19", "-w", level, "-I", INCLUDE, source, "-o", binary]
    if subprocess.run(build, capture_output=True).returncode:
        return None
    try:
        run = subprocess.run([binary.resolve()], capture_output=True, text=True,
                             timeout=0.5, cwd=work)
    except subprocess.TimeoutExpired:
        return None
    return re.fullmatch(r"checksum = ([0-9A-F]+)\n", run.stdout)


def checksum(text, work):
    """The number that the program prints with and without optimization."""
    source = work / "native.c"
    source.write_text(text)
    runs = [printed(source, work, level) for level in ("-O0", "-O2")]
    if not all(runs) or runs[0][1] != runs[1][1]:
        return None
    return int(runs[0][1], 16)


def preprocessed(text, work):
    source = work / "task.c"
    source.write_text(text)
    made = subprocess.run(["clang-19", "-E", "-P", "-w", "-I", INCLUDE, source],
                          capture_output=True, text=True, check=True)
    return made.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=200,
                        help="programs, spread evenly over the sizes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    names = list(SIZES)
    seeds = dict.fromkeys(names, args.seed)
    work = args.out / "native"
    work.mkdir(exist_ok=True)
    for number in range(args.count):
        size = names[number % len(names)]
        value = None
        while value is None:
            seed = seeds[size]
            seeds[size] += 1
            text = program(size, seed, work)
            value = checksum(text, work) if text else None
        for answer, operator in (("true", "!="), ("false", "==")):
            ending = (f"if ((crc32_context ^ 0xFFFFFFFFUL) {operator} "
                      f"0x{value:X}UL) reach_error();")
            task = preprocessed(ERROR + END.sub(ending, text), work)
            name = f"{size}_{seed}_{answer}-unreach-call.c"
            (args.out / name).write_text(task)
    for file in work.iterdir():
        file.unlink()
    work.rmdir()
    return 0


if __name__ == "__main__":
    sys.exit(main())
