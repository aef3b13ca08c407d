# ===- randomfloat.py - Seeded random C programs about floats --------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Short C programs that compute with float, double and long double. Inputs
are special values, small fractions, or bit patterns. The results come out as
comparisons, classes, integers, and as bits where these are determined. A
quarter of the programs change the rounding mode."""

import random

PROLOGUE = """\
#include <fenv.h>
#include <math.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);
void reach_error(void);

static float float_of(unsigned bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
static double double_of(unsigned long long bits) {
  union { unsigned long long bits; double x; } u = {bits};
  return u.x;
}
static int bits_of(float x) {
  int bits;
  memcpy(&bits, &x, sizeof x);
  return x != x ? 1 : bits;
}
static long long bits_of_double(double x) {
  union { double x; long long bits; } u = {x};
  return x != x ? 1 : u.bits;
}

"""

TYPES = ["float", "float", "float", "double", "double", "long double"]
SUFFIX = {"float": "f", "double": "", "long double": "l"}
ONE = ["fabs", "floor", "ceil", "trunc", "round", "rint", "nearbyint", "sqrt"]
TWO = ["fmin", "fmax", "copysign", "fdim"]
SPECIAL = ["0.0", "1.0", "0.1", "0.5", "3.0", "-2.5", "1e10", "1e-10", "7.0",
           "16777216.0", "1e38", "1e-40", "0x1p-1074", "INFINITY", "NAN",
           "0x1.fffffep127", "4294967295.0", "-0.0", "1e308", "255.5"]
MODES = ["FE_TONEAREST", "FE_DOWNWARD", "FE_UPWARD", "FE_TOWARDZERO"]


class Program:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines, self.depth = [], 1
        self.vars = []  # (name, type)
        self.ints = ["n"]
        self.checkpoints = 0
        self.heavy = 0  # operations that cost solvers much
        self.changes_mode = random.Random(f"mode {seed}").randrange(4) == 0
        self.text = self.program()

    def chance(self, percent):
        return self.r.randrange(100) < percent

    def emit(self, text):
        self.lines.append("  " * self.depth + text)

    def literal(self, type):
        text = self.r.choice(SPECIAL) if self.chance(50) else \
            str(self.r.randrange(-40, 41) / self.r.choice([1, 2, 4, 10]))
        return f"(({type}){text})"

    def variable(self, type=None):
        fit = [n for n, t in self.vars if type in (None, t)]
        return self.r.choice(fit) if fit else None

    def expr(self, type, depth=2):
        suffix = SUFFIX[type]
        if depth == 0 or self.chance(20):
            found = self.variable(type)
            if found and self.chance(75):
                return found
            return self.literal(type) if self.chance(75) else \
                f"(({type}){self.r.choice(self.ints)})"
        kind = self.r.randrange(20)
        if kind < 9:
            op = self.r.choice("+-+-*/")
            if op in "*/" or type != "float":
                self.heavy += 1
                if self.heavy > 5:
                    op = "+"
            return (f"({self.expr(type, depth - 1)} {op} "
                    f"{self.expr(type, depth - 1)})")
        if kind < 12:
            f = self.r.choice(ONE)
            if f == "sqrt":
                self.heavy += 2
            return f"{f}{suffix}({self.expr(type, depth - 1)})"
        if kind < 14:
            f = self.r.choice(TWO)
            return (f"{f}{suffix}({self.expr(type, depth - 1)}, "
                    f"{self.expr(type, depth - 1)})")
        if kind < 17:
            other = self.r.choice(TYPES)
            return f"(({type}){self.expr(other, depth - 1)})"
        if kind < 18:
            return f"(-{self.expr(type, depth - 1)})"
        if kind < 19:
            return (f"({self.condition()} ? {self.expr(type, depth - 1)} : "
                    f"{self.expr(type, depth - 1)})")
        self.heavy += 3
        return (f"fma{suffix}({self.expr(type, 0)}, {self.expr(type, 0)}, "
                f"{self.expr(type, 0)})")

    def condition(self):
        type = self.r.choice(TYPES)
        if self.chance(15):
            f = self.r.choice(["isnan", "isinf", "isfinite", "isnormal"])
            return f"{f}({self.expr(type, 0)})"
        op = self.r.choice(["<", "<=", ">", ">=", "==", "!="])
        return f"({self.expr(type, 1)} {op} {self.expr(type, 1)})"

    def result(self):
        """An integer that depends on some number."""
        name, type = self.r.choice(self.vars)
        kind = self.r.randrange(8)
        if kind == 0:
            return f"{self.condition()} + 2 * ({name} < 1)"
        if kind == 1:
            return (f"fpclassify({name}) + 8 * "
                    f"({name} == {name} && signbit({name}))")
        if kind == 2:
            return (f"({name} > -1000000 && {name} < 1000000 ? "
                    f"(int){name} : 7777777)")
        if kind == 3:
            return (f"({name} > -0.5 && {name} < 250 ? "
                    f"(unsigned char){name} : 300)")
        if kind == 4 and self.chance(30):
            return f"(int){name}"
        if kind == 4 and self.chance(20):
            return f"(signbit({name}) != 0)"
        if kind == 5:
            return (f"(fabs{SUFFIX[type]}({name}) < 1e9 ? "
                    f"lrint{SUFFIX[type]}({name}) : -1)")
        if type == "float":
            return f"bits_of({name})"
        return f"bits_of_double((double){name})"

    def checkpoint(self):
        self.emit(f"CHECKPOINT({self.checkpoints}, {self.result()});")
        self.checkpoints += 1

    def input(self):
        kind = self.r.randrange(6)
        if kind == 0:
            return ("float", "float_of((unsigned)__VERIFIER_nondet_uchar() << "
                    f"{self.r.randrange(25)} | "
                    f"{self.r.choice([0, 0x3f800000, 0x7f800000, 0x4b000000])}u)")
        if kind == 1:
            return ("double", "double_of((unsigned long long)"
                    "__VERIFIER_nondet_uchar() << "
                    f"{self.r.randrange(57)} | "
                    f"{self.r.choice(['0', '0x3ff0000000000000', '0x7ff0000000000000'])}ull)")
        if kind == 2:
            type = self.r.choice(TYPES)
            return (type, f"__VERIFIER_nondet_bool() ? {self.literal(type)} "
                    f": {self.literal(type)}")
        type = self.r.choice(TYPES)
        by = self.r.choice([1, 2, 3, 4, 10, 64])
        return (type, f"({type})((int)__VERIFIER_nondet_uchar() - 128) / {by}")

    def mode(self):
        if self.changes_mode and self.chance(40):
            kind = self.r.randrange(5)
            mode = self.r.choice(MODES)
            self.emit("n = fegetround();" if kind == 0 else
                      f"if (n & 1) fesetround({mode});" if kind == 1 else
                      f"fesetround({mode});")

    def statement(self, nested=False):
        self.mode()
        kind = self.r.randrange(10)
        name, type = self.r.choice(self.vars)
        if kind < 4:
            self.emit(f"{name} = {self.expr(type)};")
        elif kind < 5:
            self.emit(f"{name} {self.r.choice('+-*/')}= {self.expr(type, 1)};")
            self.heavy += 1
        elif kind < 6:
            self.emit(f"a[{self.r.choice(['0', '1', 'n & 3'])}] = "
                      f"{self.expr('float', 1)};")
        elif kind < 7:
            self.emit(f"{name} = a[{self.r.choice(['0', '1', '2', 'n & 3'])}];")
        elif nested or kind < 8:
            self.emit(f"n = {self.result()};")
        elif kind < 9:
            self.emit(f"if ({self.condition()}) {{")
            self.body(2)
            if self.chance(50):
                self.emit("} else {")
                self.body(1)
            self.emit("}")
        else:
            self.names += 1
            i = f"i{self.names}"
            self.emit(f"for (int {i} = 0; {i} < {self.r.randrange(2, 4)}; "
                      f"++{i}) {{")
            self.body(2)
            self.emit("}")

    def body(self, count):
        self.depth += 1
        for _ in range(self.r.randrange(1, count + 1)):
            self.statement(nested=True)
        self.depth -= 1

    def program(self):
        self.names = 0
        if self.changes_mode and self.chance(50):
            self.lines.append("#pragma STDC FENV_ACCESS ON")
        self.emit("int n = 0;")
        self.emit("float a[4] = {0.5f, 1, 2, 1e30f};")
        for i in range(self.r.randrange(1, 3)):
            type, text = self.input()
            self.emit(f"{type} x{i} = {text};")
            self.vars.append((f"x{i}", type))
        for i in range(self.r.randrange(0, 3)):
            type = self.r.choice(TYPES)
            self.emit(f"{type} y{i} = {self.expr(type)};")
            self.vars.append((f"y{i}", type))
        for _ in range(self.r.randrange(1, 6)):
            self.statement()
        for _ in range(self.r.randrange(1, 4)):
            self.checkpoint()
        return ("int main(void) {\n" + "\n".join(self.lines) +
                "\n  return 0;\n}\n")

    def reset_function(self):
        return "void reset_globals(void) { fesetround(FE_TONEAREST); }\n"
