#!/usr/bin/env python3
"""Writes a random C program to standard output: random-program.py <seed>.

Made to be sliced: much of what it computes matters for no error. It reads
nothing that is not initialized and divides by nothing that may be zero. Loops
are bounded, but for a few that may be endless.
"""
import random
import sys


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.depth, self.names = [], 0, 0
        self.globals = [f"G{i}" for i in range(self.random.randint(2, 5))]
        self.functions = []  # (name, number of parameters)
        self.locals, self.current = [], None

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def lvalue(self):
        kind = self.random.randrange(10)
        if kind < 5 and self.assignable:
            return self.random.choice(self.assignable)
        if kind < 6:
            return f"Array[{self.expression(1)} & 3]"
        if kind < 7:
            return self.random.choice(["State.A", "State.B", "Other.A"])
        return self.random.choice(self.globals)

    def expression(self, depth=2):
        kind = self.random.randrange(12)
        if depth == 0 or kind < 2:
            return str(self.random.choice([0, 1, 2, 3, 5, 7, 100, -1]))
        if kind < 5 and self.locals:
            return self.random.choice(self.locals)
        if kind < 7:
            return self.lvalue()
        if kind == 7:
            key = self.random.choice(self.locals + ["0"])
            return f"__VERIFIER_nondet_{self.random.randrange(8)}({key})"
        left, right = self.expression(depth - 1), self.expression(depth - 1)
        operator = self.random.choice(
            ["+", "-", "*", "&", "^", "|", "<", "==", "!=", ">", "&&", "||",
             "/", "%", "<<"])
        if operator in "/%":
            return f"(int)((unsigned)({left}) {operator} (({right}) & 7 | 1))"
        if operator == "<<":
            return f"(int)((unsigned)({left}) << (({right}) & 31))"
        return f"(({left}) {operator} ({right}))"

    def condition(self):
        return f"({self.expression(1)} & 7) {self.random.choice(['==', '<', '!='])} {self.random.randrange(6)}"

    def block(self, size):
        self.depth += 1
        known, writable = len(self.locals), len(self.assignable)
        for _ in range(self.random.randint(1, 2 * size - 1)):
            self.statement(size - 1)
        del self.locals[known:], self.assignable[writable:]
        self.depth -= 1

    def statement(self, size):
        kind = self.random.randrange(32)
        if size < 1 or kind < 7:
            self.line(f"{self.lvalue()} = {self.expression()};")
        elif kind < 11:
            name = self.fresh("L")
            self.line(f"int {name} = {self.expression()};")
            self.locals.append(name)
            self.assignable.append(name)
        elif kind < 16:
            self.line(f"if ({self.condition()}) {{")
            self.block(size)
            if self.chance(50):
                self.line("} else {")
                self.block(size)
            self.line("}")
        elif kind < 19:
            self.loop(size)
        elif kind < 21:
            self.line(f"switch ({self.expression(1)} & 3) {{")
            for case in range(self.random.randint(1, 3)):
                self.line(f"case {case}: {{")
                self.block(size)
                self.line("}" + (" break;" if self.chance(60) else ""))
            self.line("}")
        elif kind < 25:
            self.call()
        elif kind < 27:
            self.line(f"if ({self.condition()} && {self.condition()}) reach_error();")
        elif kind < 28:
            self.line(f"__VERIFIER_assume({self.expression(1)} != 3);")
        elif kind < 29:
            self.line(f"if ({self.condition()} && {self.condition()}) "
                      + self.random.choice(["abort();", "exit(3);"]))
        elif self.chance(10):
            self.line(f"while ({self.condition()});")
        elif kind > 29:
            self.line(f"if ({self.condition()} && {self.condition()}) reach_error();")
        else:
            self.line(f"if ({self.condition()}) return {self.expression()};")

    def loop(self, size):
        name = self.fresh("I")
        bound = self.random.choice(["3", "5", self.expression(1) + " & 7"])
        self.line(f"for (int {name} = 0; {name} < ({bound}); {name}++) {{")
        self.locals.append(name)
        self.block(size)
        if self.chance(30):
            self.line(f"  if ({self.condition()}) "
                      + self.random.choice(["break;", "continue;"]))
        self.locals.remove(name)
        self.line("}")

    def call(self):
        if not self.functions:
            return
        name, count = self.random.choice(self.functions)
        arguments = [self.expression(1) for _ in range(count)]
        target = self.random.choice(self.assignable or self.globals)
        arguments.append("&" + (target if self.chance(80) else "G0"))
        self.line(f"{self.lvalue()} = {name}({', '.join(arguments)});"
                  if self.chance(60) else f"{name}({', '.join(arguments)});")

    def function(self, name, count):
        self.locals = [f"P{i}" for i in range(count)]
        self.assignable = list(self.locals)
        parameters = [f"int {p}" for p in self.locals] + ["int *Out"]
        header = "int main(void)"
        if name == "main":
            self.locals, self.assignable = [], []
        else:
            header = f"static int {name}({', '.join(parameters)})"
        self.line(header + " {")
        if name != "main" and self.chance(15):
            # Recursion that ends.
            args = ", ".join(["P0 & 3"] + self.locals[1:] + ["Out"])
            self.line("  static int Depth;")
            self.line(f"  if (P0 > 0 && Depth++ < 5) {name}({args});")
        self.block(4)
        if name != "main" and self.chance(60):
            self.line(f"  *Out = {self.expression()};")
        self.line(f"  return ({self.expression()}) & 63;")
        self.line("}")

    def program(self):
        for i in range(8):
            self.line(f"extern int __VERIFIER_nondet_{i}(int);")
        self.line("extern void reach_error(void), abort(void), exit(int);")
        self.line("extern void __VERIFIER_assume(int);")
        for name in self.globals:
            self.line(f"static int {name} = {self.random.randrange(4)};")
        self.line("static int Array[4]; static struct { int A; short B; } "
                  "State, Other = {1, 2};")
        for _ in range(self.random.randint(1, 4)):
            name, count = self.fresh("f"), self.random.randint(1, 3)
            self.function(name, count)
            self.functions.append((name, count))
        self.function("main", 0)
        return "\n".join(self.lines)


print(Generator(int(sys.argv[1])).program())
