# ===- chance.py - Sessions taken at random --------------------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Sessions in which anything happens."""

import os
import random
import time

from lsp import ours, uri_of
from session import BAD, GOOD, SLOW, check, same


def at_random(folder):
    """Whatever happens, what is shown is about the text that it says it is
    about, and in the end about the last one."""
    choices = random.Random(os.environ.get("PROTOCOL_SEED", "1"))
    paths = [folder.write(name, GOOD) for name in ("a.c", "b.c", "c.c")]
    texts = {path: {} for path in paths}  # by version
    editor = folder.server("--verify=" + choices.choice(["on-save", "on-change"]),
                           "--verify-timeout=10")
    editor.initialize()

    def some_text():
        text = choices.choice([BAD, GOOD, SLOW, BAD + "int 3;", BAD + GOOD.replace("f(", "h(")])
        return "/*ü𝄞*/\n" * choices.randrange(3) + text

    def check_shown(start):
        for message in editor.seen[start:]:
            if message.get("method") != "textDocument/publishDiagnostics":
                continue
            params = message["params"]
            found = ours(params["diagnostics"])
            if not found:
                continue
            [path] = [p for p in paths if uri_of(p) == params["uri"]]
            text = texts[path][params["version"]]
            check("int 3" not in text, "verified although it does not compile")
            [d] = found
            line = text.split("\n")[d["range"]["start"]["line"]]
            check(line.strip() == "reach_error();", "the diagnostic is at: " + line)
            before = text.split("\n")[d["range"]["start"]["line"] - 1]
            check(before.strip() == "if (x == 3)", "a check that holds: " + before)
    version = {path: 0 for path in paths}
    opened, seen = set(), 0
    for _ in range(60):
        path = choices.choice(paths)
        if path not in opened:
            text = some_text()
            version[path] += 100
            texts[path][version[path]] = text
            editor.versions[path] = version[path]
            editor.notify("textDocument/didOpen", {"textDocument": {
                "uri": uri_of(path), "languageId": "c", "version": version[path], "text": text}})
            opened.add(path)
            continue
        what = choices.choice(["change", "change", "insert", "save", "save", "verify", "cancel",
                              "lenses", "close", "wait", "wait", "wait"])
        text = texts[path][version[path]]
        if what in ("change", "insert"):
            version[path] += 1
            new = some_text() if what == "change" else "\n" + text
            texts[path][version[path]] = new
            editor.change(path, *([new] if what == "change" else [(0, 0, 0, 0, "\n")]))
        elif what == "save":
            editor.save(path, text)
        elif what in ("verify", "cancel"):
            editor.ask("workspace/executeCommand", {"command": "sooth." + what, "arguments": [uri_of(path)]})
        elif what == "lenses":
            editor.lenses(path)
        elif what == "close":
            editor.close(path)
            opened.remove(path)
        else:
            end = time.monotonic() + choices.choice([0.01, 0.2, 0.6])
            while editor.pump(end - time.monotonic()):
                pass
        check_shown(seen)
        seen = len(editor.seen)
    for path in sorted(opened):
        version[path] += 1
        bad = choices.choice([True, False])
        texts[path][version[path]] = BAD if bad else GOOD
        start = len(editor.seen)
        editor.change(path, BAD if bad else GOOD)
        editor.save(path, BAD if bad else GOOD)
        editor.states(path, "violated" if bad else "proved", start)
        check_shown(seen)
    same(editor.finish(), 0)
    same(folder.left(), [])


KEYS = ("textDocument uri text version contentChanges range start end line character settings "
        "sooth verify hints options command arguments changes token capabilities window").split()


def nonsense(folder):
    """Messages that no client should send do no harm."""
    choices = random.Random(os.environ.get("PROTOCOL_SEED", "1"))
    path = folder.write("n.c", GOOD)
    uri = uri_of(path)
    methods = ["textDocument/didOpen", "textDocument/didChange", "textDocument/didSave",
               "textDocument/didClose", "textDocument/codeLens", "workspace/executeCommand",
               "workspace/didChangeConfiguration", "workspace/didChangeWatchedFiles",
               "window/workDoneProgress/cancel", "$/other"]

    def value(depth=0):
        kind = choices.randrange(5 if depth < 4 else 3)
        if kind == 0:
            return choices.choice([None, True, 0, -1, 2**40, -2**63, 1.5])
        if kind == 1:
            return choices.choice(["", "x", "file:///%zz.c", "é𝄞\u0000", "sooth/1", "sooth.verify"])
        if kind == 2:
            return {"uri": uri}
        if kind == 3:
            return [value(depth + 1) for _ in range(choices.randrange(3))]
        return {choices.choice(KEYS): value(depth + 1) for _ in range(choices.randrange(5))}

    def change():
        at = [choices.choice([0, 1, 5, 999, 2**33]) for _ in range(4)]
        return {"textDocument": {"uri": uri, "version": 1}, "contentChanges": [{
            "range": {"start": {"line": at[0], "character": at[1]},
                      "end": {"line": at[2], "character": at[3]}},
            "text": choices.choice(["", "é𝄞\n", "int h;\n"])}]}
    editor = folder.server("--alone", "--verify=on-change", clangd=None)
    editor.initialize()
    editor.open(path)
    for number in range(400):
        method = choices.choice(methods)
        params = change() if method.endswith("didChange") and choices.randrange(3) else value()
        if isinstance(params, dict) and choices.randrange(2):
            params.setdefault("textDocument", {"uri": uri, "version": number})
        if method.endswith("Command") and choices.randrange(2):
            params = {"command": choices.choice(["sooth.verify", "sooth.cancel", "sooth.showRun"]),
                      "arguments": choices.choice([[uri], [uri, -5], [uri, "x"], [3], []])}
        message = {"method": method, "params": params}
        if choices.randrange(2):
            message["id"] = choices.choice([number, str(number), None, {"a": 1}])
        editor.send(message if choices.randrange(10) else {"id": "sooth/1", "result": None})
        editor.pump(0)
    editor.close(path)
    editor.open(path)
    editor.command("sooth.verify", uri)
    editor.states(path, "proved", len(editor.seen) - 1)
    same(editor.finish(), 0)
