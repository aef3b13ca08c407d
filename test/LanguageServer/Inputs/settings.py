# ===- settings.py - How sooth-clangd is called ----------------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Sessions with flags, settings, and many files; with and without clangd."""

import json
import time

from lsp import ours, uri_of
from session import BAD, GOOD, check, same, wait_until, workers


def flags(folder):
    """Flags for verification count, and clangd does not see them."""
    path = folder.write("src/d.c", "int d(int a, int b) { return a / b; }\n")
    other = folder.write("src/o.c", "int o(int a) { return a; }\n")
    folder.write("build/compile_commands.json", json.dumps([
        {"directory": folder.name, "file": "src/d.c",
         "command": "clang -fverify=div -fverify-timeout=9 -DX=1 -c src/d.c"},
        {"directory": folder.name, "file": "src/o.c", "command": "clang -c src/o.c"}]))
    editor = folder.server()
    editor.initialize()
    editor.open(path)
    [d] = ours(editor.diagnostics(path, ours, 0)["diagnostics"])
    same(d["code"], "div")
    methods = [m.get("method") for m in folder.told()]
    check(methods.index("workspace/didChangeConfiguration") <
          methods.index("textDocument/didOpen"), str(methods))
    [told] = [m for m in folder.told() if m.get("method") == "workspace/didChangeConfiguration"]
    same(told["params"]["settings"]["compilationDatabaseChanges"],
         {path: {"workingDirectory": folder.name,
                 "compilationCommand": ["clang", "-DX=1", "-c", "src/d.c"]}})
    # A wrong flag is told, not passed over.
    folder.write("build/compile_commands.json", json.dumps([
        {"directory": folder.name, "file": "src/d.c",
         "command": "clang -fverify=dif -c src/d.c"}]))
    editor.command("sooth.verify", uri_of(path))
    told = editor.wait(lambda m: m.get("method") == "window/logMessage" and
                       "dif" in m["params"]["message"], start=0)
    # Flags in a file of flags.
    folder.write("flags/compile_flags.txt", "-DBAD=3\n-fverify-timeout=9\n")
    path = folder.write("flags/f.c", BAD.replace("x == 3", "x == BAD"))
    editor.open(path)
    editor.states(path, "violated")
    same(editor.finish(), 0)


def settings(folder):
    """When and what to verify, as the client says."""
    path = folder.write("a.c", "int d(int a, int b) { return a / b; }\n")
    editor = folder.server()
    editor.initialize(options={"sooth": {"verify": "never", "options": ["check=div"]}})
    editor.open(path)
    editor.save(path)
    editor.silence(lambda m: m.get("method") == "sooth/functionStates", 0.5)
    editor.notify("workspace/didChangeConfiguration",
                  {"settings": {"sooth": {"verify": "on-change"}}})
    begin = time.monotonic()
    editor.change(path, (0, 0, 0, 0, " "))
    editor.change(path, (0, 0, 0, 0, " "))
    found = editor.diagnostics(path, ours, 0)
    check(time.monotonic() - begin > 0.5, "no pause")
    same(found["version"], 3)
    editor.notify("workspace/didChangeConfiguration",
                  {"settings": {"sooth": {"options": ["check=access"]}}})
    editor.diagnostics(path, lambda d: not ours(d), len(editor.seen))
    editor.states(path, "no checks")
    for wrong, word in (({"verify": "soon"}, "on-save"), ({"hints": 1}, "hints"),
                        ({"options": ["check=dif"]}, "dif"), ({"options": 1}, "list")):
        start = len(editor.seen)
        editor.notify("workspace/didChangeConfiguration", {"settings": {"sooth": wrong}})
        told = editor.wait(lambda m: m.get("method") == "window/showMessage", start=start)
        same(told["params"]["type"], 1)
        check(word in told["params"]["message"], str(told))
    same(editor.finish(), 0)


def alone(folder):
    """A second server, without clangd."""
    path = folder.write("a.c", BAD)
    editor = folder.server("--alone", clangd=None)
    result = editor.initialize()
    same(result["serverInfo"], {"name": "sooth-clangd"})
    same(result["capabilities"]["textDocumentSync"], {"openClose": True, "change": 2, "save": True})
    check("hoverProvider" not in result["capabilities"], "hover")
    editor.open(path)
    [d] = editor.diagnostics(path, ours, 0)["diagnostics"]
    same(editor.request("textDocument/hover", {})["error"]["code"], -32601)
    start = len(editor.seen)
    editor.change(path, GOOD)
    same(editor.diagnostics(path, lambda d: True, start)["diagnostics"], [])
    editor.save(path, GOOD)
    editor.states(path, "proved", start)
    same(editor.command("sooth.verify", "file:///none.c")["error"]["code"], -32602)
    same(editor.finish(), 0)


def transparent(folder):
    """What is not ours is passed on as it is, in both directions."""
    editor = folder.server()
    editor.initialize()
    odd = {"z": [1.5, -0.25, 12345678901234], "a": {"ü": "€\\u0000𝄞\n"}, "null": None}
    reply = editor.request("textDocument/completion", odd)
    same(reply["result"], {"echo": odd})
    check(json.dumps(odd).encode() in editor.raw[-1], "other bytes")
    text = editor.request("other/method", {"n": 1})
    same(text["result"], {"echo": {"n": 1}})
    editor.send({"id": "text", "method": "other/method", "params": {}})
    editor.wait(lambda m: m.get("id") == "text", start=0)
    editor.notify("$/unknown", {"x": 1})
    same(editor.finish(), 0)
    methods = [m.get("method") for m in folder.told()]
    same(methods, ["initialize", "initialized", "textDocument/completion", "other/method",
                   "other/method", "$/unknown", "shutdown", "exit"])


def many(folder):
    """A hundred files that are open at once."""
    editor = folder.server()
    editor.initialize()
    paths = [folder.write(f"f{i}.c", GOOD) for i in range(100)]
    for path in paths:
        editor.open(path)
    for path in paths:
        editor.diagnostics(path, lambda d: True, 0)
    editor.change(paths[0], BAD)
    editor.save(paths[0], BAD)
    editor.states(paths[0], "violated", 0)
    for path in paths:
        editor.close(path)
    wait_until(lambda: not workers(editor), "processes are left")
    same(editor.finish(), 0)
