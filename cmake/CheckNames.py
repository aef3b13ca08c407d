#!/usr/bin/env python3
"""Fails if a program has two types of one name in one namespace.

Each is used where its header is included, so compilers see nothing wrong; but functions
of both have one name for the linker, which takes any of them: undefined behaviour. Nor
may two headers of a library have one name, or one include guard.

usage: CheckNames.py SOURCE_DIR
"""
import collections
import os
import re
import sys

# What is linked into all programs.
EVERYWHERE = ("include", "lib")

COMMENT_OR_TEXT = re.compile(
    r"//[^\n]*|/\*.*?\*/|R\"(\w*)\(.*?\)\1\"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'",
    re.S)
DIGIT_SEPARATOR = re.compile(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])")
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", re.M)
ALIGNMENT = re.compile(r"\balignas\s*\([^()]*\)")
TOKEN = re.compile(r"\w+|::|\[\[.*?\]\]|\S", re.S)


def without_brackets(words):
    """The words that are in no template's brackets."""
    depth, kept = 0, []
    for i, word in enumerate(words):
        if word == "<" and i and (depth or re.match(r"\w", words[i - 1])):
            depth += 1
        if not depth:
            kept.append(word)
        depth -= word == ">" and depth > 0
    return kept


def defined_type(words):
    """The name of the type that a body after these words defines, or none. A
    specialization is called by its arguments, too."""
    if words[:1] == ["template"]:
        depth = 0
        for i, word in enumerate(words):
            depth += (word == "<") - (word == ">")
            if i and not depth:
                return defined_type(words[i + 1:])
    words = [w for w in words if not w.startswith("[[")]
    while words[:1] in (["static"], ["const"], ["constexpr"], ["inline"], ["typedef"]):
        words = words[1:]
    if not words or words[0] not in ("class", "struct", "union", "enum"):
        return None
    words = words[2:] if words[:2] in (["enum", "class"], ["enum", "struct"]) else words[1:]
    if "(" in without_brackets(words):
        return None
    end = next((i for i, w in enumerate(words) if w in (":", "final")), len(words))
    return "".join(words[:end]) or None


def types_of(text):
    """Names, with namespaces, of the types that a source defines for others to see."""
    text = COMMENT_OR_TEXT.sub(lambda m: " " if m[0].startswith("/") else " _ ",
                               DIGIT_SEPARATOR.sub("", text))
    text = ALIGNMENT.sub(" ", DIRECTIVE.sub(" ", text))
    scopes, words, found = [], [], []
    for word in TOKEN.findall(text):
        if word == "{":
            scope = None  # in which no type has a name for others
            if words[:1] == ["namespace"] or words[:2] == ["inline", "namespace"]:
                scope = "".join(words[words.index("namespace") + 1:]) or None
            elif words[:1] == ["extern"] and len(words) == 2:
                scope = ""
            elif None not in scopes and defined_type(words):
                found.append("::".join([*filter(None, scopes), defined_type(words)]))
            scopes.append(scope)
            words = []
        elif word in ";}":
            if word == "}" and scopes:
                scopes.pop()
            words = []
        else:
            words.append(word)
    return found


def sources(root, folder):
    for path, folders, names in os.walk(os.path.join(root, folder)):
        folders[:] = sorted(f for f in folders if f != "Inputs")
        for name in sorted(names):
            if name.endswith((".cpp", ".h")):
                yield os.path.relpath(os.path.join(path, name), root)


def programs(root):
    """The folders of programs."""
    yield "passes"
    for top in ("tools", "test/unit", "test"):
        folder = os.path.join(root, top)
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
            if name != "unit" and os.path.exists(os.path.join(folder, name, "CMakeLists.txt")):
                yield os.path.join(top, name)


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def repeated_types(root):
    """Lines about types that have two definitions in a program."""
    everywhere = collections.defaultdict(list)
    for folder in EVERYWHERE:
        for path in sources(root, folder):
            for name in types_of(read(root, path)):
                everywhere[name].append(path)
    for name, paths in everywhere.items():
        if len(paths) > 1:
            yield f"{paths[1]}: {name} is defined in {paths[0]}, too"
    for program in programs(root):
        own = collections.defaultdict(list)
        for path in sources(root, program):
            for name in types_of(read(root, path)):
                for other in everywhere.get(name, []) + own[name]:
                    yield f"{path}: {name} is defined in {other}, too"
                own[name].append(path)


def repeated_headers(root):
    """Lines about headers of one name in a library, and about their guards."""
    names, guards = {}, {}
    for folder in EVERYWHERE:
        for path in sources(root, folder):
            if not path.endswith(".h"):
                continue
            parts = path.split(os.sep)
            library = parts[2 if folder == "include" else 1]
            if library in ("Engine", "Frontend"):  # of which each folder is a library
                library += "/" + parts[3 if folder == "include" else 2]
            other = names.setdefault((library, parts[-1]), path)
            if other != path:
                yield f"{path}: another header of {library} has this name: {other}"
            guard = re.search(r"^#ifndef (\w+)$", read(root, path), re.M)
            if not guard:
                yield f"{path}: no include guard"
            elif guards.setdefault(guard[1], path) != path:
                yield f"{path}: has the include guard of {guards[guard[1]]}"


def main():
    root = sys.argv[1]
    found = [*repeated_types(root), *repeated_headers(root)]
    print("\n".join(found + [f"{len(found)} names are not unique"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
