# ===- real_clangd.py - sooth-clangd with the real clangd ------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Sessions with the real clangd."""

import os
import signal

from lsp import ABILITIES, Editor, children_of, ours, uri_of
from session import check, same


LARGE = "struct point { int across, down; };\n" + "".join(
    f"int sum{i}(struct point p) {{\n  int total = p.across + {i};\n  return total;\n}}\n"
    for i in range(2500)) + "int last(struct point p) {\n  return p.\n}\n"


def dialogue(editor, path):
    """What clangd answers to questions about a large file."""
    editor.initialize()
    editor.open(path, LARGE)
    found = editor.diagnostics(path, lambda d: d, 0)
    here = {"textDocument": {"uri": uri_of(path)}}
    at = len(LARGE.splitlines())

    def ask(method, line, character, **more):
        reply = editor.request(method, {**here, "position": {"line": line, "character": character}, **more})
        return reply.get("result", reply.get("error"))
    answers = [found["diagnostics"]]
    answers.append(ask("textDocument/completion", at - 2, 11))
    answers.append(ask("textDocument/hover", 2, 7))
    answers.append(ask("textDocument/rename", 2, 7, newName="renamed"))
    answers.append(ask("textDocument/definition", 3, 10))
    answers.append(ask("textDocument/references", 0, 20, context={"includeDeclaration": True}))
    editor.change(path, (at - 2, 11, at - 2, 11, "across;"), (0, 0, 0, 0, "// a\n"))
    answers.append(editor.diagnostics(path, lambda d: not d)["diagnostics"])
    answers.append(ask("textDocument/hover", at - 1, 12))
    answers.append(ask("textDocument/documentSymbol", 0, 0))
    answers.append(ask("textDocument/semanticTokens/full", 0, 0))
    answers.append(ask("textDocument/foldingRange", 0, 0))
    answers.append(ask("no/suchMethod", 0, 0))
    same(editor.finish(), 0)
    return answers


def same_replies(folder):
    """clangd's own behaviour is unchanged."""
    path = folder.write("large.c", LARGE)
    direct = Editor(["clangd-19", "--log=error"])
    folder.editors.append(direct)
    expected = dialogue(direct, path)
    found = dialogue(folder.server("--log=error", "--verify=never", clangd="clangd-19"), path)
    check(all(expected[1:4]), "clangd has said nothing")
    for one, other in zip(found, expected):
        same(one, other)


def real_merge(folder):
    """Both kinds of diagnostics, with sooth.h, in units that the client asks for."""
    path = folder.write("a.c", '#include "sooth.h"\nint f(int x) {\n  int unused;\n'
                        '  /*ü€𝄞*/ sooth_assert(x != 3);\n  return x;\n}\n')
    folder.write("compile_flags.txt", "-Wall\n-fverify-timeout=9\n")
    for encoding, column in (("utf-16", 11), ("utf-8", 16), ("utf-32", 10)):
        editor = folder.server("--log=error", clangd="clangd-19")
        result = editor.initialize({**ABILITIES, "offsetEncoding": [encoding]})
        same(result.get("offsetEncoding"), encoding)
        editor.open(path)
        found = editor.diagnostics(path, lambda d: len(d) == 2 and ours(d), 0)["diagnostics"]
        same([d["code"] for d in found], ["-Wunused-variable", "assert"])
        same(found[1]["range"]["start"], {"line": 3, "character": column})
        # An edit at such a column.
        editor.change(path, (3, column + 13, 3, column + 14, "y"))
        editor.diagnostics(path, lambda d: any("undeclared" in x["message"] for x in d))
        editor.change(path, (3, column + 13, 3, column + 14, "x"))
        editor.save(path)
        editor.diagnostics(path, lambda d: len(d) == 2 and ours(d))
        same(editor.finish(), 0)


def real_crash(folder):
    """The real one is killed."""
    path = folder.write("a.c", "int f(void) { return x; }\n")
    editor = folder.server("--log=error", clangd="clangd-19")
    editor.initialize()
    editor.open(path)
    editor.diagnostics(path, lambda d: d, 0)
    [child] = [p for p, name in children_of(editor.process.pid) if "clangd" in name and
               name != "sooth-clangd"]
    start = len(editor.seen)
    os.kill(child, signal.SIGKILL)
    editor.wait(lambda m: m.get("method") == "window/showMessage", start=start)
    editor.diagnostics(path, lambda d: d, start)
    check(editor.request("textDocument/hover", {
        "textDocument": {"uri": uri_of(path)},
        "position": {"line": 0, "character": 4}})["result"], "no hover")
    same(editor.finish(), 0)
