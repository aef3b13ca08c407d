# ===- asking.py - What solvers say -----------------------------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Solvers as programs, files with hashes, and what became of all questions."""

import hashlib
import os
import subprocess
import time

CONFIRMED, REFUTED, UNDECIDED, BAD_INPUT = range(4)
SOLVERS = {
    "z3": lambda seconds, path: ["z3", "-smt2", f"-T:{seconds}", path],
    "cvc5": lambda seconds, path: ["cvc5", "--lang=smt2.6", f"--tlimit={1000 * seconds}", path],
}


class BadInput(Exception):
    pass


class Check:
    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.outcomes, self.count = [], 0

    def note(self, outcome, text):
        self.outcomes.append(outcome)
        print(text, flush=True)

    def ask(self, part, name, script, expected):
        if not self.arguments.solvers and not self.count:
            self.note(UNDECIDED, "not checked: no z3 and no cvc5 on the PATH")
        self.count += 1
        path = os.path.join(self.folder, f"question{self.count}.smt2")
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(script)
        for solver in self.arguments.solvers:
            start = time.monotonic()
            answer = run_solver(solver, self.arguments.timeout, path)
            outcome, word = UNDECIDED, f"not decided ({answer})"
            if answer == expected:
                outcome, word = CONFIRMED, "confirmed"
            elif answer in ("sat", "unsat"):
                outcome, word = REFUTED, "REFUTED"
            self.note(outcome, f"{part}: {name}: {solver}: {word}, "
                               f"{time.monotonic() - start:.2f} s")

    def ask_all(self, part, questions, expected):
        for name, question in questions:
            self.ask(part, name, question.script(), expected)


def run_solver(solver, seconds, path):
    """"sat", "unsat", or why neither."""
    try:
        done = subprocess.run(SOLVERS[solver](seconds, path), capture_output=True,
                              text=True, timeout=seconds + 10, check=False)
    except subprocess.TimeoutExpired:
        return "timeout"
    output = done.stdout.strip()
    if output in ("sat", "unsat", "unknown", "timeout"):
        return output
    text = " ".join((output + " " + done.stderr).split())
    return "timeout" if "timeout" in text or "interrupted" in text else text[:200] or "no answer"


def checked_file(folder, entry):
    """The path of a file of the certificate that has not changed."""
    name = entry["file"]
    if name != os.path.basename(name):
        raise BadInput(f"{name} is not in the folder")
    path = os.path.join(folder, name)
    if hash_of(path) != entry["sha256"]:
        raise BadInput(f"{path} has changed: its SHA-256 is not that of the manifest")
    return path


def hash_of(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()
