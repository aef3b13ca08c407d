# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables of what came out for files without main, and two runs side by side."""

import json
from collections import Counter
from pathlib import Path

from . import results, tally
from .checks import OUTCOMES, PROVED, PROVED_IF, TOOL, UNKNOWN, VIOLATED, key
from .errors import BenchError
from .results import Row

PROOFS = {PROVED, PROVED_IF}
COUNTS = ["functions", "checks", *OUTCOMES, "not verified"]


class Table:
    """A CSV with a row for each file and tool, and the JSON beside it with
    functions and checks."""

    def __init__(self, path: Path):
        self.name = path.stem
        rows = results.read(path)
        self.rows = {r.task: r for r in rows if r.tool == TOOL}
        self.peers = {}
        for row in rows:
            if row.tool != TOOL:
                self.peers.setdefault(row.tool, {})[row.task] = row
        try:
            self.files = json.loads(path.with_suffix(".json").read_text())["files"]
        except (OSError, ValueError, KeyError) as error:
            raise BenchError(f"{path.with_suffix('.json')}: {error!r}")

    def checks(self):
        return [(task, c) for task, f in self.files.items() for c in f["checks"]]


def total(rows: list[Row], what: str) -> int:
    return int(sum(r.stats.get(what, 0) for r in rows))


def report(table: Table, reasons: int) -> None:
    if not table.rows:
        raise BenchError(f"{table.name} has no row of {TOOL}")
    _table(table)
    _reasons(table, reasons)
    _violations(table)
    _replays(table)
    _warnings(table)


def _table(table: Table) -> None:
    peers = sorted(table.peers)
    header = ["file", *COUNTS, "hold", "s", "s each", "wall s", "MB"]
    for peer in peers:
        header += [f"{peer} warnings", "s"]
    body, groups = [], sorted({r.set for r in table.rows.values()})
    for group in groups:
        rows = [r for r in table.rows.values() if r.set == group]
        body += [_line(r.task, [r], peers, table) for r in rows]
        if len(rows) > 1:
            body.append(_line(f"{group}: all", rows, peers, table))
    if len(groups) > 1:
        body.append(_line("all", list(table.rows.values()), peers, table))
    results.print_table([*header, "status"], body)


def _line(name: str, rows: list[Row], peers: list[str], table: Table) -> list[str]:
    checks = total(rows, "checks")
    holding = total(rows, PROVED) + total(rows, PROVED_IF)
    cells = [name, *(str(total(rows, c)) for c in COUNTS),
             f"{100 * holding / checks:.0f} %" if checks else "-",
             *_times(rows), f"{max(r.peak_mb for r in rows):.0f}"]
    for peer in peers:
        theirs = [table.peers[peer][r.task] for r in rows
                  if r.task in table.peers[peer]]
        cells += [str(total(theirs, "warnings")),
                  f"{sum(r.cpu_s for r in theirs):.1f}"] if theirs else ["-", "-"]
    statuses = Counter(r.status for r in rows if r.status in (
        results.TIMEOUT, results.OOM, results.ERROR))
    if len(rows) == 1 and statuses:
        return cells + [_status(rows[0])]
    return cells + [", ".join(f"{n} {s}" for s, n in sorted(statuses.items()))]


def _status(row: Row) -> str:
    if row.exit.startswith("-") and row.status == results.ERROR:
        return f"{row.status}: signal {row.exit[1:]}"
    return f"{row.status}: {tally.reason(row)[:60]}"


def _times(rows: list[Row]) -> list[str]:
    """Processor time, that of a function, wall-clock time."""
    cpu, functions = sum(r.cpu_s for r in rows), total(rows, "functions")
    return [f"{cpu:.1f}", f"{cpu / functions:.2f}" if functions else "-",
            f"{sum(r.wall_s for r in rows):.1f}"]


def _reasons(table: Table, limit: int) -> None:
    open_checks = [(f"{t}:{c.get('line', 0)}", c.get("reason", ""))
                   for t, c in table.checks() if c["outcome"] == UNKNOWN]
    _frequent("checks unknown", open_checks, limit)
    _frequent("functions not verified",
              [(f"{t}: {f['name']}", f["notVerified"])
               for t, entry in table.files.items() for f in entry["functions"]
               if "notVerified" in f], limit)


def _frequent(what: str, found: list[tuple[str, str]], limit: int) -> None:
    counts, example = Counter(), {}
    for place, text in found:
        words = tally.general(text) or "no reason"
        counts[words] += 1
        example.setdefault(words, place)
    if found:
        print(f"\n{len(found)} {what}, {len(counts)} reasons:")
    for words, count in counts.most_common(limit):
        print(f"{count:6}  {words}  (as at {example[words]})")


def _violations(table: Table) -> None:
    found = [(t, c) for t, c in table.checks() if c["outcome"] == VIOLATED]
    if found:
        print(f"\n{len(found)} violated:")
    for task, check in found:
        print(f"  {_place(task, check)}: {check['message']}")


def _place(task: str, check: dict) -> str:
    package = task.split("/", 1)[0]
    return f"{package}/{check.get('file', '')}:{check.get('line', 0)}:"            f"{check.get('column', 0)}"


def _replays(table: Table) -> None:
    found = [(task, r) for task, f in table.files.items()
             for r in f.get("replays", [])]
    if not found:
        return
    counts = Counter(r["kind"] for _, r in found)
    print(f"\n{len(found)} violations replayed: "
          + ", ".join(f"{n} {k}" for k, n in sorted(counts.items())))
    for task, replay in found:
        if replay["kind"] == "missed":
            print(f"  missed: {_place(task, replay)}: {replay['message']}: "
                  f"{replay['why']}")


def _warnings(table: Table) -> None:
    """Of peers, with the answers to the checks of the same line."""
    found = [(t, peer, w) for t, f in table.files.items()
             for peer, warnings in f.get("peers", {}).items() for w in warnings]
    if found:
        print(f"\n{len(found)} warnings of others (checks of that line):")
    for task, peer, warning in found:
        there = Counter(c["outcome"] for c in table.files[task]["checks"]
                        if c.get("line") == warning["line"]
                        and c.get("file") == warning["file"])
        ours = ", ".join(f"{there[o]} {o}" for o in OUTCOMES if there[o])
        print(f"  {_place(task, warning)}: {warning['message']} [{peer}] "
              f"({ours or 'none'})")


def compare(first: Table, second: Table, verbose: bool) -> int:
    """1 if a check is proved in one and violated in the other."""
    common = [t for t in first.rows if t in second.rows]
    if not common:
        raise BenchError("no file is in both")
    print(f"A = {first.name}\nB = {second.name}\n{len(common)} common files\n")
    body = [_both(t, [first.rows[t]], [second.rows[t]]) for t in common]
    body.append(_both("all", *([side.rows[t] for t in common]
                               for side in (first, second))))
    results.print_table(["file", *COUNTS, "s", "MB"], body)
    return _changes(first, second, set(common), verbose)


def _both(name: str, old: list[Row], new: list[Row]) -> list[str]:
    """What differs as A>B."""
    pairs = [(str(total(old, c)), str(total(new, c))) for c in COUNTS]
    pairs.append((_times(old)[0], _times(new)[0]))
    pairs.append(tuple(f"{max(r.peak_mb for r in rows):.0f}" for rows in (old, new)))
    return [name, *(a if a == b else f"{a}>{b}" for a, b in pairs)]


def _changes(first: Table, second: Table, common: set[str], verbose: bool) -> int:
    """Checks with another answer, those that contradict each other first."""
    absent = "not asked"
    sides = [{(t, *key(c)): c["outcome"] for t, c in table.checks() if t in common}
             for table in (first, second)]
    changes = [(k, sides[0].get(k, absent), sides[1].get(k, absent))
               for k in sorted(sides[0].keys() | sides[1].keys())]
    changes = [c for c in changes if c[1] != c[2]]
    counts = Counter((old, new) for _, old, new in changes)
    print(f"\n{len(changes)} checks with another answer")
    for (old, new), count in counts.most_common():
        print(f"{count:6}  {old} > {new}")
    contradictions = 0
    for (task, file, line, column, message), old, new in changes:
        contradicts = VIOLATED in (old, new) and bool({old, new} & PROOFS)
        contradictions += contradicts
        if verbose or contradicts:
            place = _place(task, {"file": file, "line": line, "column": column})
            print(f"{'CONTRADICTION: ' if contradicts else ''}{place}: {message}: "
                  f"{old} > {new}")
    return 1 if contradictions else 0
