# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops that write arrays, as linear Horn clauses (sat is Safe): one predicate
for the loop, indices and elements of 32 bits.

log     a protocol of n states writes its state down in each step; the property
        is about the state alone. Unsafe: the last state can be left unlocked.
last    each of n writers in turn reads back what it has just written. Unsafe:
        the last one reads its neighbour's cell.
guarded n cells are written, each at an index of its own, while cell 0 keeps the
        flag of a lock. Unsafe: the last write goes to cell 0.
"""

import dataclasses

from .program import SAFE, UNSAFE, Program

SIZES = [5, 21, 81]  # odd: see log
_HEADER = """\
; Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; {comment} The answer is {expected}.

(set-logic HORN)
(define-sort Word () (_ BitVec 32))
(define-sort Memory () (Array Word Word))
"""


@dataclasses.dataclass
class Clauses(Program):
    """Not a program: what is known about its answer is the argument above."""

    suffix: str = ".smt2"


def tasks(recipes: dict):
    for expected in (SAFE, UNSAFE):
        for n in SIZES:
            for kind in (_log, _last, _guarded):
                comment, clauses = kind(n, expected == UNSAFE)
                name = f"arrays_{kind.__name__[1:]}_{n:02}_{expected.lower()}"
                text = _HEADER.format(comment=comment, expected=expected)
                yield Clauses("arrays", name, expected,
                              text + clauses + "(check-sat)\n")


def _word(n: int) -> str:
    return f"#x{n:08x}"


def _rule(variables: str, body: str, head: str) -> str:
    return f"(assert (forall ({variables})\n  (=> {body}\n      {head})))\n"


def _log(n: int, broken: bool) -> tuple[str, str]:
    """State s, lock l, log m, position p: odd states hold the lock."""
    text = "(declare-fun Inv (Word Word Memory Word) Bool)\n"
    old = "(s Word) (l Word) (m Memory) (p Word)"
    text += _rule("(m Memory) (p Word)", "true",
                  f"(Inv {_word(0)} {_word(0)} m p)")
    for i in range(n):
        lock = _word((i + 1) % 2 if i + 1 < n or broken else 0)
        expects = _word(i % 2)
        log = f"(store m p (bvadd s {_word(1)}))"
        text += _rule(old, f"(and (Inv s l m p) (= s {_word(i)}))",
                      f"(Inv {_word((i + 1) % n)} {lock} {log} "
                      f"(bvadd p {_word(1)}))")
        text += _rule(old, f"(and (Inv s l m p) (= s {_word(i)}) "
                           f"(not (= l {expects})))", "false")
    return f"A protocol of {n} states with a log.", text


def _last(n: int, broken: bool) -> tuple[str, str]:
    """Writer w of n writes v into its cell, then reads it into r."""
    text = "(declare-fun Wrote (Word Word Memory) Bool)\n"
    old = "(w Word) (v Word) (m Memory)"
    text += _rule("(v Word) (m Memory)", "true",
                  f"(Wrote {_word(0)} v (store m {_word(0)} v))")
    for i in range(n):
        cell = _word(i + 1 if broken and i + 1 == n else i)
        text += _rule(old + " (u Word)",
                      f"(and (Wrote w v m) (= w {_word(i)}))",
                      f"(Wrote {_word((i + 1) % n)} u "
                      f"(store m {_word((i + 1) % n)} u))")
        text += _rule(old, f"(and (Wrote w v m) (= w {_word(i)}) "
                           f"(not (= (select m {cell}) v)))", "false")
    return f"{n} writers that read back what they wrote.", text


def _guarded(n: int, broken: bool) -> tuple[str, str]:
    text = "(declare-fun Inv (Word Memory) Bool)\n"
    old = "(s Word) (m Memory)"
    text += _rule("(m Memory)", "true",
                  f"(Inv {_word(1)} (store m {_word(0)} {_word(1)}))")
    for i in range(1, n + 1):
        cell = _word(0 if broken and i == n else i)
        text += _rule(old + " (v Word)",
                      f"(and (Inv s m) (= s {_word(i)}))",
                      f"(Inv {_word(i % n + 1)} (store m {cell} v))")
    text += _rule(old, f"(and (Inv s m) (not (= (select m {_word(0)}) "
                       f"{_word(1)})))", "false")
    return f"A flag beside {n} cells that are written.", text
