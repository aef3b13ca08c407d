#!/usr/bin/env python3
# ===- protocol.py - What sooth-clangd says and does -------------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Sessions of an editor with sooth-clangd, each in a folder of its own:

    protocol.py SERVER NAME...

Exit code 1, and what was said, if one does not go as it should."""

import json
import os
import random
import signal
import sys
import tempfile
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from lsp import ABILITIES, Editor, Failed, children_of, ours, parent_of, uri_of

HERE = os.path.dirname(os.path.abspath(__file__))
FAKE = os.path.join(HERE, "fake_clangd.py")
SERVER = None

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

    def __init__(self, name):
        self.name = name
        self.editors = []

    def path(self, name):
        return os.path.join(self.name, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as f:
            f.write(text)
        return self.path(name)

    def server(self, *arguments, clangd=FAKE):
        command = [SERVER, *arguments]
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


def merge(folder):
    """Diagnostics of both, the run with them, and nothing of an old text."""
    path = folder.write("a b.c", BAD)
    editor = folder.server()
    result = editor.initialize()
    same(result["capabilities"]["hoverProvider"], True)
    same(result["capabilities"]["codeLensProvider"], {"resolveProvider": False})
    same(result["capabilities"]["executeCommandProvider"]["commands"],
         ["fake.command", "sooth.verify", "sooth.cancel", "sooth.showRun"])
    editor.open(path)
    found = editor.diagnostics(path, both, 0)
    same(found["version"], 1)
    [d] = ours(found["diagnostics"])
    same(d["range"], {"start": {"line": 3, "character": 4}, "end": {"line": 3, "character": 15}})
    same(d["severity"], 2)
    check(d["relatedInformation"], "no run")
    for step in d["relatedInformation"]:
        same(step["location"]["uri"], uri_of(path))
    check(any("x = 3" in step["message"] for step in d["relatedInformation"]), "no value")
    # An edit takes ours away at once; clangd's move along.
    start = len(editor.seen)
    editor.change(path, (0, 0, 0, 0, "\n"))
    first = editor.diagnostics(path, lambda d: True, start)
    same(ours(first["diagnostics"]), [])
    editor.silence(lambda m: m.get("method") == "textDocument/publishDiagnostics" and
                   ours(m["params"]["diagnostics"]), 1)
    # What is saved is verified.
    editor.save(path, "\n" + BAD)
    [d] = ours(editor.diagnostics(path, both, start)["diagnostics"])
    same(d["range"]["start"], {"line": 4, "character": 4})
    same(editor.finish(), 0)


def columns(folder):
    """Columns count UTF-16."""
    path = folder.write("c.c", BAD.replace("    reach", '/*ü€𝄞*/ reach'))
    editor = folder.server()
    editor.initialize()
    editor.open(path)
    [d] = ours(editor.diagnostics(path, both, 0)["diagnostics"])
    same(d["range"], {"start": {"line": 3, "character": 9}, "end": {"line": 3, "character": 20}})
    # An edit behind such characters.
    editor.change(path, (3, 9, 3, 22, "(void)0"))
    editor.save(path)
    same(editor.states(path, "no checks")["functions"][0]["name"], "f")
    same(editor.finish(), 0)


def states(folder):
    """What is known of functions, as a notification and as lenses."""
    path = folder.write("s.c", GOOD + SLOW.split("\n", 1)[1] + "int h(void) { return 1; }\n")
    editor = folder.server("--verify-timeout=8")
    editor.initialize()
    editor.open(path)
    editor.states(path, "queued", 0)
    editor.states(path, "running", 0)
    found = editor.states(path, "unknown", 0)
    same({f["name"]: f["state"] for f in found["functions"]},
         {"f": "proved", "g": "unknown", "h": "no checks"})
    same([l["title"] for l in editor.lenses(path)],
         ["1 check: 1 proved", "1 check: 1 unknown"])
    editor.change(path, (0, 0, 0, 0, "\n"))
    stale = editor.states(path, "stale")
    same([f["range"]["start"]["line"] for f in stale["functions"]],
         [f["range"]["start"]["line"] + 1 for f in found["functions"]])
    check(not any("proved" in f for f in stale["functions"]), "old numbers")
    same([l["title"] for l in editor.lenses(path)], ["not verified: run"] * 2)
    # A file that does not compile is not verified.
    editor.change(path, (0, 0, 0, 0, "int 3;"))
    editor.command("sooth.verify", uri_of(path))
    found = editor.states(path, "unknown")
    check("does not compile" in found["text"], found["text"])
    same(found["functions"], [])
    same([l["title"] for l in editor.lenses(path)], ["not verified: the file does not compile"])
    same(editor.finish(), 0)


def workers(editor):
    return [p for p in children_of(editor.process.pid) if p[1] == "sooth-clangd"]


def edit(folder):
    """An edit ends the verification of the text before it."""
    path = folder.write("e.c", SLOW)
    editor = folder.server("--verify-timeout=60")
    editor.initialize()
    editor.open(path)
    editor.states(path, "running", 0)
    wait_until(lambda: len(workers(editor)) > 1, "no engines", 30)
    editor.change(path, (0, 0, 0, 0, "\n"))
    editor.states(path, "stale")
    wait_until(lambda: not workers(editor), "processes are left")
    wait_until(lambda: not folder.left(), "files are left")
    # What is asked for is verified as it is now, whatever is on disk.
    editor.change(path, BAD)
    editor.command("sooth.verify", uri_of(path))
    [d] = ours(editor.diagnostics(path, ours)["diagnostics"])
    same(d["range"]["start"]["line"], 3)
    same(editor.finish(), 0)


def save_ahead(folder):
    """Kate says that it has saved before it says what."""
    path = folder.write("e.c", GOOD)
    editor = folder.server()
    editor.initialize()
    editor.open(path)
    editor.states(path, "proved", 0)
    editor.save(path, BAD)
    editor.change(path, BAD)
    [d] = ours(editor.diagnostics(path, ours)["diagnostics"])
    same(d["range"]["start"]["line"], 3)
    editor.change(path, BAD + "\n")
    same(editor.lenses(path)[0]["command"], "sooth.verify")  # that is not saved
    same(editor.finish(), 0)


def cancel(folder):
    """Verification is cancelled by its progress, or by a command."""
    path = folder.write("e.c", SLOW)
    editor = folder.server("--verify-timeout=60")
    editor.initialize()
    editor.open(path)
    begin = editor.wait(lambda m: m.get("method") == "$/progress" and
                        m["params"]["value"]["kind"] == "begin", start=0)
    same(begin["params"]["value"]["title"], "Verifying e.c")
    same(begin["params"]["value"]["cancellable"], True)
    editor.wait(lambda m: m.get("method") == "$/progress" and
                m["params"]["value"]["kind"] == "report", start=0)
    start = len(editor.seen)
    editor.notify("window/workDoneProgress/cancel", {"token": begin["params"]["token"]})
    editor.wait(lambda m: m.get("method") == "$/progress" and
                m["params"]["value"]["kind"] == "end", start=start)
    editor.states(path, "stale", start)
    wait_until(lambda: not workers(editor), "processes are left")
    editor.command("sooth.verify", uri_of(path))
    editor.states(path, "running", start)
    [lens] = editor.lenses(path)
    same(lens["command"], "sooth.cancel")
    start = len(editor.seen)
    editor.command(lens["command"], *lens["arguments"])
    editor.states(path, "stale", start)
    wait_until(lambda: not workers(editor), "processes are left")
    check(not any(m.get("method") == "workspace/executeCommand" or
                  "cancel" in m.get("method", "") for m in folder.told()),
          "clangd was told")
    same(editor.finish(), 0)


def unsaved(folder):
    """Text of the editor counts, of headers too, and who includes them."""
    main = folder.write("m.c", '#include "limit.h"\n' + BAD.replace("x == 3", "x == LIMIT && x < 5"))
    header = folder.write("limit.h", "#define LIMIT 9\n")
    editor = folder.server()
    editor.initialize()
    editor.open(main)
    editor.states(main, "proved", 0)
    editor.open(header)
    start = len(editor.seen)
    editor.change(header, (0, 14, 0, 15, "4"))
    editor.states(main, "stale", start)
    editor.command("sooth.verify", uri_of(main))
    found = editor.diagnostics(main, ours, start)
    check("x = 4" in json.dumps(found), "no value")
    with open(header) as f:
        same(f.read(), "#define LIMIT 9\n")
    # Saving the header verifies who includes it.
    start = len(editor.seen)
    editor.change(header, "#define LIMIT 10\n")
    editor.states(main, "stale", start)
    editor.save(header, "#define LIMIT 10\n")
    editor.states(main, "proved", start)
    # A file that does not compile waits for what may mend it.
    start = len(editor.seen)
    editor.change(header, "#define LIMIT (\n")
    editor.save(header, "#define LIMIT (\n")
    check("does not compile" in editor.states(main, "unknown", start)["text"], "it compiles")
    start = len(editor.seen)
    editor.change(header, "#define LIMIT 10\n")
    editor.save(header, "#define LIMIT 10\n")
    editor.states(main, "proved", start)
    # Somebody else writes a header that is not open.
    editor.close(header)
    start = len(editor.seen)
    folder.write("limit.h", "#define LIMIT 3\n")
    editor.notify("workspace/didChangeWatchedFiles",
                  {"changes": [{"uri": uri_of(header), "type": 2}]})
    editor.states(main, "stale", start)
    same(editor.finish(), 0)


def child_crash(folder):
    """A verification that ends without an answer is told and survived."""
    path = folder.write("e.c", SLOW)
    editor = folder.server("--verify-timeout=60")
    editor.initialize()
    editor.open(path)
    editor.wait(lambda m: m.get("method") == "$/progress" and
                m["params"]["value"]["kind"] == "report", start=0)
    [child] = [p for p, _ in workers(editor) if parent_of(p) == editor.process.pid]
    os.kill(child, signal.SIGSEGV)
    told = editor.wait(lambda m: m.get("method") == "window/showMessage", start=0)
    check("Segmentation fault" in told["params"]["message"], str(told))
    found = editor.states(path, "unknown", 0)
    check("not verified" in found["text"], str(found))
    wait_until(lambda: not workers(editor), "processes are left")
    editor.change(path, BAD)
    editor.command("sooth.verify", uri_of(path))
    editor.states(path, "violated")
    same(editor.finish(), 0)


def clangd_crash(folder):
    """Another clangd takes over, and knows what the first one knew."""
    path = folder.write("a.c", BAD)
    other = folder.write("b.txt", "text\n")
    editor = folder.server()
    editor.initialize()
    editor.notify("workspace/didChangeConfiguration", {"settings": {"mine": 1}})
    editor.open(path)
    editor.open(other, language="plaintext")
    editor.states(path, "violated", 0)
    for time_ in range(4):
        start = len(editor.seen)
        waiting = editor.ask("test/never", {})
        editor.change(path, "// crash\n" + BAD)
        told = editor.wait(lambda m: m.get("method") == "window/showMessage", start=start)
        check("signal 9" in told["params"]["message"], str(told))
        reply = editor.wait(lambda m: m.get("id") == waiting and "method" not in m, start=start)
        check("clangd has ended" in reply["error"]["message"], str(reply))
        if time_ == 3:
            break
        check("started again" in told["params"]["message"], str(told))
        editor.diagnostics(path, lambda d: any(x["message"] == "7 lines" for x in d), start)
        editor.diagnostics(other, lambda d: any(x["message"] == "1 lines" for x in d), start)
        same(editor.request("textDocument/hover", {"a": 1})["result"], {"echo": {"a": 1}})
    opened = [m["params"]["textDocument"] for m in folder.told()
              if m.get("method") == "textDocument/didOpen"]
    same([d["version"] for d in opened if d["uri"] == uri_of(path)], [1, 2, 3, 4])
    same(len([m for m in folder.told()
              if m.get("method") == "workspace/didChangeConfiguration"]), 4)
    # It ends too often: only verification is left.
    check("not started any more" in told["params"]["message"], str(told))
    same(editor.request("textDocument/hover", {})["error"]["code"], -32601)
    start = len(editor.seen)
    editor.save(path)
    editor.diagnostics(path, ours, start)
    same(editor.finish(), 0)


def no_related(folder):
    """Clients that cannot show related places have the run in the message."""
    path = folder.write("a.c", BAD)
    editor = folder.server()
    editor.initialize({})
    editor.open(path)
    [d] = ours(editor.diagnostics(path, ours, 0)["diagnostics"])
    check("relatedInformation" not in d, "related places")
    check("\n  line 2: x = 3" in d["message"], d["message"])
    # Nor do they get what they have not asked for.
    kinds = {m.get("method") for m in editor.seen if "method" in m}
    check(kinds <= {"textDocument/publishDiagnostics", "window/logMessage"}, str(kinds))
    start = len(editor.seen)
    [lens] = [l for l in editor.lenses(path) if l["command"] == "sooth.showRun"]
    run = editor.command(lens["command"], *lens["arguments"])["result"]
    check(any("x = 3" in s["text"] for s in run["steps"]), str(run))
    same(run["steps"][-1], {"uri": uri_of(path), "range": d["range"], "text": run["message"]})
    told = editor.wait(lambda m: m.get("method") == "window/showMessage", start=start)
    check("x = 3" in told["params"]["message"], str(told))
    same(editor.finish(), 0)


def shutdown(folder):
    """No process and no file is left, however the session ends."""
    path = folder.write("e.c", SLOW)

    def verifying():
        editor = folder.server("--verify-timeout=60")
        editor.initialize()
        editor.open(path)
        editor.states(path, "running", 0)
        wait_until(lambda: len(workers(editor)) > 1, "no engines", 30)
        everybody = [p for p, _ in children_of(editor.process.pid)]

        def gone():
            return not any(os.path.exists(f"/proc/{p}") for p in everybody)
        return editor, gone
    editor, gone = verifying()
    same(editor.finish(), 0)
    wait_until(gone, "processes are left after shutdown")
    same(folder.left(), [])
    editor, gone = verifying()
    editor.process.stdin.close()
    editor.process.wait(20)
    wait_until(gone, "processes are left after the client has gone")
    same(folder.left(), [])
    editor, gone = verifying()
    editor.process.terminate()
    same(editor.process.wait(20), 130)
    wait_until(gone, "processes are left after a signal")
    same(folder.left(), [])
    editor, gone = verifying()
    editor.kill()
    wait_until(gone, "processes are left after a crash of the server")
    # Without a shutdown it is an error.
    editor = folder.server()
    editor.initialize()
    editor.notify("exit", None)
    same(editor.process.wait(20), 1)


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


def hints(folder):
    """What functions need, and what is unknown, if it is asked for."""
    path = folder.write("a.c", "int d(int *p) { return *p; }\n" + SLOW)
    editor = folder.server("--verify-timeout=8", "--verify-check=access")
    editor.initialize()
    editor.open(path)
    editor.states(path, "unknown", 0)
    same([m for m in editor.seen if m.get("method") == "textDocument/publishDiagnostics" and
          ours(m["params"]["diagnostics"])], [])
    editor.notify("workspace/didChangeConfiguration", {"settings": {"sooth": {"hints": True}}})
    found = ours(editor.diagnostics(path, ours)["diagnostics"])
    same(sorted({d["severity"] for d in found}), [4])
    texts = " ".join(d["message"] for d in found)
    check("d needs: p != NULL" in texts and "unknown: timeout" in texts, texts)
    same(editor.finish(), 0)


def internal_error(folder):
    """Something went wrong: that is shown, and nothing is proved or violated."""
    path = folder.write("a.c", BAD)
    editor = folder.server("--verify-inject-fault=contradiction")
    editor.initialize(options={"sooth": {"hints": True}})
    editor.open(path)
    told = editor.wait(lambda m: m.get("method") == "window/showMessage", start=0)
    same(told["params"]["type"], 1)
    check("engines contradict each other" in told["params"]["message"], str(told))
    editor.states(path, "unknown", 0)
    found = ours(editor.diagnostics(path, ours, 0)["diagnostics"])
    same(sorted({d["severity"] for d in found}), [4])
    check(all("unknown: internal error" in d["message"] for d in found), str(found))
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


# With the real clangd.

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


SESSIONS = {f.__name__: f for f in (
    merge, columns, states, edit, save_ahead, cancel, unsaved, child_crash, clangd_crash, no_related,
    shutdown, flags, settings, hints, internal_error, alone, transparent, many, at_random, nonsense,
    same_replies, real_merge, real_crash)}


def main():
    global SERVER
    SERVER = sys.argv[1]
    failed = 0
    for name in sys.argv[2:]:
        with tempfile.TemporaryDirectory(prefix="lsp-") as place:
            folder = Folder(os.path.realpath(place))
            begin = time.monotonic()
            try:
                SESSIONS[name](folder)
                print(f"{name}: good, {time.monotonic() - begin:.1f} s", flush=True)
            except Exception:
                failed += 1
                print(f"{name}: FAILED")
                traceback.print_exc(file=sys.stdout)
                for editor in folder.editors:
                    for message in editor.seen:
                        print("  ", json.dumps(message)[:600])
            for editor in folder.editors:
                if editor.process.poll() is None:
                    editor.kill()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
