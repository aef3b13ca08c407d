# ===- randomopen.py - Seeded random functions in C ------------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Functions that others call, for each mode of fuzzopen.py: a file without main, as
text. What the functions of a mode have in common is above the class that fills it in."""

import random
import re

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

# The same where callers pass what leads to those functions.
UNSEEN_POINTERS = """\
struct code {
  struct node *(*give)(struct node *), *(*find)(struct node *, struct node *);
  signed char *(*place)(signed char *);
  int (*leave)(struct node **);
};
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

# Pointers into the middle of what callers have made, and among numbers.
AROUND = """\
#include <stddef.h>
struct item {{ union {{ struct item *next; long n; signed char c[8]; }} u; int v; }};
struct link {{ struct link *next; }};
struct node {{ int v; short w; struct link l; }};
struct stack {{ struct item *top; int *ints; }};
extern void reach_error(void);
int which;
#define CHECK(n, c) if (!(c)) {{ which = n; reach_error(); }}
#define NODE(e) ((struct node *)((char *)(e) - offsetof(struct node, l)))
int f(struct item *p, struct stack *s, struct link *e, const signed char *text,
      unsigned n) {{
  int x = 0, y = 1;
  struct item *r = p;
  if (n > 4) return 0;
{body}
  return 0;
}}
"""

NEEDS = """\
struct item {{ int v; struct item *next; int rest[2]; }};
int stop;
{functions}
"""

ORDERED = """\
struct span {{ {type} *begin, *end; }};
int f({type} *p, {type} *end, {type} *q, struct span *s, unsigned n) {{
  unsigned x = 0;
{body}
  return (int)x;
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

    @staticmethod
    def through_pointers(program):
        """Such a program with calls through pointers in place of calls by name."""
        head, _, rest = program.partition("extern struct node *give")
        body = rest[rest.index("int f("):].replace("int f(", "int f(struct code *c, ")
        return head + UNSEEN_POINTERS + re.sub(r"\b(give|find|place|leave)\(",
                                               r"c->\1(", body)

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

    def around(self):
        """Assertions after accesses before pointers, and through pointers in unions."""
        number = 0

        def value():
            return self.random.choice([
                "x", "y", "r->v", "p->v", "s->top[-1].v", "s->ints[-1]", "s->top->v",
                "NODE(e)->v", "NODE(e)->w", "text[-1]", "*text", "s->top[-2].v",
                "(s->ints - 1)[0]", "*(s->ints - n % 3)", str(self.random.randint(-1, 4))])

        def statement():
            at = self.random.randint(0, 7)
            return self.random.choice([
                f"x = {value()};", f"y = {value()} + x % 4;", "r = r->u.next;",
                "if (r->u.n) r = r->u.next;", f"if (r->u.c[{at}]) x = {value()};",
                f"r->v = {value()};", f"s->top[-1].v = {value()};", "s->top--;",
                f"*--s->ints = {value()};", "e = e->next;", "if (e->next) e = e->next;",
                f"NODE(e)->v = {value()};", "p->u.next = r;", "r = s->top - 1;",
                "if (x > 2) r = (s->top - 1)->u.next;", "p->u.n = 0;",
                f"if (n == 3) r->u.c[{at}] = 1;", "text--;",
                "for (struct link *k = e; k && x < 3; k = k->next) x += NODE(k)->w & 1;"])

        def check():
            nonlocal number
            number += 1
            condition = self.random.choice([
                f"{value()} == {value()}", f"{value()} <= {value()}", "r != p",
                f"{value()} <= 4", "p->u.n != 0", "e->next != e", "x < 3 || y == 1",
                "r->v >= r->v", "s->top[-1].v == x", "NODE(e)->v == x"])
            return f"CHECK({number}, {condition})"
        lines = [self.random.choice([statement, statement, check])() if number < 5
                 else statement() for _ in range(self.random.randint(2, 6))] + [check()]
        return AROUND.format(body="\n".join("  " + s for s in lines))

    def ordered(self):
        """Accesses before and after pointers are ordered, each in its line."""
        kind = self.random.choice(["signed char", "signed char", "int", "long"])

        def statement():
            low, high = self.random.sample(["p", "end", "q"], 2)
            step, at = self.random.randint(1, 3), self.random.randint(0, 2)
            return self.random.choice([
                f"while ({low} < {high}) x += {low}++[0] & 1;",
                f"for (; {low} < {high}; {low} += {step}) x ^= {low}[{at}];",
                f"if ({high} - {low} >= {step}) x += {low}[{at}];",
                f"if ({high} - {low} > {step}) {low}[{at}] = 1;",
                f"if ({low} + {step} <= {high}) x += {low}[{at}];",
                f"if ({low} < {high}) *{low}++ = 2;",
                f"if ({low} < {high}) x += {high}[-1];",
                f"while ({high} > {low} && {high}[-1] == 1) {high}--;",
                f"if ({low} >= {high}) return 1;",
                f"if ({low} == {high}) return 2;",
                f"if (n < {high} - {low}) x += {low}[n];",
                f"x += {low}[{at}];",
                f"if ((char *){low} + {step} <= (char *){high}) x += {low}[{at}];",
                f"if ((char *){low} < (char *){high}) x += *(char *){low};",
                "if (s->begin < s->end) x += *s->begin++;",
                f"if (s->end - s->begin >= {step}) x ^= s->begin[{at}];",
                f"while (s->begin < s->end) s->begin++[0] = {at};",
                "s->begin = p; s->end = end;"])
        lines = [statement() for _ in range(self.random.randint(1, 4))]
        return ORDERED.format(type=kind, body="\n".join("  " + s for s in lines))

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
