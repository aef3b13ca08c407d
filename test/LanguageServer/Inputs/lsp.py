#!/usr/bin/env python3
# ===- lsp.py - An editor that tests can drive -------------------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""A client of the language server protocol: starts a server, sends it messages
and waits for what it says, all of which is kept in order."""

import json
import os
import queue
import subprocess
import threading
import time
from urllib.parse import quote


def uri_of(path):
    return "file://" + quote(os.path.abspath(path))


def read_message(stream):
    """The next message, as its bytes; nothing at the end."""
    length = None
    while True:
        line = stream.readline()
        if not line:
            return None
        if line == b"\r\n":
            break
        name, value = line.split(b":", 1)
        if name.strip().lower() == b"content-length":
            length = int(value)
    return stream.read(length)


ABILITIES = {
    "textDocument": {"publishDiagnostics": {"relatedInformation": True}},
    "window": {"workDoneProgress": True},
    "workspace": {"codeLens": {"refreshSupport": True}},
    "experimental": {"sooth": {"functionStates": True, "runs": True}},
}


class Failed(Exception):
    """What was waited for has not come."""


class Editor:
    def __init__(self, command, environment=None):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=environment)
        self.incoming = queue.Queue()
        self.seen = []  # all messages, as objects, with when they came
        self.raw = []
        self.next_id = 0
        self.versions = {}
        self.accepts_progress = True
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()

    def listen(self):
        while True:
            body = read_message(self.process.stdout)
            self.incoming.put((time.monotonic(), body))
            if body is None:
                return

    def send(self, message):
        message = {"jsonrpc": "2.0", **message}
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        """Sends a request; its number."""
        self.next_id += 1
        self.send({"id": self.next_id, "method": method, "params": params})
        return self.next_id

    def request(self, method, params, seconds=60):
        """Asks and waits for the answer."""
        number = self.ask(method, params)
        return self.wait(lambda m: m.get("id") == number and "method" not in m,
                         seconds, "the answer to " + method)

    def pump(self, seconds):
        """Takes in one message; false if none comes."""
        try:
            when, body = self.incoming.get(timeout=max(seconds, 0))
        except queue.Empty:
            return False
        if body is None:
            raise Failed("the server has ended")
        message = json.loads(body)
        message["when"] = when
        self.seen.append(message)
        self.raw.append(body)
        if "id" in message and "method" in message:
            self.answer(message)
        return True

    def answer(self, message):
        self.send({"id": message["id"], "result": None})

    def wait(self, wanted, seconds=60, what="a message", start=None):
        """The first message, from the one that has come as number \\p start or
        from now on, that is wanted."""
        at = len(self.seen) if start is None else start
        end = time.monotonic() + seconds
        while True:
            while at < len(self.seen):
                if wanted(self.seen[at]):
                    return self.seen[at]
                at += 1
            if not self.pump(end - time.monotonic()):
                raise Failed("no " + what)

    def silence(self, unwanted, seconds):
        """Fails if a message comes that is unwanted."""
        at = len(self.seen)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.pump(end - time.monotonic())
            for message in self.seen[at:]:
                if unwanted(message):
                    raise Failed("unwanted: " + json.dumps(message))
            at = len(self.seen)

    # What editors say.

    def initialize(self, abilities=None, options=None, root=None):
        params = {"processId": None, "rootUri": uri_of(root) if root else None,
                  "capabilities": ABILITIES if abilities is None else abilities}
        if options is not None:
            params["initializationOptions"] = options
        reply = self.request("initialize", params)
        self.notify("initialized", {})
        return reply["result"]

    def open(self, path, text=None, language="c"):
        if text is None:
            with open(path, encoding="utf-8") as f:
                text = f.read()
        self.versions[path] = 1
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri_of(path), "languageId": language, "version": 1,
            "text": text}})

    def change(self, path, *changes):
        """Each a whole text, or (line, column, line, column, text)."""
        self.versions[path] += 1
        contents = []
        for c in changes:
            if isinstance(c, str):
                contents.append({"text": c})
            else:
                contents.append({"range": {
                    "start": {"line": c[0], "character": c[1]},
                    "end": {"line": c[2], "character": c[3]}}, "text": c[4]})
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri_of(path), "version": self.versions[path]},
            "contentChanges": contents})

    def save(self, path, text=None):
        if text is not None:
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)
        self.notify("textDocument/didSave", {"textDocument": {"uri": uri_of(path)}})

    def close(self, path):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri_of(path)}})

    def lenses(self, path):
        return [l["command"] for l in self.request(
            "textDocument/codeLens", {"textDocument": {"uri": uri_of(path)}})["result"]]

    def command(self, name, *arguments):
        return self.request("workspace/executeCommand",
                            {"command": name, "arguments": list(arguments)})

    def states(self, path, state, start=None, seconds=60):
        """Waits until the file is in that state; what is said then."""
        return self.wait(lambda m: m.get("method") == "sooth/functionStates" and
                         m["params"]["uri"] == uri_of(path) and
                         m["params"]["state"] == state,
                         seconds, f"state {state} of {path}", start)["params"]

    def diagnostics(self, path, wanted, start=None, seconds=60):
        """Waits until all diagnostics of the file are as wanted; those."""
        return self.wait(lambda m: m.get("method") == "textDocument/publishDiagnostics" and
                         m["params"]["uri"] == uri_of(path) and
                         wanted(m["params"]["diagnostics"]),
                         seconds, "such diagnostics of " + path, start)["params"]

    def finish(self, seconds=20):
        """Ends the session; the exit code."""
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(seconds)

    def kill(self):
        self.process.kill()
        self.process.wait()


def ours(diagnostics):
    return [d for d in diagnostics if d.get("source") == "sooth"]


def parent_of(pid):
    with open(f"/proc/{pid}/stat") as f:
        return int(f.read().rsplit(")", 1)[1].split()[1])


def children_of(pid):
    """All processes below one, as (number, name)."""
    parents = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat") as f:
                text = f.read()
        except OSError:
            continue
        name = text[text.index("(") + 1:text.rindex(")")]
        parents[int(entry)] = (int(text[text.rindex(")") + 2:].split()[1]), name)
    found, todo = [], [pid]
    while todo:
        at = todo.pop()
        for child, (parent, name) in parents.items():
            if parent == at:
                found.append((child, name))
                todo.append(child)
    return found
