# ===- lifetime.py - When sooth-clangd verifies, and what it survives ------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Sessions about verifications that begin, end, or crash."""

import os
import signal

from lsp import children_of, ours, parent_of, uri_of
from session import BAD, GOOD, SLOW, check, same, wait_until, workers


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
