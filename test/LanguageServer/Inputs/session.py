# ===- session.py - What a session with sooth-clangd needs -----------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Files, texts and checks that sessions with sooth-clangd have in common."""

import json
import os
import time

from lsp import Editor, Failed, children_of, ours

HERE = os.path.dirname(os.path.abspath(__file__))
FAKE = os.path.join(HERE, "fake_clangd.py")

# reach_error() is called for 3.
BAD = "void reach_error(void);\nint f(int x) {\n  if (x == 3)\n    reach_error();\n  return x;\n}\n"
GOOD = BAD.replace("x == 3", "x == 3 && x == 4")
# A prime number: that it has no factors takes long to prove.
SLOW = """void reach_error(void);
void g(unsigned long a, unsigned long b) {
  if (a > 1 && b > 1 && a < 4294967296 && b < 4294967296 && a * b == 2305843009213693951u)
    reach_error();
}
"""


class Folder:
    """Files, and a log of what the fake clangd is told."""

    def __init__(self, name, server):
        self.name = name
        self.program = server
        self.editors = []

    def path(self, name):
        return os.path.join(self.name, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as f:
            f.write(text)
        return self.path(name)

    def server(self, *arguments, clangd=FAKE):
        command = [self.program, *arguments]
        if clangd:
            command.insert(1, "--clangd=" + clangd)
        editor = Editor(command, {**os.environ, "FAKE_CLANGD_LOG": self.path("log"),
                                  "TMPDIR": self.name})
        self.editors.append(editor)
        return editor

    def told(self):
        """What clangd was told."""
        with open(self.path("log")) as f:
            return [json.loads(line) for line in f]

    def left(self):
        """Temporary folders that have not been removed."""
        return [n for n in os.listdir(self.name) if n.startswith("sooth-clangd-")]


def check(condition, what):
    if not condition:
        raise Failed(what)


def same(found, expected):
    check(found == expected, f"{json.dumps(found)} rather than {json.dumps(expected)}")


def wait_until(condition, what, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        check(time.monotonic() < end, what)
        time.sleep(0.02)


def both(diagnostics):
    return ours(diagnostics) and any(d["source"] == "fake" for d in diagnostics)


def workers(editor):
    return [p for p in children_of(editor.process.pid) if p[1] == "sooth-clangd"]
