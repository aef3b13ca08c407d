# ===- terms.py - SMT-LIB as lists of tokens --------------------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""SMT-LIB as lists of tokens."""

import re

from .asking import BadInput

TOKEN = re.compile(r';[^\n]*|\s+|("(?:[^"]|"")*"|\|[^|]*\||[()]|[^\s()|";]+)')


def tokens_with_places(text):
    """Each token with its line and column, from 1 on."""
    found, at, line, line_start = [], 0, 1, 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise BadInput(f"not SMT-LIB: {text[at:at + 20]!r}")
        if match.group(1):
            found.append((match.group(1), line, at - line_start + 1))
        at = match.end()
        if newlines := match.group().count("\n"):
            line, line_start = line + newlines, text.rindex("\n", 0, at) + 1
    return found


def tokens_of(text):
    return [token for token, _, _ in tokens_with_places(text)]


def name_of(token):
    """|x| and x are one symbol."""
    return token[1:-1] if token.startswith("|") else token


def expressions(tokens):
    """The expressions that follow each other in tokens."""
    found, start, depth = [], 0, 0
    for i, token in enumerate(tokens):
        depth += (token == "(") - (token == ")")
        if depth < 0:
            break
        if depth == 0:
            found.append(tokens[start:i + 1])
            start = i + 1
    if depth != 0:
        raise BadInput("parentheses do not match")
    return found


def parts_of(expression):
    """The parts of (a b c)."""
    if expression[0] != "(":
        raise BadInput(f"a list is expected, not {expression[0]}")
    return expressions(expression[1:-1])


def bound_by_lets(tokens):
    """The names that lets bind; their lists are told by what opened them."""
    names, open_lists = set(), []
    for i, token in enumerate(tokens):
        if token == "(":
            if open_lists and open_lists[-1]:
                names.add(name_of(tokens[i + 1]))
            open_lists.append(i > 1 and tokens[i - 1] == "let" and tokens[i - 2] == "(")
        elif token == ")":
            open_lists.pop()
    return names
