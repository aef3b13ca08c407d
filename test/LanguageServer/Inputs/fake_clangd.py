#!/usr/bin/env python3
# ===- fake_clangd.py - Just enough of a clangd ------------------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Says of each document that is opened or changed how many lines it has, as a
diagnostic in its first line, and "crash" ends it. Each message that it gets is
a line of the file that FAKE_CLANGD_LOG names."""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from lsp import read_message

LOG = open(os.environ["FAKE_CLANGD_LOG"], "a") if "FAKE_CLANGD_LOG" in os.environ else None
texts = {}


def send(message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    sys.stdout.buffer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    sys.stdout.buffer.flush()


def publish(uri, version):
    lines = texts[uri].count("\n")
    send({"method": "textDocument/publishDiagnostics", "params": {
        "uri": uri, "version": version, "diagnostics": [{
            "range": {"start": {"line": 0, "character": 0},
                      "end": {"line": 0, "character": 1}},
            "severity": 3, "source": "fake", "message": f"{lines} lines"}]}})


def apply(text, change):
    if "range" not in change:
        return change["text"]
    lines = text.split("\n")

    def offset(p):
        return sum(len(l) + 1 for l in lines[:p["line"]]) + p["character"]
    r = change["range"]
    return text[:offset(r["start"])] + change["text"] + text[offset(r["end"]):]


def main():
    while True:
        body = read_message(sys.stdin.buffer)
        if body is None:
            return 0
        message = json.loads(body)
        if LOG:
            LOG.write(json.dumps(message) + "\n")
            LOG.flush()
        method, number = message.get("method"), message.get("id")
        params = message.get("params") or {}
        if method == "initialize":
            send({"id": number, "result": {"capabilities": {
                "textDocumentSync": {"openClose": True, "change": 2, "save": True},
                "hoverProvider": True,
                "executeCommandProvider": {"commands": ["fake.command"]}}}})
        elif method == "textDocument/didOpen":
            d = params["textDocument"]
            texts[d["uri"]] = d["text"]
            publish(d["uri"], d["version"])
        elif method == "textDocument/didChange":
            d = params["textDocument"]
            for change in params["contentChanges"]:
                texts[d["uri"]] = apply(texts[d["uri"]], change)
            if "crash" in texts[d["uri"]]:
                os.kill(os.getpid(), 9)
            publish(d["uri"], d["version"])
        elif method == "test/never":
            pass
        elif method == "exit":
            return 0
        elif number is not None and method:
            send({"id": number, "result": {"echo": params}})


sys.exit(main())
