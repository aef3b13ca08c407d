# ===- findings.py - What sooth-clangd shows -------------------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Sessions about what is shown of files and functions."""

import json

from lsp import ours, uri_of
from session import BAD, GOOD, SLOW, both, check, same


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
