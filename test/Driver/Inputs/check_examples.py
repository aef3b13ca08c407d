# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Verifies every example, compares the answer with its RESULT: comment, and
replays what is Unsafe in the real program."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

SANITIZERS = {"overflow": "signed-integer-overflow",
              "div": "integer-divide-by-zero", "shift": "shift"}


def run(*command, cwd):
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True)


def replay(example, options, clang, runtime, folder):
    checks = [k for o in options for k in o.partition("--check=")[2].split(",")]
    sanitize = ["-fsanitize=" + SANITIZERS[k] for k in checks if k in SANITIZERS]
    built = run(clang, "-Werror=incompatible-library-redeclaration",
                "-I", runtime, *sanitize,
                *(["-fsanitize-trap=all"] if sanitize else []),
                str(example), "replay.c", "-o", "replay", cwd=folder)
    if built.returncode:
        return "replay does not compile: " + built.stderr
    ran = run("./replay", cwd=folder)
    if ran.returncode != 1 or "violation reached" not in ran.stderr:
        return f"replay ends with {ran.returncode}: {ran.stderr}"
    return ""


def check(example, clang, runtime, folder):
    text = example.read_text()
    expected = re.search(r"// RESULT: (\w+)", text)[1]
    options = (re.search(r"// OPTIONS: (.*)", text) or ["", ""])[1].split()
    unsafe = expected == "Unsafe"
    got = run("sooth", *options, "--timeout=60",
              *(["--harness=replay.c"] if unsafe else []), str(example),
              cwd=folder)
    first = got.stdout.split("\n", 1)[0]
    if first != expected or got.returncode != (1 if unsafe else 0):
        return f"{first} (exit {got.returncode}) {got.stderr}"
    # An invalid access does nothing in a plain build that could be seen.
    if not unsafe or "--check=memory" in options:
        return ""
    return replay(example, options, clang, runtime, folder)


def main():
    examples, runtime, clang = sys.argv[1:]
    failed = False
    for example in sorted(Path(examples).glob("*.c")):
        with tempfile.TemporaryDirectory() as folder:
            problem = check(example, clang, runtime, folder)
        print(f"{example.name}: {problem or 'as expected'}")
        failed |= bool(problem)
    return failed


sys.exit(main())
