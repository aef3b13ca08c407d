# ===- randomrec.py - Random recursive C programs --------------------------===#
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Functions that call themselves and each other, with and without globals,
loops, and locals whose addresses are handed down. They end on all inputs: each
has a parameter that gets smaller, and a budget of calls."""

import random

PROLOGUE = """extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
"""

class Program:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.checkpoints = 0
        self.globals = [f"g{i}" for i in range(self.rng.randrange(3))]
        self.functions = self.rng.randrange(1, 4)
        self.arity = [self.rng.randrange(1, 4) for _ in range(self.functions)]
        # Handing down addresses keeps a function from being a procedure.
        self.pointers = [self.rng.random() < 0.2 for _ in range(self.functions)]
        self.text = self.program()

    def reset_function(self):
        body = "".join(f" {g} = 0;" for g in self.globals)
        return f"void reset_globals(void) {{{body} }}\n"

    # -- expressions -----------------------------------------------------------

    def leaf(self, names):
        if self.rng.random() < 0.25:
            return str(self.rng.randrange(-3, 8))
        return self.rng.choice(names)

    def expression(self, names, depth=2):
        r = self.rng
        if depth == 0 or r.random() < 0.3:
            return self.leaf(names)
        a, b = (self.expression(names, depth - 1) for _ in range(2))
        kind = r.randrange(8)
        if kind < 3:
            return f"({a} {r.choice('+-')} {b})"
        if kind == 3:
            return f"({a} * {r.randrange(2, 4)})"
        if kind == 4:
            return f"({a} & {r.choice([1, 3, 7, 15])})"
        if kind == 5:
            return f"({a} {r.choice(['^', '|'])} {b})"
        return f"({self.condition(names)} ? {a} : {b})"

    def condition(self, names):
        op = self.rng.choice(["<", "<=", "==", "!=", ">"])
        return f"{self.leaf(names)} {op} {self.leaf(names)}"

    # -- functions -------------------------------------------------------------

    def call(self, names, smaller):
        f = self.rng.randrange(self.functions)
        args = [smaller]
        args += [self.expression(names, 1) for _ in range(self.arity[f] - 1)]
        if self.pointers[f]:
            args.append("&" + self.rng.choice(self.locals))
        return f"f{f}({', '.join(args)})"

    def checkpoint(self, names):
        k = self.checkpoints
        self.checkpoints += 1
        return f"CHECKPOINT({k}, {self.expression(names, 1)});"

    def statement(self, names, smaller, left):
        r = self.rng
        kind = r.randrange(10)
        target = r.choice(self.locals + self.globals)
        if kind < 4 and left[0] > 0:
            left[0] -= 1
            call = self.call(names, smaller)
            return f"{target} = {call}{r.choice(['', ' + ' + self.leaf(names)])};"
        if kind == 4 and left[0] > 0:
            left[0] -= 1
            inner = self.call(names, smaller)
            return f"if ({self.condition(names)}) {target} = {inner};"
        if kind == 5:
            return (f"for (int i = 0; i < ({self.leaf(names)} & 3); i++) "
                    f"{target} += {self.leaf(names)};")
        if kind == 6 and self.checkpoints < 5:
            return self.checkpoint(names)
        return f"{target} = {self.expression(names)};"

    def function(self, f):
        r = self.rng
        params = [f"p{i}" for i in range(self.arity[f])]
        self.locals = ["a", "b"]
        names = params + self.locals + self.globals
        declared = [f"int {p}" for p in params]
        if self.pointers[f]:
            declared.append("int *q")
            names.append("(*q)")
        lines = [f"int f{f}({', '.join(declared)}) {{"]
        lines.append(f"  int a = {self.leaf(params)}, b = {self.leaf(params)};")
        lines.append(f"  if (p0 <= {r.randrange(0, 2)})")
        lines.append(f"    return {self.expression(names, 1)};")
        left = [r.choice([1, 1, 2])]
        smaller = r.choice(["p0 - 1", "p0 - 1", "p0 - 2", "p0 / 2"])
        for _ in range(r.randrange(1, 5)):
            lines.append("  " + self.statement(names, smaller, left))
        if self.pointers[f] and r.random() < 0.7:
            lines.append(f"  *q = {self.expression(names, 1)};")
        last = r.randrange(4)
        if last == 0 and left[0] > 0:
            lines.append(f"  return {self.call(names, smaller)};")
        elif last == 1 and left[0] > 0:
            lines.append(f"  return {self.leaf(names)} + {self.call(names, smaller)};")
        else:
            lines.append(f"  return {self.expression(names)};")
        lines.append("}")
        return "\n".join(lines)

    def program(self):
        r = self.rng
        lines = [f"int {g};" for g in self.globals]
        for f in range(self.functions):
            pointer = ["int *"] if self.pointers[f] else []
            types = ", ".join(["int"] * self.arity[f] + pointer)
            lines.append(f"int f{f}({types});")
        lines += [self.function(f) for f in range(self.functions)]
        self.locals = ["x", "y"]
        names = ["x", "y"] + self.globals
        lines.append("int main(void) {")
        lines.append("  int x = __VERIFIER_nondet_uchar(), y = 1;")
        lines.append(f"  x &= {r.choice([3, 7, 7])};")
        for _ in range(r.randrange(1, 3)):
            lines.append(f"  y = {self.call(names, 'x')};")
            lines.append("  " + self.checkpoint(names))
        lines.append("  return 0;")
        lines.append("}")
        return "\n".join(lines) + "\n"
