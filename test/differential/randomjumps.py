# ===- randomjumps.py - Random C programs with setjmp ----------------------===#
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Functions that call each other, also through a table, call setjmp in the ways
that C allows, and jump to buffers of activations that are not left. What is
assigned to between setjmp and the jump is volatile. There is a budget of
calls."""

import random

PROLOGUE = """#include <setjmp.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
"""


class Program:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.checkpoints = 0
        self.buffers = self.rng.randrange(1, 4)
        self.functions = self.rng.randrange(2, 5)
        self.calls = self.rng.randrange(3, 8)
        self.has_table = self.rng.random() < 0.3
        self.text = self.program()

    def reset_function(self):
        lives = "".join(f" live{b} = 0;" for b in range(self.buffers))
        return f"void reset_globals(void) {{{lives} left = {self.calls}; seen = depth = 0; }}\n"

    # -- statements ------------------------------------------------------------

    def call(self):
        if self.has_table and self.rng.random() < 0.4:
            return "table[n & 1](n - 1)"
        return f"f{self.rng.randrange(self.functions)}(n - 1)"

    def checkpoint(self, value):
        if self.checkpoints >= 4:
            return f"seen ^= {value};"
        k = self.checkpoints
        self.checkpoints += 1
        return f"CHECKPOINT({k}, {value});"

    def jump(self):
        b = self.rng.randrange(self.buffers)
        result = self.rng.choice(["0", "1", "n", "n & 1", "v"])
        return f"if (live{b}) longjmp(buffer{b}, {result});"

    def protected(self):
        """A call from which jumps come back, with a buffer that nobody uses."""
        r = self.rng
        b = r.randrange(self.buffers)
        # What was below has not returned and never will.
        first = "arrive(d);"
        tried = f"v += {self.call()};"
        if r.random() < 0.4:
            tried += " " + self.jump()
        caught = r.choice([self.checkpoint("v"), f"seen = seen * 3 + v + {r.randrange(9)};",
                           "v++;", self.checkpoint("plain + seen")])
        form = r.randrange(3)
        if form == 0:
            body = f"if (setjmp(buffer{b}) == 0) {{ {tried} }} else {{ {first} {caught} }}"
        elif form == 1:
            body = (f"switch (setjmp(buffer{b})) {{ case 0: {tried} break; "
                    f"case 1: {first} seen++; break; default: {first} {caught} }}")
        else:
            body = f"if (setjmp(buffer{b})) {{ {first} {caught} }} else {{ {tried} }}"
        return f"if (!live{b}) {{ live{b} = d; {body} live{b} = 0; }}"

    def statement(self):
        kind = self.rng.randrange(8)
        if kind < 2:
            return self.jump()
        if kind < 4:
            return f"v += {self.call()};"
        if kind < 7:
            return self.protected()
        return f"for (int i = 0; i < {self.rng.randrange(1, 3)}; i++) v += {self.call()};"

    def function(self, f):
        lines = [f"int f{f}(int n) {{",
                 f"  volatile int v = n; int plain = n * {self.rng.randrange(1, 5)};",
                 f"  const int d = depth + 1; seen = seen * 5 + {f + 1};",
                 "  if (--left < 0 || n < 0) return n + plain;",
                 "  depth = d;"]
        lines += ["  " + self.statement() for _ in range(self.rng.randrange(1, 4))]
        return "\n".join(lines + ["  depth = d - 1;", "  return v & 15;", "}"])

    def program(self):
        lines = [f"{self.rng.choice(['static ', ''])}jmp_buf buffer{b}; static int live{b};"
                 for b in range(self.buffers)]
        lines.append(f"static int left = {self.calls}, depth; static unsigned seen;")
        dead = "".join(f" if (live{b} > d) live{b} = 0;" for b in range(self.buffers))
        lines.append(f"static void arrive(int d) {{ depth = d;{dead} }}")
        lines += [f"int f{f}(int n);" for f in range(self.functions)]
        if self.has_table:
            chosen = ", ".join(f"f{self.rng.randrange(self.functions)}" for _ in range(2))
            lines.append(f"static int (*const table[])(int) = {{{chosen}}};")
        lines += [self.function(f) for f in range(self.functions)]
        lines += ["int main(void) {",
                  "  volatile int result = 0; int n = __VERIFIER_nondet_uchar() & 3;",
                  "  depth = live0 = 1;",
                  "  if (setjmp(buffer0) == 0) result = f0(n); else { arrive(1); result = 100; }",
                  "  live0 = 0;",
                  "  " + self.checkpoint("result"), "  CHECKPOINT(%d, seen);" % self.checkpoints,
                  "  return 0;", "}"]
        self.checkpoints += 1
        return "\n".join(lines) + "\n"
