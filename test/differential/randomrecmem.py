# ===- randomrecmem.py - Random recursive C programs about memory ----------===#
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Functions that call themselves and each other, and read and write a global
array, a global structure, and what the pointers lead to that they are given:
locals of their callers, parts of arrays and structures, allocated memory. Each
activation has locals of its own, some of which know those of the caller. They
end on all inputs: the first parameter gets smaller."""

import random

PROLOGUE = """#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
"""

TYPES = "struct s { int a; int t[2]; struct s *up; };\n"


class Program:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        r = self.rng
        self.checkpoints = 0
        self.has_array = r.random() < 0.6
        self.has_record = r.random() < 0.4
        self.functions = r.randrange(1, 3)
        # Parameters: an int, and perhaps another one, an array, a structure.
        self.kinds = ["i" + r.choice(["", "i", "i", "q", "q", "s", "iq", "qs",
                                      "is", "qq", "v"])
                      for _ in range(self.functions)]
        self.has_choice = r.random() < 0.2
        self.text = self.program()

    def reset_function(self):
        body = ""
        if self.has_array:
            body += " for (int i = 0; i < 4; i++) g[i] = 0;"
        if self.has_record:
            body += " gs.a = gs.t[0] = gs.t[1] = 0; gs.up = 0;"
        return f"void reset_globals(void) {{{body} }}\n"

    # -- what there is in a function -------------------------------------------

    def scope(self, numbers, arrays, records):
        """Numbers, pointers to two of them, and pointers to structures."""
        self.numbers = list(numbers)
        self.arrays = list(arrays)
        self.records = list(records)
        if self.has_array:
            self.arrays += ["g", "(g + 2)"]
        if self.has_record:
            self.records.append("(&gs)")
        self.arrays += [f"{s}->t" for s in self.records]

    def place(self):
        """Something that can be assigned."""
        r = self.rng
        if self.records and r.random() < 0.25:
            return f"{r.choice(self.records)}->a"
        if self.arrays and r.random() < 0.5:
            if self.has_array and r.random() < 0.3:
                return f"g[{r.choice(self.numbers)} & 3]"
            index = r.choice(["0", "1", f"{r.choice(self.numbers)} & 1"])
            return f"{r.choice(self.arrays)}[{index}]"
        return r.choice(self.numbers)

    def leaf(self):
        if self.rng.random() < 0.25:
            return str(self.rng.randrange(-3, 8))
        return self.place()

    def expression(self, depth=2):
        r = self.rng
        if depth == 0 or r.random() < 0.3:
            return self.leaf()
        a, b = (self.expression(depth - 1) for _ in range(2))
        kind = r.randrange(7)
        if kind < 3:
            return f"({a} {r.choice('+-')} {b})"
        if kind == 3:
            return f"({a} & {r.choice([1, 3, 7, 15])})"
        if kind == 4:
            return f"({a} {r.choice(['^', '|'])} {b})"
        return f"({self.condition()} ? {a} : {b})"

    def condition(self):
        r = self.rng
        if self.records and r.random() < 0.1:
            return f"{r.choice(self.records)}->up != 0"
        if len(self.arrays) > 1 and r.random() < 0.1:
            return f"{self.arrays[0]} == {r.choice(self.arrays)}"
        op = r.choice(["<", "<=", "==", "!=", ">"])
        return f"{self.leaf()} {op} {self.leaf()}"

    # -- functions -------------------------------------------------------------

    def can_call(self, f):
        return (("q" not in self.kinds[f] or self.arrays) and
                (not set("sv") & set(self.kinds[f]) or self.records))

    def argument(self, kind):
        r = self.rng
        if kind == "i":
            return self.expression(1)
        if kind == "s":
            return r.choice(self.records)
        if kind == "v":
            return "*" + r.choice(self.records)
        if self.has_choice and r.random() < 0.3:
            return (f"choose({r.choice(self.numbers)} & 3, "
                    f"{r.choice(self.arrays)})")
        return r.choice(self.arrays)

    def call(self, smaller):
        f = self.rng.choice([f for f in range(self.functions)
                             if self.can_call(f)])
        args = [smaller] + [self.argument(k) for k in self.kinds[f][1:]]
        return f"f{f}({', '.join(args)})"

    def checkpoint(self):
        k = self.checkpoints
        self.checkpoints += 1
        return f"CHECKPOINT({k}, {self.expression(1)});"

    def statement(self, smaller, left):
        r = self.rng
        kind = r.randrange(10)
        can_call = any(self.can_call(f) for f in range(self.functions))
        if kind < 4 and left[0] > 0 and can_call:
            left[0] -= 1
            text = f"{self.place()} = {self.call(smaller)};"
            return text if kind else f"if ({self.condition()}) {text}"
        if kind == 4:
            return (f"for (int i = 0; i < ({self.leaf()} & 3); i++) "
                    f"{self.place()} += {self.leaf()};")
        if kind == 5 and self.checkpoints < 5:
            return self.checkpoint()
        if kind == 6 and self.records:
            s = r.choice(self.records)
            return f"if ({s}->up) {self.place()} = {s}->up->a;"
        return f"{self.place()} = {self.expression()};"

    def locals(self, records):
        """Declarations; what they declare is in scope from then on."""
        r = self.rng
        lines = []
        if r.random() < 0.5:
            lines.append(f"  int t[2] = {{{self.leaf()}, {self.leaf()}}};")
            self.arrays.append("t")
        if any(set("sv") & set(k) for k in self.kinds) and r.random() < 0.7:
            up = r.choice(records + ["0"]) if r.random() < 0.3 else "0"
            lines.append(f"  struct s l = {{{self.leaf()}, {{{self.leaf()}, "
                         f"{self.leaf()}}}, {up}}};")
            self.records.append("(&l)")
            self.arrays.append("l.t")
        if any("q" in k for k in self.kinds) and r.random() < 0.1:
            lines.append("  int *h = malloc(2 * sizeof *h);")
            lines.append(f"  h[0] = {self.leaf()}, h[1] = {self.leaf()};")
            self.arrays.append("h")
        return lines

    def parameters(self, f):
        names, declared = {"i": [], "q": [], "s": [], "v": []}, []
        types = {"i": "int p", "q": "int *q", "s": "struct s *s",
                 "v": "struct s v"}
        for k, kind in enumerate(self.kinds[f]):
            declared.append(f"{types[kind]}{k}")
            names[kind].append(f"{types[kind].split('*')[-1].split()[-1]}{k}")
        return names, ", ".join(declared)

    def function(self, f):
        r = self.rng
        names, declared = self.parameters(f)
        own = [f"(&{v})" for v in names["v"]] # copies
        self.scope(names["i"], names["q"], names["s"] + own)
        lines = [f"int f{f}({declared}) {{"]
        lines.append(f"  int a = {self.leaf()};")
        self.numbers.append("a")
        lines.append(f"  if (p0 <= {r.randrange(0, 2)})")
        lines.append(f"    return {self.expression(1)};")
        lines += self.locals(names["s"])
        left = [r.choice([1, 1, 2])]
        smaller = r.choice(["p0 - 1", "p0 - 1", "p0 - 2", "p0 / 2"])
        # The first parameter stays as it is.
        count = self.numbers.count("p0")
        for _ in range(r.randrange(1, 5)):
            text = self.statement(smaller, left)
            while text.startswith("p0 =") or "p0 +=" in text or \
                    ") p0 =" in text:
                text = f"a = {self.expression()};"
            lines.append("  " + text)
        if r.randrange(3) == 0 and left[0] > 0 and self.can_call(f):
            lines.append(f"  return {self.call(smaller)};")
        else:
            lines.append(f"  return {self.expression()};")
        lines.append("}")
        return "\n".join(lines)

    def program(self):
        r = self.rng
        lines = []
        if self.has_array:
            lines.append("int g[4];")
        if self.has_record:
            lines.append("struct s gs;")
        for f in range(self.functions):
            lines.append(f"int f{f}({self.parameters(f)[1]});")
        if self.has_choice:
            other = "g" if self.has_array else "q"
            lines.append("int *choose(int n, int *q) {\n"
                         "  if (n <= 0)\n    return q;\n"
                         f"  int *r = choose(n - 1, n == 2 ? {other} : q);\n"
                         "  return r;\n}")
        lines += [self.function(f) for f in range(self.functions)]
        self.scope(["x", "y"], [], [])
        lines.append("int main(void) {")
        lines.append("  int x = __VERIFIER_nondet_uchar(), y = 1;")
        lines.append(f"  x &= {r.choice([3, 7])};")
        if any("q" in k for k in self.kinds):
            lines.append("  int m[2] = {x, 0};")
            self.arrays.append("m")
        if any(set("sv") & set(k) for k in self.kinds):
            lines.append("  struct s k = {x, {1, 2}, 0};")
            self.records.append("(&k)")
        self.numbers.remove("x")
        for _ in range(r.randrange(1, 3)):
            lines.append(f"  y = {self.call('x')};")
            lines.append("  " + self.checkpoint())
        lines.append("  return 0;")
        lines.append("}")
        return TYPES + "\n".join(lines) + "\n"
