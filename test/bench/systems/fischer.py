#!/usr/bin/env python3
"""Fischer's protocol as a system, on standard output.

usage: fischer.py PROCESSES integer|real safe|bad

A process that finds the lock free writes its number there within LIMIT, waits
for more than WAIT, and enters if the number is still its own. That is safe if
WAIT is not below LIMIT.
"""
import sys

LIMIT = 2


def chain(cases, last):
    return "".join(f"if {cond} then {value}\n      else " for cond, value in cases) + last


def system(count, sort, wait):
    processes = range(1, count + 1)
    lines = [f"specification Fischer{count} {{", "  property exclusive : {"]
    for p in processes:
        lines += [f"    local var pc{p} : [0 : 3]", f"    local var x{p} : {sort}"]
    lines += [
        f"    local var lock : [0 : {count}]",
        f"    local var turn : [0 : {count}] // who moves next; 0: time passes",
        f"    local var delay : {sort}",
        "    invariant delay > 0",
        "    initial lock = 0",
    ]
    may_pass = " and ".join(
        f"(pc{p} = 1 => x{p} + delay <= {LIMIT})" for p in processes)
    for p in processes:
        lines.append(f"    initial pc{p} = 0 and x{p} = 0")
        moves = [
            (f"turn = {p} and pc{p} = 0 and lock = 0", "1"),
            (f"turn = {p} and pc{p} = 1", "2"),
            (f"turn = {p} and pc{p} = 2 and lock = {p} and x{p} > {wait}", "3"),
            (f"turn = {p} and pc{p} = 2 and not lock = {p}", "0"),
            (f"turn = {p} and pc{p} = 3", "0"),
        ]
        lines.append(f"    transition pc{p}' = (" + chain(moves, f"pc{p}") + ")")
        resets = [
            (f"turn = {p} and (pc{p} = 0 and lock = 0 or pc{p} = 1)", "0"),
            (f"turn = 0 and {may_pass}", f"x{p} + delay"),
        ]
        lines.append(f"    transition x{p}' = (" + chain(resets, f"x{p}") + ")")
    writes = []
    for p in processes:
        writes += [(f"turn = {p} and pc{p} = 1", str(p)),
                   (f"turn = {p} and pc{p} = 3", "0")]
    lines.append("    transition lock' = (" + chain(writes, "lock") + ")")
    inside = " and ".join(
        f"not (pc{p} = 3 and pc{q} = 3)"
        for p in processes for q in processes if p < q)
    lines += [f"  }} models G({inside})", "}"]
    return "\n".join(lines)


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[2] not in ("integer", "real"):
        sys.exit(__doc__)
    print(system(int(sys.argv[1]), sys.argv[2],
                 LIMIT if sys.argv[3] == "safe" else LIMIT - 1))
