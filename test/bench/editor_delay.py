#!/usr/bin/env python3
# ===- editor_delay.py - How much later clangd's diagnostics come ------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Edits a file of 10,000 lines, with 100 files open, and measures how long the
diagnostics take to come: from a server directly, through sooth-clangd, and
through it while it verifies.

    editor_delay.py SERVER [--edits=N]

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


def delays(command, folder, edits, verifying):
    """Seconds from each edit to the diagnostics of its text."""
    editor = Editor(command)
    editor.initialize({})
    for i in range(100):
        path = os.path.join(folder, f"f{i}.c")
        with open(path, "w") as f:
            f.write(SLOW if verifying else "int x;\n")
        editor.open(path)
    path = os.path.join(folder, "large.c")
    with open(path, "w") as f:
        f.write(LARGE)
    editor.open(path)

    def published(version):
        return lambda m: m.get("method") == "textDocument/publishDiagnostics" and \
            m["params"]["uri"] == uri_of(path) and m["params"].get("version") == version
    editor.wait(published(1), 120, start=0)
    if verifying:
        editor.command("sooth.verify", uri_of(os.path.join(folder, "f0.c")))
        time.sleep(1)
    found = []
    for edit in range(edits):
        start = len(editor.seen)
        begin = time.monotonic()
        editor.change(path, (5000, 0, 5000, 0, "\n" if edit % 2 else " "))
        said = editor.wait(published(edit + 2), 120, start=start)
        found.append(said["when"] - begin)
    editor.finish()
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server")
    parser.add_argument("--edits", type=int, default=40)
    options = parser.parse_args()
    through = [options.server, "--verify-timeout=100", "--verify=never"]
    print(f"{'':10} {'':22} {'median':>9} {'maximum':>9}  (ms, {options.edits} edits)")
    for name, clangd in (("stand-in", FAKE), ("clangd", shutil.which("clangd-19"))):
        if not clangd:
            print("clangd     not measured: there is no clangd-19")
            continue
        more = [] if clangd == FAKE else ["--log=error"]
        for how, command, verifying in (
                ("directly", [clangd, *more], False),
                ("through", through + ["--clangd=" + clangd, *more], False),
                ("through, verifying", through + ["--clangd=" + clangd, *more], True)):
            with tempfile.TemporaryDirectory() as folder:
                found = [1000 * s for s in delays(command, folder, options.edits, verifying)]
            print(f"{name:10} {how:22} {statistics.median(found):9.1f} {max(found):9.1f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
