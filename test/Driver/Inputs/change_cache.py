"""change_cache.py HOW FOLDER: spoils the entries of a cache.

cut: each loses its end. flip: each has another last letter. swap: each
has the content of the next one. forge: with the right hash, each answer says
that all is safe, and evidence that all errors are excluded by formulas that are
true everywhere. whole: only answers for a file with several functions are left.
parts: these are gone.
"""
import hashlib
import json
import pathlib
import sys


def forged(path, content):
    entry = json.loads(content)
    if "why" in entry:
        at = entry["why"]["at"]
        entry["why"]["at"] = [[place, "true"] for place, _ in at]
        entry["excluded"] = sorted({place for place, _ in at} | set(entry["reached"]))
    for kind in ("program safe", "safe"):
        result = entry.get("result", {})
        if "at" in result.get(kind, {}):
            result[kind]["at"] = [[p, "true"] for p, _ in result[kind]["at"]]
        elif kind in result:
            result[kind]["formula"] = "true"
    if "report" in entry:
        for part in [entry["report"], *entry["report"]["assertions"]]:
            part["result"] = "Safe"
    text = json.dumps(entry).encode()
    name = path.name.removeprefix("llvmcache-").encode()
    digest = hashlib.sha256(name + b"\0" + text).hexdigest().encode()
    return digest + b"\n\n" + text


def is_of_file(text):
    entry = json.loads(text.split(b"\n", 2)[2])
    return len(entry.get("report", {}).get("functions", [])) > 1


def main():
    how, folder = sys.argv[1:]
    paths = sorted(pathlib.Path(folder).glob("llvmcache-*"))
    texts = [path.read_bytes() for path in paths]
    for index, path in enumerate(paths):
        text = texts[index]
        if how == "cut":
            text = text[: len(text) * 2 // 3]
        elif how == "flip":
            text = text[:-1] + bytes([text[-1] ^ 1])
        elif how == "swap":
            text = texts[(index + 1) % len(texts)]
        elif how == "forge":
            text = forged(path, text.split(b"\n", 2)[2])
        if how in ("whole", "parts"):
            if is_of_file(text) != (how == "whole"):
                path.unlink()
        else:
            path.write_bytes(text)


main()
