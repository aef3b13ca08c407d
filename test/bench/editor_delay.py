#!/usr/bin/env python3
# ===- editor_delay.py - How much later clangd's diagnostics come ------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Edits a file of 10,000 lines, with 100 files open, and measures how long the
diagnostics take to come: from a server directly and through sooth-clangd, in turn,
while nothing is verified and while something is.

    editor_delay.py SERVER [--edits=N] [--stand-in]

With the stand-in of the tests, which answers at once, that is the time that
sooth-clangd takes itself; with clangd-19, if it is there, what users see."""

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "LanguageServer", "Inputs"))
from lsp import Editor, uri_of

FAKE = os.path.join(HERE, "..", "LanguageServer", "Inputs", "fake_clangd.py")
LARGE = "int first(int x) { return x; }\n" + "".join(
    f"int sum{i}(int p) {{\n  int total = p + {i};\n  return total;\n}}\n" for i in range(2500))
SLOW = """void reach_error(void);
void g(unsigned long a, unsigned long b) {
  if (a > 1 && b > 1 && a < 4294967296 && b < 4294967296 && a * b == 2305843009213693951u)
    reach_error();
}
"""


class Session:
    """A server that has many files open, and one large one that is edited."""

    def __init__(self, command, folder, text):
        self.editor = Editor(command)
        self.editor.initialize({})
        self.small = []
        for i in range(100):
            path = os.path.join(folder, f"f{i}.c")
            with open(path, "w") as f:
                f.write(text)
            self.editor.open(path)
            self.small.append(path)
        self.path = os.path.join(folder, "large.c")
        with open(self.path, "w") as f:
            f.write(LARGE)
        self.editor.open(self.path)
        self.wait(1, 0)

    def wait(self, version, start):
        return self.editor.wait(
            lambda m: m.get("method") == "textDocument/publishDiagnostics" and
            m["params"]["uri"] == uri_of(self.path) and
            m["params"].get("version") == version, 120, start=start)

    def edit(self):
        """Seconds until the diagnostics of the new text are there."""
        start = len(self.editor.seen)
        begin = time.monotonic()
        self.editor.change(self.path, (5000, 0, 5000, 0, " "))
        return self.wait(self.editor.versions[self.path], start)["when"] - begin


def compare(name, direct, through, edits, verifying):
    """Edits in turn, so that both servers see the machine as busy as it is."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        text = SLOW if verifying else "int x;\n"
        sessions = {"directly": Session(direct, one, text),
                    "through sooth-clangd": Session(through, other, text)}
        if verifying:
            last = sessions["through sooth-clangd"]
            last.editor.ask("workspace/executeCommand", {
                "command": "sooth.verify", "arguments": [uri_of(last.small[0])]})
            time.sleep(1)
        found = {how: [] for how in sessions}
        for _ in range(edits):
            for how, session in sessions.items():
                found[how].append(1000 * session.edit())
        for how, times in found.items():
            print(f"{name:20} {how:22} {statistics.median(times):9.1f} {max(times):9.1f}", flush=True)
        for session in sessions.values():
            session.editor.finish()
        one, other = (statistics.median(times) for times in found.values())
        return other - one


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server")
    parser.add_argument("--edits", type=int, default=40)
    parser.add_argument("--stand-in", action="store_true", help="no clangd-19")
    options = parser.parse_args()
    through = [options.server, "--verify-timeout=300", "--verify=never"]
    print(f"{'':20} {'':22} {'median':>9} {'maximum':>9}  (ms, {options.edits} edits)")
    servers = [("stand-in", FAKE), ("clangd", shutil.which("clangd-19"))]
    longest = 0
    for name, clangd in servers[:1] if options.stand_in else servers:
        if not clangd:
            print("clangd is not measured: there is no clangd-19")
            continue
        more = [] if clangd == FAKE else ["--log=error"]
        for verifying in (False, True):
            longest = max(longest, compare(
                name + (", verifying" if verifying else ""), [clangd, *more],
                through + ["--clangd=" + clangd, *more], options.edits, verifying))
    print(f"medians are at most {longest:.1f} ms apart")
    return 0


if __name__ == "__main__":
    sys.exit(main())
