#!/usr/bin/env python3
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random functions that are given pointers, against runs on random heaps.

  fuzzopen.py --tool=sooth --clang=clang --seeds=1..50

Each function walks and changes lists that its caller made, and ends in an
assertion. What is proved with --environment=valid must hold on every heap that a
driver makes at random; a violation is expected to be seen on some of them, and
is counted as not seen otherwise. A wrong proof is exit code 1.

With --mode=checks there are several assertions, before, in and after recursion,
and each has its own answer. With --mode=calls they come before and after calls of
recursive functions that change what they are given, and of which only is known what
they may change (--calls=summarized). With --mode=strings, functions read strings that end
where memory ends, which is what --environment=strings says of them.

With --mode=unseen, functions call others that have no body, which return what they
were given, then or before, or what is in memory that they know, and write what they are
given.

With --mode=needs, functions call others with NULL, with too little memory, with
memory that is gone and with what they need, to any depth. Compiled with the address
sanitizer they are run with the arguments that the functions are said to need: no
function that is said to keep to what it calls may fail, nor anything in it; and a
violation must be seen where the function is called that is to blame.

With --mode=replay, functions are given structures and numbers of all kinds, read and
write global variables, free what they are given, and compute what may be undefined.
Each violation that is told, with one environment or another, must happen when its
harness runs under clang's sanitizers for addresses and undefined behaviour.
"""

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "corpus"))

import replays  # noqa: E402

PROGRAM = """\
struct node {{ struct node *next; int v; struct node *other; signed char b[4]; }};
extern void reach_error(void);
int f(struct node *p, struct node *q, signed char *buf, unsigned n) {{
  int x = 0, y = 1;
  struct node *r = p;
  if (!p || !q || !buf || n > 4) return 0;
{body}
  if (!({condition})) reach_error();
  return 0;
}}
"""

CHECKS = """\
struct node {{ struct node *next; int v; struct node *other; signed char b[4]; }};
extern void reach_error(void);
int which;
#define CHECK(n, c) if (!(c)) {{ which = n; reach_error(); }}
static int deep(struct node *p, int d) {{
  int found = 0;
  if (!p || d > {depth}) return 0;
  {inner}
  CHECK(0, {condition})
  found = deep(p->next, d + 1);
  return found + (p->v > 1);
}}
int f(struct node *p, struct node *q, signed char *buf, unsigned n) {{
  int x = 0, y = 1;
  struct node *r = p;
  if (!p || !q || !buf || n > 4) return 0;
{body}
  return 0;
}}
"""

CALLS = """\
struct node {{ struct node *next; int v; struct node *other; signed char b[4]; }};
extern void reach_error(void);
int which;
static struct node *kept;
static int total;
#define CHECK(n, c) if (!(c)) {{ which = n; reach_error(); }}
static struct node *pick(struct node *p, struct node *q, signed char *buf,
                         unsigned n, int d) {{
  int x = 0, y = 1;
  struct node *r = p;
  if (!p || !q) return 0;
{picking}
  if (d > 0) return pick({passed}, buf, n, d - 1);
  return {picked};
}}
static int touch(struct node *p, struct node *q, signed char *buf, unsigned n,
                 int d) {{
  int x = 0, y = 1;
  struct node *r = p;
  if (!p || !q) return 0;
{touching}
  if (d > 0) x += touch({touched}, buf, n, d - 1);
{after}
  return {result};
}}
int f(struct node *p, struct node *q, signed char *buf, unsigned n) {{
  int x = 0, y = 1;
  struct node *r = p, *t = 0, local = {{0}};
  if (!p || !q || !buf || n > 4) return 0;
  kept = 0;
  total = 0;
{body}
  return 0;
}}
"""

UNSEEN = """\
struct node {{ struct node *next; int v; struct node *other; signed char b[4]; }};
extern void reach_error(void);
extern struct node *give(struct node *), *find(struct node *, struct node *);
extern signed char *place(signed char *);
extern int leave(struct node **);
int f(struct node *p, struct node *q, signed char *buf, unsigned n) {{
  int x = 0, y = 1;
  struct node *r = p, *t = 0, local = {{0}};
  if (!p || !q || !buf || n > 4) return 0;
{body}
  if (!({condition})) reach_error();
  return 0;
}}
"""

# What the functions without a body do; they are given the driver's memory, and
# perhaps a variable of f.
UNSEEN_DRIVER = """\
static struct node all[5], own[2], *known;
static signed char place_of_own[4], *known_place;
static struct node *some(struct node *p) {{
  struct node *found = known && any(2) ? known
                       : any(3) ? p : any(2) && p->next ? p->next : &own[any(2)];
  if (any(2)) known = p;
  if (any(3) == 0) found->v = (int)any(5) - 1;
  if (any(3) == 0) p->b[any(4)] = byte();
  if (any(4) == 0) p->next = found;
  return found;
}}
struct node *give(struct node *p) {{ return some(p); }}
struct node *find(struct node *p, struct node *q) {{
  if (any(4) == 0) known = q;
  return any(3) ? some(p) : 0;
}}
signed char *place(signed char *to) {{
  signed char *found = known_place && any(2) ? known_place
                       : any(3) ? to + any(4) : &place_of_own[any(4)];
  if (any(2)) known_place = to;
  if (any(3) == 0) *found = byte();
  return found;
}}
int leave(struct node **to) {{
  *to = some(any(2) && *to ? *to : &own[0]);
  return (int)any(2);
}}
"""

STRINGS = """\
extern void reach_error(void);
static unsigned long length(const char *s) {{
  unsigned long n = 0;
  while (s[n]) n++;
  return n;
}}
static int same(const char *a, const char *b) {{
  for (; *a == *b; a++, b++)
    if (!*a) return 1;
  return 0;
}}
int f(const char *s, const char *t, unsigned n) {{
  unsigned long i = 0, j = 0;
  char c = 0;
{body}
  return c;
}}
"""

REPLAY = """\
#include <stdlib.h>
struct node {{ struct node *next; int v; struct node *other; signed char b[4]; }};
struct large {{ int a; long b; struct node *to; }};
struct pair {{ float x, y; }};
extern void reach_error(void);
extern int get(void);
static int kept;
static struct node *last;
int total;
struct node *first;
struct {{ short size; struct node *at[3]; }} table;
static int tick(int by) {{
  static int ticks;
  ticks += by & 1;
  return ticks;
}}
int f(struct node *p, struct node *q, signed char *buf, unsigned n,
      struct large s, double d, struct pair e) {{
  int x = 0, y = 1;
  struct node *r = p;
  if (!p || !q || !buf || n > 4) return 0;
{body}
  if (!({condition})) reach_error();
  return 0;
}}
{after}
"""

STRING_DRIVER = """\
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
{program}
static sigjmp_buf out;
static void caught(int s) {{ (void)s; siglongjmp(out, 1); }}
void reach_error(void) {{}}
static unsigned state = {seed};
static unsigned any(unsigned n) {{
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % n;
}}
/* Its 0 is the last byte of a page before one that cannot be read. */
static char *string(char *page) {{
  unsigned length = any(5);
  char *begin = page + 4096 - length - 1;
  memset(page, 0x41, 4096);
  for (unsigned k = 0; k < length; ++k) begin[k] = "ab \\0"[any(4)];
  begin[length] = 0;
  return begin;
}}
int main(void) {{
  char *pages[2];
  for (int k = 0; k < 2; ++k) {{
    pages[k] = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                    -1, 0);
    mprotect(pages[k] + 4096, 4096, PROT_NONE);
  }}
  signal(SIGSEGV, caught);
  signal(SIGBUS, caught);
  alarm(5);
  for (volatile int run = 0; run < 20000; ++run) {{
    char *s = string(pages[0]), *t = string(pages[1]);
    if (sigsetjmp(out, 1)) return 1;
    f(s, t, any(6));
  }}
  return 0;
}}
"""

DRIVER = """\
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
{program}
static sigjmp_buf out;
static void caught(int s) {{ (void)s; siglongjmp(out, 1); }}
void reach_error(void) {{ siglongjmp(out, 2); }}
static unsigned state = {seed};
static unsigned any(unsigned n) {{
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % n;
}}
static signed char byte(void) {{
  return (signed char)(any(4) ? any(5) - 1 : state >> 16);
}}
int main(void) {{
  static struct node all[5];
  static signed char buf[64];
  signal(SIGSEGV, caught);
  alarm(5); /* for loops that take very long: no failure was seen then */
  for (int run = 0; run < 20000; ++run) {{
    unsigned count = 1 + any(5);
    for (unsigned i = 0; i < 5; ++i) {{
      all[i].next = any(3) ? &all[any(count)] : 0;
      all[i].other = any(3) ? &all[any(count)] : 0;
      if (any(2) && i + 1 < count) all[i].next = &all[i + 1];
      all[i].v = any(4) ? (int)any(5) - 1 : (int)state;
      for (int k = 0; k < 4; ++k) all[i].b[k] = byte();
    }}
    for (int k = 0; k < 64; ++k) buf[k] = byte();
    switch (sigsetjmp(out, 1)) {{
    case 0: f(any(9) ? &all[any(count)] : 0, &all[any(count)], buf, any(6)); break;
    case 2: {failed}
    }}
  }}
  return {seen};
}}
"""


NEEDS = """\
struct item {{ int v; struct item *next; int rest[2]; }};
int stop;
{functions}
"""

NEEDS_DRIVER = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
{program}
static unsigned state = {seed};
static unsigned any(unsigned n) {{
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % n;
}}
/* Memory of so many bytes or more, or NULL if it may be. */
static void *memory(unsigned bytes, int null) {{
  if (null && !any(3)) return 0;
  unsigned more = any(3) ? 0 : any(24);
  char *p = malloc(bytes + more);
  for (unsigned i = 0; i < bytes + more; ++i) p[i] = (char)any(5);
  /* Nothing is known of what is found there: no more memory. */
  if (bytes + more >= sizeof(struct item)) ((struct item *)p)->next = 0;
  return p;
}}
int main(int argc, char **argv) {{
  state += (unsigned)atoi(argv[1]) * 7919u;
  stop = (int)any(3);
  {call}
  return 0;
}}
"""


class Body:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def node(self):
        return self.random.choice(["p", "q", "r"])

    def value(self):
        return self.random.choice(
            ["x", "y", f"{self.node()}->v", str(self.random.randint(-1, 4)),
             f"{self.node()}->b[{self.random.randint(0, 3)}]",
             f"buf[{self.random.randint(0, 3)}]"])

    def statement(self):
        node, value = self.node(), self.value()
        return self.random.choice([
            f"{node}->v = {value};",
            f"x = {value};",
            f"y = {value} + x % 4;",
            f"{node}->b[{self.random.randint(0, 3)}] = {value};",
            f"buf[n & 3] = {value};",
            f"if ({node}->next) r = {node}->next;",
            f"if (r->other) r = r->other;",
            f"{node}->next = {self.node()};",
            f"if ({node}->next) {node}->next->v = {value};",
            f"while (r->next && x < 3) {{ r = r->next; x++; }}",
            f"for (unsigned i = 0; i < n; i++) y += buf[i] > 1;",
            f"*{node} = *{self.node()};",
            f"if ({node} == {self.node()}) x = {value};",
        ])

    def condition(self):
        # (Pointers that are null only in assertions are taken not to be.)
        a, b = self.value(), self.value()
        return self.random.choice([
            f"{a} == {b}", f"{a} <= {b}", f"{a} != {b} || p == q",
            f"{a} == {b} || p == q || r == q || r == p",
            f"{self.node()} != {self.node()}",
            f"{self.node()}->next != {self.node()}",
            f"x <= 4 || {a} == {b}", f"{a} >= {a}"])

    def unseen(self):
        def call():
            given = self.random.choice(["p", "q", "r", "&local"])
            value = self.value()
            return self.random.choice([
                f"r = give({given});",
                f"give({given})->v = {value};",
                f"if ((t = find({given}, {self.node()}))) r = t;",
                f"if ((t = find({given}, {self.node()}))) t->v = {value};",
                f"*place(buf) = {value};",
                f"t = {self.node()}; leave(&t); r = t;",
                f"t = {self.node()}; if (leave(&t)) t->v = {value};",
                "if (give(p) == q) x = 1;",
                f"local.v = {value};",
            ])
        lines = [self.random.choice([call, call, self.statement])()
                 for _ in range(self.random.randint(2, 6))]
        return UNSEEN.format(body="\n".join("  " + s for s in lines),
                             condition=self.condition())

    def program(self):
        lines = [self.statement() for _ in range(self.random.randint(1, 5))]
        return PROGRAM.format(body="\n".join("  " + s for s in lines),
                              condition=self.condition())


    def recursive(self):
        """Assertions before, in and after calls of a recursive function."""
        lines, number = [], 0
        for _ in range(self.random.randint(2, 5)):
            kind = self.random.randint(0, 4)
            if kind == 0:
                lines.append(f"x += deep({self.node()}, 0) > 1;")
            elif kind <= 2 and number < 5:
                number += 1
                lines.append(f"CHECK({number}, {self.condition()})")
            else:
                lines.append(self.statement())
        inner = self.random.choice(
            ["", "p->v = p->v % 4;", "p->b[1] = 1;", "if (p->other) p = p->other;"])
        condition = self.random.choice(
            ["p->v >= p->v", "p->v < 5", "d < 3", "p->b[1] <= 4", "found == 0"])
        return CHECKS.format(depth=self.random.randint(0, 6), inner=inner,
                             condition=condition,
                             body="\n".join("  " + s for s in lines))

    def calls(self):
        """Assertions before and after calls that are summarized."""
        def lines(least, most, *more):
            kinds = [self.statement] * 3 + list(more)
            return "\n".join("  " + self.random.choice(kinds)() for _ in
                             range(self.random.randint(least, most)))

        def nodes():
            return f"{self.node()}, {self.node()}"

        def passed():
            first = self.random.choice(["p", "q", "r", "r", "&local"])
            return f"{first}, {self.node()}, buf, n, {self.random.randint(0, 2)}"

        def call():
            return self.random.choice([
                f"t = pick({passed()}); if (t) r = t;",
                f"t = pick({passed()}); if (t) t->v = {self.value()};",
                f"x = touch({passed()});", f"touch({passed()});"])

        def keep():
            return self.random.choice([
                f"kept = {self.node()};", f"total += {self.value()};",
                "if (kept) kept->v = 3;", f"if (kept) r = kept;"])

        number = 0

        def check():
            nonlocal number
            number += 1
            more = self.random.choice([
                "t != p", "!t || t->v == 3", "local.v == 0", "!local.next",
                "kept != p", "total == 0", "total <= x", "local.v <= y",
                "t == 0 || t == p || t == q || t == r"])
            condition = self.random.choice([self.condition(), more])
            return f"CHECK({min(number, 30)}, {condition})"

        body = lines(1, 3, call, check, keep) + "\n  " + call() + "\n" + lines(
            0, 2, call, keep) + "\n  " + check() + "\n" + lines(0, 2, check, call)
        return CALLS.format(
            picking=lines(0, 2, keep), passed=nodes(), touching=lines(0, 1, keep),
            picked=self.random.choice(["p", "q", "r", "p->next", "q->other"]),
            touched=nodes(), after=lines(0, 2, keep), result=self.value(),
            body=body)

    def replayed(self):
        """All that a harness has to make."""
        def value():
            return self.random.choice([
                self.value(), self.value(), "kept", "total", "table.size", "s.a",
                "(int)s.b", "get()", "tick(x)", "(d > 2.5)", "(e.x < e.y)"])

        def statement():
            node = self.node()
            return self.random.choice([
                self.statement(), self.statement(), f"x = {value()};",
                f"y = {value()} + x % 4;", f"kept = {value()};",
                "if (first) r = first;", "if (last) r = last;",
                "if (s.to) r = s.to;", f"first = {node};", f"last = {node};",
                f"if (table.at[n % 3]) r = table.at[n % 3];",
                f"x += {value()};", f"y = x / {value()};", f"x = y << {value()};",
                f"free({node});", f"buf[{value()}] = 1;",
                f"if ({value()} == 3) x = {node}->b[{value()}];",
                f"if ({node}->next) {{ free({node}->next); {node}->next = 0; }}",
                f"for (r = {node}; r; r = r->next) x++;",
                f"if (x > 5 && n == 3) {node}->next->next->v = y;"])
        lines = [statement() for _ in range(self.random.randint(1, 5))]
        condition = self.random.choice(
            [self.condition(), self.condition(), f"{value()} != {value()}",
             f"{value()} <= 2", "last != first", "first != r", "1"])
        after = self.random.choice(
            ["", "", "int (*const fs[])(int) = {tick};",
             "int g(int (*call)(int), struct node **all) {\n"
             "  if (!all || !*all) return 0;\n"
             "  if ((*all)->next && call) (*all)->v += call(1);\n"
             "  return 7 / (*all)->v;\n}"])
        return REPLAY.format(body="\n".join("  " + s for s in lines),
                             condition=condition, after=after)

    def strings(self):
        def text():
            return self.random.choice(["s", "t"])

        def statement():
            a, b = text(), text()
            i = self.random.choice("ij")
            return self.random.choice([
                f"{i} = length({a});",
                f"c += {a}[{i}];",
                f"while ({a}[{i}] && {a}[{i}] != 'b') {i}++;",
                f"while ({a}[{i}] == 'a') {i}++;",
                f"if ({a}[{i}]) {i}++;",
                f"if (i < j) c += {a}[i];",
                f"if (same({a}, {b})) c++;",
                f"for ({i} = 0; {i} < n && {a}[{i}]; {i}++) c++;",
                f"if ({a}[0]) c += {a}[1];",
                f"if ({i}) {i}--;",
                f"{i} = 0;",
                f"for (const char *p = {a}; *p; p++) c += *p == 'a';"])
        lines = [statement() for _ in range(self.random.randint(1, 4))]
        return STRINGS.format(body="\n".join("  " + s for s in lines))


    def needs(self):
        """Functions that call the ones before them, and what becomes of each."""
        texts, names = [], []
        for k in range(self.random.randint(2, 4)):
            recursive = self.random.random() < 0.4
            kind = self.random.choice(["static ", "static ", ""])
            if k == 0:
                kind = "static "
            name = f"f{k}"
            lines = [self.needing(name, names, recursive)
                     for _ in range(self.random.randint(1, 3))]
            if k:
                lines.append(self.calling(names))
                self.random.shuffle(lines)
            # Loops that make it large enough to be summarized.
            filler = "" if recursive else "\n".join(
                f"  x = x * {3 + i} + (n ^ {i}u) % 7u; if (x > {i}u) x -= {i}u;"
                for i in range(18))
            if recursive:
                lines.append(f"if (n && n < 5) x += {name}(p, a, n - 1);")
            texts.append(f"{kind}unsigned {name}(struct item *p, int *a, "
                         f"unsigned n) {{\n  unsigned x = n;\n{filler}\n  "
                         + "\n  ".join(lines) + "\n  return x;\n}")
            names.append(name)
        texts.append("unsigned top(struct item *p, int *a, unsigned n) {\n"
                     "  unsigned x = n;\n  "
                     + "\n  ".join(self.calling(names) for _ in range(2))
                     + "\n  return x;\n}")
        return NEEDS.format(functions="\n".join(texts))

    def needing(self, name, names, recursive):
        return self.random.choice([
            "x += (unsigned)p->v;", "if (p) x += (unsigned)p->rest[1];",
            "x += (unsigned)a[0];", "a[1] = 3;", "if (n == 3) p->v = 1;",
            "if (a) a[0] = 2;", "x += n;", "if (p && p->v == 1) x++;",
            "if (!p) return 0;", "if (!a) return 1;", "if (n > 4) n = 4;",
            "x += p ? (unsigned)p->v : 0;"])

    def calling(self, names):
        name = self.random.choice(names)
        first = self.random.choice(
            ["p", "p", "p", "0", "&local", "(struct item *)a", "made"])
        second = self.random.choice(["a", "a", "a", "0", "&one", "two", "gone"])
        return (
            "{ struct item local = {0}; int one = 1, two[2] = {0}, *gone = two; "
            "struct item *made = __builtin_malloc(sizeof *made); "
            "made->v = 1; made->next = 0; made->rest[1] = 0; "
            f"if (stop == 1) {{ int inner[2] = {{0}}; gone = inner; }} "
            f"x += {name}({first}, {second}, n); "
            "__builtin_free(made); (void)local; (void)one; (void)two; (void)gone; }")


def verify(tool, path, timeout, *arguments):
    return subprocess.run(
        [tool, "--entry=f", f"--timeout={timeout}", *arguments, str(path)],
        capture_output=True, text=True, check=False)


def answer(tool, path, timeout, environment):
    arguments = [f"--environment={environment}"]
    if environment == "strings":
        arguments.append("--check=access")
    out = verify(tool, path, timeout, *arguments)
    return out.stdout.split("\n")[0].split(":")[0] or "error: " + out.stderr


def answers(options, path, program):
    """For each CHECK what is said of it."""
    calls = "summarized" if options.mode == "calls" else "followed"
    out = verify(options.tool, path, options.timeout, "--environment=valid",
                 f"--calls={calls}", "--json")
    lines = program.split("\n")
    said = {}
    for a in json.loads(out.stdout)["assertions"]:
        number = re.search(r"CHECK\((\d+)", lines[a["line"] - 1])
        said[int(number[1])] = a["result"]
    return said


def run_natively(clang, folder, text):
    (folder / "run.c").write_text(text)
    subprocess.run([clang, "-w", "-O0", "-fwrapv", str(folder / "run.c"),
                    "-o", str(folder / "run")], check=True)
    return subprocess.run([str(folder / "run")], check=False).returncode


def count(counts, said, fails, what, program):
    counts[said] += 1
    if said == "Safe" and fails:
        counts["wrong"] += 1
        print(f"{what}: proved, but fails natively\n{program}")
    if said == "Unsafe" and not fails:
        counts["not seen"] += 1
        print(f"{what}: violation that no run showed\n{program}")


def judge_one(options, folder, seed, counts):
    body = Body(seed)
    path = folder / "program.c"
    if options.mode == "strings":
        program, environment = body.strings(), "strings"
        driver = STRING_DRIVER.format(program=program, seed=seed)
    else:
        program = body.unseen() if options.mode == "unseen" else body.program()
        environment = "valid"
        driver = DRIVER.format(program=program, seed=seed, failed="return 1;",
                               seen="0")
    if options.mode == "unseen":
        driver = driver.replace("int main(void) {\n  static struct node all[5];",
                                UNSEEN_DRIVER.format() + "int main(void) {")
        driver = driver.replace("switch (sigsetjmp",
                                "memset(own, 0, sizeof own); "
                                "known = 0; known_place = 0; switch (sigsetjmp")
    path.write_text(program)
    said = answer(options.tool, path, options.timeout, environment)
    fails = run_natively(options.clang, folder, driver) == 1
    if said == "nothing to check":  # what the condition says is plain
        said = "Safe"
    if said not in counts:
        print(f"seed {seed}: {said}\n{program}")
        said = "wrong"
    count(counts, said, fails, f"seed {seed}", program)


def judge_checks(options, folder, seed, counts):
    body = Body(seed)
    program = body.calls() if options.mode == "calls" else body.recursive()
    path = folder / "program.c"
    path.write_text(program)
    said = answers(options, path, program)
    # The numbers of those that fail, as bits.
    failed = run_natively(options.clang, folder, DRIVER.format(
        program=program, seed=seed, failed="seen |= 1 << which; break;",
        seen="seen").replace("static sigjmp_buf out;",
                             "static sigjmp_buf out; static int seen;"))
    for number, result in said.items():
        fails = failed >= 0 and failed >> number & 1
        count(counts, result, fails, f"seed {seed}, CHECK {number}", program)


class NeedsAnswer:
    """What is said of a program's functions and checks, by lines."""

    def __init__(self, options, path):
        out = subprocess.run(
            [options.tool, "--check=access,call", f"--timeout={options.timeout}",
             "--json", str(path)], capture_output=True, text=True, check=False)
        report = json.loads(out.stdout)
        self.functions = {f["name"]: f for f in report.get("functions", [])}
        self.checks = {}
        for a in report["assertions"]:
            self.checks.setdefault(a.get("line"), []).append(a)

    def entries(self, program):
        """What others may call with what it needs."""
        return [n for n, f in self.functions.items()
                if "notVerified" not in f
                and f"static unsigned {n}(" not in program]

    def arguments(self, name):
        """The call of an entry with what it needs and nothing more."""
        size, null = {"p": 0, "a": 0}, {"p": True, "a": True}
        more = {"p": "", "a": ""}
        for need in self.functions[name].get("preconditions", []):
            argument = need.get("argument", {}).get("name")
            if need["kind"] == "memory":
                size[argument] = max(size[argument], need.get("bytes", 0))
                null[argument] &= need.get("mayBeNull", False)
            elif need["kind"] == "counted":
                more[argument] = f" + n * {need['bytes']}"
        p, a = (f"memory({size[x]}{more[x]}, {int(null[x])})" for x in "pa")
        return f"unsigned n = any(6); {name}({p}, {a}, n);"

    def holds(self, line, kind):
        """Whether all that is checked there is said to hold, for all that the
        function needs of its own callers."""
        around = [f for f in self.functions.values() if f["line"] <= line]
        function = max(around, key=lambda f: f["line"])
        if kind == "call" and ("notVerified" in function or any(
                need["kind"] == "calls" and need["needy"]
                for need in function.get("preconditions", []))):
            return False
        checks = [c for c in self.checks.get(line, [])
                  if (c["check"] == "call") == (kind == "call")]
        # Where time was up before calls were asked about, they have no checks.
        if kind == "call" and not checks and function.get("unknown"):
            return False
        # Not every access that C does not allow ends a run.
        return all(c["result"] == "Safe" and not any(
            need["kind"] == "accesses" or
            (need["kind"] == "calls" and need["needy"])
            for need in c.get("preconditions", [])) for c in checks)

    def proved(self, line):
        checks = [c for c in self.checks.get(line, []) if c["check"] != "call"]
        return checks and all(c["result"] == "Safe" and not c.get("needs")
                              for c in checks)

    def allows(self, frames):
        """Whether a run may end in these calls, the innermost first, though the
        last of them was given what it needs."""
        if self.proved(frames[0]):
            return False
        return not (self.holds(frames[0], "access") and
                    all(self.holds(line, "call") for line in frames[1:]))


def failing_frames(folder, number):
    """The lines of the calls in which the run of this number fails, if it does."""
    out = subprocess.run(
        [str(folder / "run"), str(number)], capture_output=True, text=True,
        check=False, timeout=20,
        env={"ASAN_OPTIONS": "detect_leaks=0:allow_user_segv_handler=0",
             "ASAN_SYMBOLIZER_PATH": "/usr/lib/llvm-19/bin/llvm-symbolizer"})
    if out.returncode == 0:
        return []
    first = out.stderr.split("\n\n")[0]
    return [int(line) for line in re.findall(r"program\.c:(\d+)", first)]


def judge_needs(options, folder, seed, counts):
    program = Body(seed).needs()
    path = folder / "program.c"
    path.write_text(program)
    said = NeedsAnswer(options, path)
    seen = set()
    for name in said.entries(program):
        driver = NEEDS_DRIVER.format(program='#include "program.c"', seed=seed,
                                     call=said.arguments(name))
        (folder / "run.c").write_text(driver)
        subprocess.run([options.clang, "-w", "-O0", "-g", "-fsanitize=address",
                        "-fno-omit-frame-pointer", str(folder / "run.c"), "-o",
                        str(folder / "run")], check=True)
        for number in range(options.runs):
            frames = failing_frames(folder, number)
            if not frames:
                continue
            seen.update(frames)
            if not said.allows(frames):
                counts["wrong"] += 1
                print(f"seed {seed}, {name}: proved, but fails in {frames}\n"
                      f"{program}")
                break
    for line, checks in said.checks.items():
        for check in checks:
            counts[check["result"]] += 1
            if check["result"] == "Unsafe" and line not in seen:
                counts["not seen"] += 1
                print(f"seed {seed}, line {line}: violation that no run showed: "
                      f"{check['message']}\n{program}")


WAYS = [["--environment=valid"], ["--environment=any"], [],
        ["--entry=f", "--environment=valid"], ["--entry=f"],
        ["--entry=f", "--environment=counted"]]
SANITIZERS = "-fsanitize=address,undefined -fno-sanitize-recover=all"


def judge_replays(options, folder, seed, counts):
    path, program = folder / "program.c", Body(seed).replayed()
    path.write_text(program)
    harnesses = folder / f"{seed}"
    way = WAYS[seed % len(WAYS)]
    checks = "memory,overflow,div,shift" if seed % 4 else "assert"
    said = subprocess.run(
        [options.tool, f"--timeout={options.timeout}", "--json", "--all", *way,
         f"--check={checks}", f"--harness={harnesses}/", str(path)],
        capture_output=True, text=True, check=False)
    replayer = replays.Replayer(argparse.Namespace(
        clang=options.clang, symbolizer=None, emulator=""), str(folder))
    report = json.loads(said.stdout)
    for number, a in enumerate(report["assertions"]):
        counts[a["result"]] += 1
        if a["result"] != "Unsafe":
            continue
        problem = replay(replayer, a, report["notes"])
        if problem:
            counts["wrong"] += 1
            print(f"seed {seed} {' '.join(way)} --check={checks}: line {a['line']}: "
                  f"{a['message']}: not replayed: {problem}\n{program}")


def replay(replayer, violated, notes):
    """What is wrong with how the violation is replayed; empty if nothing is."""
    if "replay" not in violated:
        return "no harness"
    if any("the run cannot be replayed" in note for note in notes):
        return "" if violated["message"].startswith("read of uninit") else str(notes)
    command = violated["replay"]
    if "memory" not in re.search(r"-fsanitize=(\S+)|$", command)[0].split(","):
        command = re.sub(r" (\S+\.c) ", rf" {SANITIZERS} \1 ", command, count=1)
    with tempfile.TemporaryDirectory(dir=replayer.folder) as folder:
        problem, run = replayer.build("sooth: note: replay it with: " + command,
                                      folder)
        return problem or replayer.run(run, violated)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--clang", required=True)
    parser.add_argument("--seeds", default="1..50")
    parser.add_argument("--timeout", default="5")
    parser.add_argument("--mode", default="one",
                        choices=["one", "checks", "calls", "strings", "unseen",
                                 "needs", "replay"])
    parser.add_argument("--runs", type=int, default=20,
                        help="of each function, with --mode=needs")
    options = parser.parse_args()
    first, last = map(int, options.seeds.split(".."))
    counts = dict.fromkeys(["Safe", "Unsafe", "Unknown", "wrong", "not seen"], 0)
    judge = {"checks": judge_checks, "calls": judge_checks,
             "needs": judge_needs, "replay": judge_replays}.get(
                 options.mode, judge_one)
    with tempfile.TemporaryDirectory(prefix="fuzzopen-") as name:
        for seed in range(first, last + 1):
            judge(options, Path(name), seed, counts)
    print(", ".join(f"{n} {what}" for what, n in counts.items()))
    sys.exit(counts["wrong"] > 0)


if __name__ == "__main__":
    main()
