# ===- randomscopes.py - Random C programs about when objects end ---------===#
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Programs that keep pointers to locals of blocks, compound literals, variable
length arrays, structures that are passed and returned by value, temporaries and
locals of frames that longjmp leaves, in loops, switches, and around gotos, and
use them later, now and then too late. An interpreter of our own, which knows
nothing of clang, says on which line a run first uses what has ended."""

import random

POINTERS = 3
PROLOGUE = """#include <setjmp.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct s { int v, a[3]; };
struct big { long pad[4]; int a[3]; };
static int total, left, in;
static jmp_buf jump;
"""


class Dead(Exception):
    """A run used what has ended, on a line."""


class Leave(Exception):
    """Control goes to where someone waits for it."""

    def __init__(self, where):
        self.where = where


class Cut(Exception):
    """A run takes too long."""


class State:
    """One run: which objects there are, and where pointers lead."""

    def __init__(self, value):
        self.input = value
        self.alive = set()
        self.next = 0
        self.globals = [None] * POINTERS
        self.steps = 0
        self.left = 3

    def begin(self):
        self.next += 1
        self.alive.add(self.next)
        return self.next

    def end(self, objects):
        self.alive -= set(objects)

    def use(self, target, line):
        if target is not None and target not in self.alive:
            raise Dead(line)

    def tick(self):
        self.steps += 1
        if self.steps > 3000:
            raise Cut()


class Frame:
    """A call: where its names lead."""

    def __init__(self):
        self.names = {}


class Program:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.lines = []
        self.names = 0
        self.functions = []
        self.is_careful = self.rng.random() < 0.6
        self.has_jumps = self.rng.random() < 0.35
        self.text = self.program()

    # -- text ------------------------------------------------------------------

    def put(self, depth, text):
        self.lines.append("  " * depth + text)
        return len(self.lines)

    def name(self, kind):
        self.names += 1
        return f"{kind}{self.names}"

    def condition(self):
        """Its text, and whether it holds in a run."""
        r = self.rng
        kind, k = r.randrange(3), r.randrange(4)
        if kind == 0:
            return f"in == {k}", lambda s, f: s.input == k
        if kind == 1:
            return f"in != {k}", lambda s, f: s.input != k
        return f"in & {1 << (k & 1)}", lambda s, f: bool(s.input & (1 << (k & 1)))

    # Each statement writes its lines and returns what executes it. Visible are
    # the names of objects that can be pointed to, each with what its address is
    # called; loop says whether break and continue lead anywhere.

    def pointer(self):
        return self.rng.randrange(POINTERS)

    def use(self, depth, visible=()):
        """In careful programs, mostly of what was set just now."""
        p = self.pointer()
        first = self.assign(depth, p, visible) if self.is_careful else None
        line = self.put(depth, f"if (p{p}) total += *p{p};")

        def run(s, f):
            if first:
                first(s, f)
            s.use(s.globals[p], line)
        return run

    def assign(self, depth, p, visible):
        if self.rng.random() < 0.04:
            return None
        if not visible:
            return self.forget(depth, p)
        return self.keep(depth, visible, p)

    def write(self, depth):
        p = self.pointer()
        line = self.put(depth, f"if (p{p}) *p{p} = 3;")
        return lambda s, f: s.use(s.globals[p], line)

    def forget(self, depth, p=None):
        p = self.pointer() if p is None else p
        self.put(depth, f"p{p} = 0;")

        def run(s, f):
            s.globals[p] = None
        return run

    def keep(self, depth, visible, p=None):
        if not visible:
            return self.forget(depth)
        p = self.pointer() if p is None else p
        name, address = self.rng.choice(visible)
        self.put(depth, f"p{p} = {address};")

        def run(s, f):
            s.globals[p] = f.names[name]
        return run

    def declaration(self, depth, visible, objects):
        """Adds what is declared to visible; objects are the block's."""
        name = self.name("o")
        kind = self.rng.randrange(4)
        if kind == 0:
            self.put(depth, f"int {name} = in;")
            address = f"&{name}"
        elif kind == 1:
            self.put(depth, f"int {name}[2] = {{in, 1}};")
            address = f"{name} + 1"
        elif kind == 2:
            self.put(depth, f"struct s {name} = {{in, {{1, 2, 3}}}};")
            address = f"&{name}.a[1]"
        else:
            self.put(depth, f"int {name}[in + 2]; {name}[1] = 4;")
            address = f"&{name}[1]"
        visible.append((name, address))
        objects.append(name)

        def run(s, f):
            f.names[name] = s.begin()
        return run

    def literal(self, depth, objects):
        """A compound literal belongs to the block."""
        p, name = self.pointer(), self.name("l")
        objects.append(name)
        self.put(depth, self.rng.choice([
            f"p{p} = (int[]){{in, 2}};", f"p{p} = &(int){{in}};",
            f"p{p} = (struct s){{1, {{in, 2, 3}}}}.a;"]))

        def run(s, f):
            if f.names.get(name) not in s.alive:
                f.names[name] = s.begin()
            s.globals[p] = f.names[name]
        return run

    def temporary(self, depth):
        p = self.pointer()
        form = self.rng.randrange(3)
        if form == 0:
            self.put(depth, f"p{p} = make(in).a;")
        elif form == 1:
            self.put(depth, f"total += *(p{p} = make_big(in).a);")
        else:
            self.put(depth, f"if (*(p{p} = make(2).a) > 5) total++;")

        def run(s, f):
            gone = s.begin()
            s.end([gone])
            s.globals[p] = gone
        return run

    def by_value(self, depth):
        p = self.pointer()
        self.put(depth, self.rng.choice([
            f"total += take(&p{p}, (struct s){{2}});",
            f"total += take_big(&p{p}, (struct big){{{{1}}}});",
            f"{{ struct s r = give(&p{p}); total += r.v; }}"]))

        def run(s, f):
            gone = s.begin()
            s.end([gone])
            s.globals[p] = gone
        return run

    def call(self, depth):
        if not self.functions:
            return self.use(depth)
        name, body = self.rng.choice(self.functions)
        self.put(depth, f"{name}();")
        return lambda s, f: body(s, Frame())

    def jump(self, depth):
        if not self.has_jumps:
            return self.use(depth)
        text, holds = self.condition()
        self.put(depth, f"if ({text} && left-- > 0) longjmp(jump, 1);")

        def run(s, f):
            if holds(s, f):
                s.left -= 1
                if s.left >= 0:
                    raise Leave("jump")
        return run

    # -- blocks ----------------------------------------------------------------

    def sequence(self, depth, visible, objects, loop, size):
        parts = []
        for _ in range(size):
            parts.append(self.statement(depth, visible, objects, loop))

        def run(s, f):
            for part in parts:
                s.tick()
                part(s, f)
        return run

    @staticmethod
    def ending(objects, body):
        """Runs the body of a block, whose objects end however it is left."""
        def run(s, f):
            before = {name: f.names.pop(name, None) for name in objects}
            try:
                body(s, f)
            finally:
                s.end([f.names[n] for n in objects if f.names.get(n)])
                f.names.update(before)
        return run

    def block(self, depth, visible, loop, size=None):
        """What is between braces."""
        inner, objects = list(visible), []
        body = self.sequence(depth, inner, objects, loop,
                             size or self.rng.randrange(2, 5))
        return self.ending(objects, body)

    def plain_block(self, depth, visible, loop):
        self.put(depth, "{")
        body = self.block(depth + 1, visible, loop)
        self.put(depth, "}")
        return body

    def branch(self, depth, visible, loop):
        text, holds = self.condition()
        if self.rng.random() < 0.3:  # one statement, a block without braces
            self.put(depth, f"if ({text})")
            objects = []
            then = self.ending(objects, self.literal(depth + 1, objects))
        else:
            self.put(depth, f"if ({text}) {{")
            then = self.block(depth + 1, visible, loop)
            self.put(depth, "}")
        other = None
        if self.rng.random() < 0.4:
            self.put(depth, "else {")
            other = self.block(depth + 1, visible, loop)
            self.put(depth, "}")

        def run(s, f):
            if holds(s, f):
                then(s, f)
            elif other:
                other(s, f)
        return run

    def loop(self, depth, visible):
        count, i = self.rng.randrange(2, 4), self.name("i")
        form = self.rng.randrange(3)
        inner = list(visible)
        if form == 0:
            self.put(depth, f"for (int {i} = 0; {i} < {count}; {i}++) {{")
        elif form == 1:
            self.put(depth, f"int {i} = 0; while ({i}++ < {count}) {{")
        else:
            self.put(depth, f"int {i} = 0; do {{")
        body = self.block(depth + 1, inner, True)
        self.put(depth, "}" if form < 2 else f"}} while (++{i} < {count});")

        def run(s, f):
            for _ in range(count):
                try:
                    body(s, f)
                except Leave as e:
                    if e.where == "break":
                        break
                    if e.where != "continue":
                        raise
        return run

    def counter_loop(self, depth, visible):
        """A pointer to what the loop itself declares."""
        p, i = self.pointer(), self.name("i")
        self.put(depth, f"for (int {i} = 0; {i} < 2; {i}++) {{ p{p} = &{i}; total += *p{p}; }}")

        def run(s, f):
            gone = s.begin()
            s.end([gone])
            s.globals[p] = gone
        return run

    def escape(self, depth, loop):
        """break, continue, or a return that must be in a branch."""
        text, holds = self.condition()
        where = self.rng.choice(["break", "continue"]) if loop else "return"
        self.put(depth, f"if ({text}) {where};")

        def run(s, f):
            if holds(s, f):
                raise Leave(where)
        return run

    def goto_out(self, depth, visible, loop):
        label = self.name("out")
        text, holds = self.condition()
        inner, objects = list(visible), []
        self.put(depth, "{")
        first = self.sequence(depth + 1, inner, objects, loop, 2)
        self.put(depth + 1, f"if ({text}) goto {label};")
        rest = self.sequence(depth + 1, inner, objects, loop, 1)
        self.put(depth, "}")
        self.put(depth, f"{label}: ;")

        def body(s, f):
            first(s, f)
            if not holds(s, f):
                rest(s, f)
        return self.ending(objects, body)

    def goto_in(self, depth, visible, loop):
        """Into a block, past a declaration. (Not into the scope of a variable
        length array.)"""
        label, name, p = self.name("in"), self.name("o"), self.pointer()
        text, holds = self.condition()
        self.put(depth, f"if ({text}) goto {label};")
        self.put(depth, "{")
        self.put(depth + 1, f"int {name} = 1; total += {name};")
        first = self.use(depth + 1)
        self.put(depth + 1, f"{label}: {name} = 2; p{p} = &{name};")
        rest = self.use(depth + 1)
        self.put(depth, "}")

        def body(s, f):
            f.names[name] = s.begin()
            if not holds(s, f):
                first(s, f)
            s.globals[p] = f.names[name]
            rest(s, f)
        return self.ending([name], body)

    def goto_back(self, depth, visible, loop):
        """To a label in the same block: its objects stay the same."""
        label, name, p, n = (self.name("back"), self.name("o"), self.pointer(),
                             self.name("n"))
        self.put(depth, f"{{ int {name}, {n} = 0;")
        self.put(depth, f"{label}: ;")
        first = self.use(depth + 1)
        self.put(depth + 1, f"{name} = {n}; p{p} = &{name};")
        inner = self.plain_block(depth + 1, visible + [(name, f"&{name}")], False) \
            if not loop else self.use(depth + 1)
        self.put(depth + 1, f"if ({n}++ < 2) goto {label};")
        last = self.use(depth + 1)
        self.put(depth, "}")

        def body(s, f):
            f.names[name] = s.begin()
            for _ in range(3):
                first(s, f)
                s.globals[p] = f.names[name]
                inner(s, f)
            last(s, f)
        return self.ending([name], body)

    def switch(self, depth, visible, loop):
        name, p = self.name("o"), self.pointer()
        self.put(depth, f"switch (in) {{ int {name};")
        self.put(depth, f"case 0: {name} = 1; p{p} = &{name};")
        first = self.use(depth + 1)
        falls = self.rng.random() < 0.5
        self.put(depth + 1, "/* falls */" if falls else "break;")
        self.put(depth, f"case 1: {name} = 2;")
        second = self.use(depth + 1)
        self.put(depth + 1, "break;")
        self.put(depth, f"default: {name} = 3; p{p} = &{name};")
        third = self.use(depth + 1)
        self.put(depth, "}")

        def body(s, f):
            f.names[name] = s.begin()
            if s.input == 0:
                s.globals[p] = f.names[name]
                first(s, f)
            if s.input == 1 or (s.input == 0 and falls):
                second(s, f)
            if s.input > 1:
                s.globals[p] = f.names[name]
                third(s, f)
        return self.ending([name], body)

    def statement_expression(self, depth, visible):
        p, name = self.pointer(), self.name("o")
        self.put(depth, f"p{p} = ({{ int {name} = in; &{name}; }});")

        def run(s, f):
            gone = s.begin()
            s.end([gone])
            s.globals[p] = gone
        return run

    def statement(self, depth, visible, objects, loop):
        r = self.rng
        kind = r.randrange(30)
        if kind < 5:
            return self.use(depth, visible)
        if kind < 6 and not self.is_careful:
            return self.write(depth)
        if kind < 8:
            return self.forget(depth)
        if kind < 12:
            return self.keep(depth, visible)
        if kind < 15:
            return self.declaration(depth, visible, objects)
        if kind == 15:
            return self.literal(depth, objects)
        if kind == 16:
            return self.temporary(depth)
        if kind == 17:
            return self.by_value(depth)
        if kind == 18:
            return self.call(depth)
        if kind == 19:
            return self.jump(depth)
        if kind == 20:
            return self.escape(depth, loop)
        if kind == 21:
            return self.statement_expression(depth, visible)
        if depth > 4 or len(self.lines) > 120:
            return self.use(depth)
        return r.choice([
            lambda: self.plain_block(depth, visible, loop),
            lambda: self.branch(depth, visible, loop),
            lambda: self.branch(depth, visible, loop),
            lambda: self.loop(depth, visible),
            lambda: self.loop(depth, visible),
            lambda: self.loop(depth, visible),
            lambda: self.counter_loop(depth, visible),
            lambda: self.goto_out(depth, visible, loop),
            lambda: self.goto_in(depth, visible, loop),
            lambda: self.goto_back(depth, visible, loop),
            lambda: self.switch(depth, visible, loop)])()

    # -- functions -------------------------------------------------------------

    def function(self, name, size):
        self.put(0, f"static void {name}(void) {{")
        body = self.block(1, [], False, size)
        self.put(0, "}")

        def run(s, f):
            s.tick()
            try:
                body(s, f)
            except Leave as e:
                if e.where != "return":
                    raise
        return run

    def main(self):
        self.put(0, "int main(void) {")
        self.put(1, "in = __VERIFIER_nondet_uchar() & 3; left = 3;")
        if self.has_jumps:
            self.put(1, "if (setjmp(jump)) total++;")
        name, body = self.functions[-1]
        self.put(1, f"{name}();")
        last = self.use(1)
        self.put(1, "return 0;")
        self.put(0, "}")

        def run(s):
            while True:
                try:
                    body(s, Frame())
                    break
                except Leave:
                    continue
            last(s, None)
        return run

    def program(self):
        self.lines = PROLOGUE.splitlines()
        self.put(0, "static int " + ", ".join(f"*p{p}" for p in range(POINTERS)) + ";")
        self.put(0, "static struct s make(int v) { struct s x = {v, {v, 2, 3}}; return x; }")
        self.put(0, "static struct big make_big(int v) { struct big x = {{0}, {v}}; return x; }")
        self.put(0, "static int take(int **p, struct s x) { *p = x.a; return x.v; }")
        self.put(0, "static int take_big(int **p, struct big x) { *p = x.a; return x.a[0]; }")
        self.put(0, "static struct s give(int **p) { struct s x = {1, {2}}; *p = &x.a[0]; return x; }")
        for i in range(self.rng.randrange(1, 4)):
            run = self.function(f"f{i}", self.rng.randrange(4, 9))
            self.functions.append((f"f{i}", run))
        self.run = self.main()
        return "\n".join(self.lines) + "\n"

    def truth(self):
        """By input, the line on which a run first uses what has ended; 0 if it
        does not. None if it is too long for this to be told."""
        found = {}
        for value in range(4):
            try:
                self.run(State(value))
                found[value] = 0
            except Dead as e:
                found[value] = e.args[0]
            except (Cut, RecursionError):
                return None
        return found
