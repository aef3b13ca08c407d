# ===- randomc.py - Seeded random C programs -------------------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""C programs that always end and whose every run is defined under
-fwrapv: shift amounts are masked, divisors are small and positive, functions
with effects are called by statements only, loops count, indices are masked and
pointers point to something of their type. Most are about scalars only.

A program has checkpoints instead of assertions:  CHECKPOINT(k, expression).
The caller first learns which values the expression takes, over all inputs,
and then turns the checkpoint into an assertion that holds or just fails.
"""

import random

# name, bits, signed
TYPES = {
    "_Bool": (1, False),
    "char": (8, True),
    "signed char": (8, True),
    "unsigned char": (8, False),
    "short": (16, True),
    "unsigned short": (16, False),
    "int": (32, True),
    "unsigned": (32, False),
    "long": (64, True),
    "long long": (64, True),
    "unsigned long long": (64, False),
}
COMMON_TYPES = ["int", "int", "unsigned", "unsigned char", "char", "short",
                "long long"]
ARITHMETIC = ["+", "-", "*", "&", "|", "^"]
COMPARISONS = ["==", "!=", "<", "<=", ">", ">="]


class Generator:
    # How many there are of each: ranges. Statements are counted with those inside of
    # others; from there on there are assignments only.
    FUNCTIONS, DECLARATIONS = range(0, 3), range(1, 4)
    STATEMENTS, ALL_STATEMENTS = range(3, 8), range(6, 18)

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines = []
        self.depth = 1
        self.names = 0
        self.scopes = []  # lists of (name, type)
        self.arrays = [[]]  # lists of (name, type, size), as scopes
        self.pointers = [[]]  # lists of (name, type pointed to)
        self.use_arrays = self.chance(25)
        self.use_pointers = self.chance(25)
        self.readonly = set()  # loop counters
        self.functions = []  # (name, result type, parameter types)
        self.globals = []  # (lvalue, initial value)
        self.checkpoints = 0
        self.loops = 0  # nesting
        self.may_break = False
        self.statements_left = 0

    # -- text ---------------------------------------------------------------

    def emit(self, text):
        self.lines.append("  " * self.depth + text)

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def chance(self, percent):
        return self.r.randrange(100) < percent

    # -- expressions --------------------------------------------------------

    def variables(self):
        return [v for scope in self.scopes for v in scope]

    def some_type(self):
        return self.r.choice(COMMON_TYPES if self.chance(80) else list(TYPES))

    def constant(self):
        kind = self.r.randrange(10)
        if kind < 6:
            return str(self.r.randrange(0, 12))
        if kind < 8:
            return str(self.r.choice([15, 16, 31, 63, 64, 100, 127, 128, 255]))
        if kind < 9:
            return str(self.r.choice(["-1", "-2", "-7", "0x7fff", "0xffff",
                                      "0x7fffffff", "0x80000000u",
                                      "(-0x7fffffff - 1)", "1000LL << 20"]))
        return f"{self.r.randrange(0, 300)}u"

    def element(self):
        """An element of some array, or nothing."""
        arrays = [a for scope in self.arrays for a in scope]
        if not arrays:
            return None
        name, _, size = self.r.choice(arrays)
        if self.chance(30):
            return f"{name}[{self.r.randrange(size)}]"
        names = self.variables()
        index = self.r.choice(names)[0] if names else "0"
        return f"{name}[{index} & {size - 1}]"

    def pointee(self):
        pointers = [p for scope in self.pointers for p in scope]
        return f"(*{self.r.choice(pointers)[0]})" if pointers else None

    def place(self):
        """Something in memory, or nothing."""
        return self.element() if self.chance(60) else self.pointee()

    def atom(self):
        if self.chance(20) and (self.use_arrays or self.use_pointers):
            if found := self.place():
                return found
        names = self.variables()
        if names and self.chance(75):
            return self.r.choice(names)[0]
        return f"({self.constant()})"

    def expression(self, depth=3):
        if depth == 0 or self.chance(15):
            return self.atom()
        kind = self.r.randrange(20)
        a = self.expression(depth - 1)
        if kind < 8:
            op = self.r.choice(ARITHMETIC)
            return f"({a} {op} {self.expression(depth - 1)})"
        if kind < 10:
            return f"({a} {self.r.choice(COMPARISONS)} " \
                   f"{self.expression(depth - 1)})"
        if kind < 11:
            b = self.expression(depth - 1)
            return f"({a} {self.r.choice(['&&', '||'])} {b})"
        if kind < 13:
            op = self.r.choice(["<<", ">>"])
            if self.chance(50):
                return f"({a} {op} {self.r.randrange(0, 8)})"
            mask = self.r.choice([3, 7, 31])
            return f"((int){a} {op} ({self.expression(depth - 1)} & {mask}))"
        if kind < 15:
            op = self.r.choice(["/", "%"])
            if self.chance(60):
                return f"({a} {op} {self.r.choice([2, 3, 5, 7, 10, 16])})"
            # A divisor of the type int, to keep division signed.
            b = self.expression(depth - 1)
            return f"({a} {op} (int)(({b} & 7) | 1))"
        if kind < 17:
            return f"({self.r.choice(['-', '~', '!', '+'])}{a})"
        if kind < 18:
            b, c = self.expression(depth - 1), self.expression(depth - 1)
            return f"({a} ? {b} : {c})"
        return f"(({self.some_type()}){a})"

    def condition(self):
        if self.chance(60):
            return f"{self.expression(1)} {self.r.choice(COMPARISONS)} " \
                   f"{self.expression(1)}"
        return self.expression(2)

    # -- statements ---------------------------------------------------------

    def assignable(self):
        return [v for v in self.variables() if v[0] not in self.readonly]

    def declare_array(self):
        ctype, name = self.some_type(), self.fresh("a")
        size = self.r.choice([2, 4, 8])
        values = ", ".join(self.expression(1)
                           for _ in range(self.r.randrange(1, size + 1)))
        self.emit(f"{ctype} {name}[{size}] = {{{values}}};")
        self.arrays[-1].append((name, ctype, size))

    def declare_pointer(self):
        """To one of two variables of one type, or into an array."""
        by_type = {}
        for name, ctype in self.assignable():
            by_type.setdefault(ctype, []).append(f"&{name}")
        for scope in self.arrays:
            for name, ctype, size in scope:
                by_type.setdefault(ctype, []).append(
                    f"&{name}[{self.r.randrange(size)}]")
        if not by_type:
            return self.declare()
        ctype = self.r.choice(sorted(by_type))
        a, b = self.r.choice(by_type[ctype]), self.r.choice(by_type[ctype])
        name = self.fresh("q")
        self.emit(f"{ctype} *{name} = {self.condition()} ? {a} : {b};")
        self.pointers[-1].append((name, ctype))

    def declare(self, initial=None):
        if self.use_arrays and self.chance(25):
            return self.declare_array()
        ctype, name = self.some_type(), self.fresh("v")
        self.emit(f"{ctype} {name} = {initial or self.expression(2)};")
        self.scopes[-1].append((name, ctype))

    def assignment(self):
        targets = self.assignable()
        if not targets:
            return self.declare()
        name, ctype = self.r.choice(targets)
        if self.chance(30) and (self.use_arrays or self.use_pointers):
            if found := self.place():
                op = self.r.choice(ARITHMETIC + ["", ""])
                return self.emit(f"{found} {op}= {self.expression(2)};")
        kind = self.r.randrange(10)
        if kind < 5:
            self.emit(f"{name} = {self.expression()};")
        elif kind < 8:
            op = self.r.choice(ARITHMETIC)
            self.emit(f"{name} {op}= {self.expression(2)};")
        else:
            self.emit(f"{name}{self.r.choice(['++', '--'])};"
                      if ctype != "_Bool" else f"{name} = !{name};")

    def call(self):
        if not self.functions:
            return self.assignment()
        name, result, params = self.r.choice(self.functions)
        args = ", ".join(self.expression(2) for _ in params)
        targets = self.assignable()
        if targets and result != "void":
            self.emit(f"{self.r.choice(targets)[0]} = {name}({args});")
        else:
            self.emit(f"{name}({args});")

    def block(self, size):
        self.depth += 1
        for scope in (self.scopes, self.arrays, self.pointers):
            scope.append([])
        for _ in range(size):
            self.statement()
        for scope in (self.scopes, self.arrays, self.pointers):
            scope.pop()
        self.depth -= 1

    def branch(self):
        self.emit(f"if ({self.condition()}) {{")
        self.block(self.r.randrange(1, 4))
        if self.chance(50):
            self.emit("} else {")
            self.block(self.r.randrange(1, 3))
        self.emit("}")

    def switch(self):
        mask = self.r.choice([3, 7])
        self.emit(f"switch ({self.expression(1)} & {mask}) {{")
        saved, self.may_break = self.may_break, False
        for value in self.r.sample(range(mask + 1), self.r.randrange(1, 4)):
            self.emit(f"case {value}: {{")
            self.block(self.r.randrange(1, 3))
            self.emit("}")
            if self.chance(75):  # else fall through
                self.emit("break;")
        if self.chance(50):
            self.emit("default: {")
            self.block(1)
            self.emit("}")
        self.may_break = saved
        self.emit("}")

    def loop(self):
        if self.loops >= 2:
            return self.assignment()
        counter, bound = self.fresh("i"), self.r.randrange(1, 7)
        ctype = self.r.choice(["int", "unsigned", "unsigned char", "short"])
        saved = self.may_break
        self.loops += 1
        self.may_break = True
        self.readonly.add(counter)
        kind = self.r.randrange(4)
        if kind == 0 and self.loops == 1:
            # Until an 8-bit counter wraps around.
            step = self.r.choice([16, 32, 51, 85])
            self.emit(f"unsigned char {counter} = {step};")
            self.scopes[-1].append((counter, "unsigned char"))
            self.emit(f"while ({counter} >= {step}) {{")
            self.emit(f"  {counter} += {step};")
        elif kind == 1:
            self.emit(f"{ctype} {counter} = {bound};")
            self.scopes[-1].append((counter, ctype))
            self.emit(f"while ({counter}-- > 0 && ({self.condition()})) {{")
        elif kind == 2:
            self.emit(f"{ctype} {counter} = 0;")
            self.scopes[-1].append((counter, ctype))
            self.emit("do {")
            self.emit(f"  {counter}++;")
        else:
            self.emit(f"{ctype} {counter};")
            self.scopes[-1].append((counter, ctype))
            step = self.r.choice(["++", " += 2"])
            self.emit(f"for ({counter} = 0; {counter} < {bound}; "
                      f"{counter}{step}) {{")
        self.block(self.r.randrange(1, 4))
        self.emit("}" if kind != 2 else
                  f"}} while ({counter} < {bound} && ({self.condition()}));")
        self.loops -= 1
        self.may_break = saved

    def backward_goto(self):
        if self.loops >= 1:
            return self.assignment()
        fuel, label = self.fresh("i"), self.fresh("again")
        self.emit(f"int {fuel} = {self.r.randrange(1, 5)};")
        self.scopes[-1].append((fuel, "int"))
        self.readonly.add(fuel)
        self.loops += 1
        saved, self.may_break = self.may_break, False
        self.emit(f"{label}:;")
        self.block(self.r.randrange(1, 3))
        self.may_break = saved
        self.loops -= 1
        self.emit(f"if ({fuel}-- > 0 && ({self.condition()}))")
        self.emit(f"  goto {label};")

    def forward_goto(self):
        label = self.fresh("skip")
        self.emit(f"if ({self.condition()})")
        self.emit(f"  goto {label};")
        self.block(self.r.randrange(1, 3))
        self.emit(f"{label}:;")

    def checkpoint(self):
        names = self.variables()
        kind = self.r.randrange(3)
        if kind == 0 or not names:
            text = self.expression(2)
        elif kind == 1:
            text = self.r.choice(names)[0]
        else:
            a, b = self.r.choice(names)[0], self.r.choice(names)[0]
            text = f"{a} {self.r.choice(ARITHMETIC)} {b}"
        self.emit(f"CHECKPOINT({self.checkpoints}, {text});")
        self.checkpoints += 1

    def statement(self):
        self.statements_left -= 1
        if self.statements_left < 0:
            return self.assignment()
        kind = self.r.randrange(100)
        if kind < 35:
            self.assignment()
        elif kind < 45:
            if self.use_pointers and self.chance(40):
                self.declare_pointer()
            else:
                self.declare()
        elif kind < 60:
            self.branch()
        elif kind < 75:
            self.loop()
        elif kind < 80:
            self.switch()
        elif kind < 87:
            self.call()
        elif kind < 89:
            self.backward_goto()
        elif kind < 92:
            self.forward_goto()
        elif kind < 95 and self.may_break:
            self.emit(f"if ({self.condition()})")
            self.emit("  " + self.r.choice(["break;", "continue;"]))
        else:
            self.checkpoint()

    # -- the program --------------------------------------------------------

    def function(self):
        name = self.fresh("f")
        result = self.r.choice(["void", self.some_type()])
        params = [(self.fresh("p"), self.some_type())
                  for _ in range(self.r.randrange(0, 3))]
        inner = ", ".join(f"{t} {n}" for n, t in params) or "void"
        self.depth = 0
        self.emit(f"{self.r.choice(['', 'static '])}{result} {name}({inner}) {{")
        self.scopes.append(list(params))
        # Loops in functions count as one level: calls may be in loops.
        self.loops, self.statements_left = 1, 4
        self.block(self.r.randrange(1, 4))
        if result != "void":
            self.depth = 1
            self.emit(f"return {self.expression(2)};")
        self.scopes.pop()
        self.depth = 0
        self.emit("}")
        self.emit("")
        self.loops = 0
        self.functions.append((name, result, [t for _, t in params]))

    def inputs(self):
        """Twelve bits at most, of which two bytes count twelve."""
        for _ in range(self.r.randrange(0, 3)):
            name = self.fresh("n")
            self.emit(f"_Bool {name} = __VERIFIER_nondet_bool();")
            self.scopes[-1].append((name, "_Bool"))
        for _ in range(self.r.randrange(0, 3)):
            name = self.fresh("n")
            mask = self.r.choice([3, 7, 15, 31, 0])
            ctype = self.r.choice(["unsigned char", "int", "unsigned"])
            suffix = f" & {mask}" if mask and self.chance(50) else ""
            self.emit(f"{ctype} {name} = __VERIFIER_nondet_uchar(){suffix};")
            if mask and not suffix:
                self.emit(f"__VERIFIER_assume({name} <= {mask});")
            self.scopes[-1].append((name, ctype))

    def program(self):
        self.depth = 0
        self.scopes = [[]]
        for _ in range(self.r.randrange(0, 4)):
            ctype, name = self.some_type(), self.fresh("g")
            value = self.r.randrange(0, 20)
            self.emit(f"{self.r.choice(['', 'static '])}{ctype} {name} = "
                      f"{value};")
            self.globals.append((name, value))
            self.scopes[0].append((name, ctype))
        if self.use_arrays and self.chance(50):
            ctype, name = self.some_type(), self.fresh("g")
            size = self.r.choice([2, 4])
            self.emit(f"{ctype} {name}[{size}];")
            self.arrays[0].append((name, ctype, size))
            self.globals += [(f"{name}[{i}]", 0) for i in range(size)]
        self.emit("")
        for _ in range(self.r.choice(self.FUNCTIONS)):
            self.function()
        self.emit("int main(void) {")
        self.depth = 1
        self.scopes.append([])
        self.inputs()
        for _ in range(self.r.choice(self.DECLARATIONS)):
            self.declare()
        self.statements_left = self.r.choice(self.ALL_STATEMENTS)
        for _ in range(self.r.choice(self.STATEMENTS)):
            self.statement()
        if self.checkpoints == 0 or self.chance(60):
            self.checkpoint()
        self.emit("return 0;")
        self.depth = 0
        self.emit("}")
        return "\n".join(self.lines) + "\n"


PROLOGUE = """\
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

"""


class Program:
    """The text follows the PROLOGUE and a definition of CHECKPOINT."""

    GENERATOR = Generator

    def __init__(self, seed):
        g = self.GENERATOR(seed)
        self.text = g.program()
        self.checkpoints = g.checkpoints
        self.globals = g.globals

    def reset_function(self):
        """A function that gives the globals their initial values again."""
        lines = [f"  {name} = {value};" for name, value in self.globals]
        return "\n".join(["void reset_globals(void) {"] + lines + ["}", ""])
