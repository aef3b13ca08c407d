# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sets of tasks side by side: how many were answered, rightly or wrongly, and
why the others were not. Reasons are counted without names and places."""

import re
from collections import Counter

from . import results
from .results import CORRECT, DISPUTED, UNCHECKED, WRONG, Row

_PLACE = re.compile(r"(?: at)?\s+(?:/|\S+/|[\w.-]+\.[chi]:)\S*$")
_NAME = re.compile(r"(?<!\w)'[^']*'?")
_FATAL = re.compile(r"^exit \d+: \S+:\d+:\d+: (fatal )?error: ")


def reason(row: Row) -> str:
    """Why there is no answer, in words that other tasks share."""
    if row.status == results.TIMEOUT:
        return "time limit"
    if row.status == results.OOM:
        return "memory limit"
    text = _FATAL.sub("rejected by clang: ", row.reason)
    text = re.sub(r"^exit 3: sooth: error: ", "bad input: ", text)
    return general(text.split("; --entry", 1)[0]) or row.status


def general(text: str) -> str:
    """The same without names, numbers and a place."""
    return re.sub(r"\b\d+\b", "N", _PLACE.sub("", _NAME.sub("'…'", text)))


def tally(tables: list[tuple[str, list[Row]]], limit: int) -> None:
    """One line per table and, below, the reasons by frequency."""
    body, why, example = [], Counter(), {}
    for label, rows in tables:
        statuses = Counter(r.status for r in rows)
        body.append([label, str(len(rows)), str(statuses[CORRECT]),
                     str(statuses[WRONG]), str(statuses[DISPUTED]),
                     str(statuses[UNCHECKED]), str(statuses[results.UNKNOWN]),
                     str(statuses[results.TIMEOUT] + statuses[results.OOM]),
                     str(statuses[results.ERROR])])
        for row in rows:
            if row.status in (results.UNKNOWN, results.TIMEOUT, results.OOM,
                              results.ERROR):
                text = reason(row)
                why[text] += 1
                example.setdefault(text, f"{label}:{row.task}")
    results.print_table(["set", "tasks", "right", "wrong", "disputed",
                         "unchecked", "unknown", "limit", "error"], body)
    for label, rows in tables:
        for row in rows:
            if row.status in (WRONG, DISPUTED):
                print(f"{row.status}: {row.answer} on {label}:{row.task}, "
                      f"expected {row.expected}")
    print(f"\n{sum(why.values())} without an answer, {len(why)} reasons:")
    for text, count in why.most_common(limit):
        print(f"{count:6}  {text}  (as in {example[text]})")
