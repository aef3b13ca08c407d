#!/usr/bin/env python3
# ===- check_docs.py - Do commands print what the documentation says? ------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Runs the commands of pages of the documentation, those that "$ " begins in a
block of code, and compares what they print with what the block says:

    check_docs.py ROOT BUILD PAGE...

A line "..." stands for any lines, a command without output may print anything.
The values of a run, and which engine gives an answer, may be others. The
commands of a page run in one folder: it has the examples, and what is in
Inputs/PAGE beside this file. Exit code 1 if something else is printed."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
# Errors of usage and input, commands that are not there, and crashes.
BAD_CODES = {3, 4, 126, 127}
# What programs say that need something which not every machine has.
MISSING = ["no Solidity compiler is found", "no z3 on the PATH"]


class Skipped(Exception):
    """The command needs something that is not there."""


def blocks(text):
    """The lines of each block of code."""
    block = []
    for line in text.splitlines() + [""]:
        if line.startswith("    "):
            block.append(line[4:])
        elif not line.strip() and block:
            block.append("")
        elif block:
            yield block
            block = []
    if block:
        yield block


def commands(page):
    """Commands, each with the lines that it should print."""
    with open(page) as f:
        text = f.read()
    for block in blocks(text):
        lines = iter(block)
        command, expected, found = None, [], []
        for line in lines:
            if not line.startswith("$ "):
                if command is not None:
                    expected.append(line)
                continue
            command, expected = line[2:], []
            while command.endswith("\\"):
                command += "\n" + next(lines)
            document = re.search(r"<<'(\w+)'", command)
            while document and not command.endswith("\n" + document[1]):
                command += "\n" + next(lines)
            found.append((command, expected))
        yield from found


def general(line):
    """The line without what may differ from run to run."""
    line = re.sub(r"(= |\()-?(inf|\d+(\.\d+)?(e[-+]?\d+)?)( \(0x[0-9a-f]+\))?( '\\?.')?", r"\1#", line)
    line = re.sub(r"\b\d+\.\d\d s$", "# s", line)
    return re.sub(r": [^:]* \(engine \w+\)$", ": (engine #)", line).rstrip()


def fits(printed, expected):
    """Whether lines are as expected, where "..." is any number of lines."""
    if not expected:
        return not printed
    if expected[0].strip() == "...":
        return any(fits(printed[i:], expected[1:])
                   for i in range(len(printed) + 1))
    return bool(printed) and general(printed[0]) == general(expected[0]) and \
        fits(printed[1:], expected[1:])


def without_blank(lines):
    return [line for line in lines if line.strip()]


def problem(command, expected, folder, environment):
    """What is wrong with what a command prints; nothing if it is right."""
    try:
        done = subprocess.run(["sh", "-c", command], cwd=folder,
                              env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace", timeout=240)
    except subprocess.TimeoutExpired:
        return "does not end"
    missing = [words for words in MISSING if words in done.stdout]
    if missing and done.returncode == 3:
        raise Skipped(missing[0])
    if done.returncode in BAD_CODES or done.returncode < 0:
        return f"exit code {done.returncode}:\n{done.stdout}"
    expected = without_blank(expected)
    if expected and not fits(without_blank(done.stdout.splitlines()), expected):
        return f"prints\n{done.stdout}rather than\n" + "\n".join(expected)
    return None


def set_folder(folder):
    """Names the folder in the lists of commands, which need its whole name."""
    for path, _, names in os.walk(folder):
        if "compile_commands.json" in names:
            name = os.path.join(path, "compile_commands.json")
            with open(name) as f:
                text = f.read()
            with open(name, "w") as f:
                f.write(text.replace("@folder@", folder))


def check(page, options):
    """The number of commands, and of those that are wrong."""
    count, wrong = 0, 0
    name = os.path.splitext(os.path.basename(page))[0]
    with tempfile.TemporaryDirectory(prefix="docs-") as folder:
        shutil.copytree(os.path.join(options.root, "examples"),
                        os.path.join(folder, "examples"))
        os.symlink(options.build, os.path.join(folder, "build"))
        inputs = os.path.join(HERE, name)
        if os.path.isdir(inputs):
            shutil.copytree(inputs, folder, dirs_exist_ok=True)
        set_folder(folder)
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "PATH":
                       os.path.join(options.build, "bin") + os.pathsep +
                       os.environ["PATH"]}
        for command, expected in commands(page):
            count += 1
            try:
                found = problem(command, expected, folder, environment)
            except Skipped as why:
                print(f"{name}: skipped: $ {command}: {why}", flush=True)
                continue
            if found:
                wrong += 1
                print(f"{name}: $ {command}\n{found}\n", flush=True)
    return count, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root")
    parser.add_argument("build")
    parser.add_argument("pages", nargs="+")
    options = parser.parse_args()
    count = wrong = 0
    for page in options.pages:
        of_page, wrong_here = check(page, options)
        count, wrong = count + of_page, wrong + wrong_here
    print(f"{count} commands, {wrong} print something else")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
