# ===- randomgiven.py - Functions whose checks depend on what they are given -===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Random functions that use as indices, numbers of bytes and shifts what they are
given, and a program that calls one of them again and again: each run is one on memory
made at random, for which it is found out first what of the needs is true of it, by
evaluating their expressions as a caller would."""

import random
import subprocess

PROGRAM = """\
#include <string.h>
#ifndef AT
#define AT
#endif
struct item {{ int *buf; unsigned n; int k; short h; unsigned char c; int in[4]; }};
struct first {{ int all[4]; int k; }};
static int table[10];
struct first own;
unsigned level;
static short grid[3][4];
static void change(int *at) {{ *at += 1; }}
unsigned f(struct item *s, struct item *t, int *a, unsigned char *b, struct first *g,
           int i, unsigned u, long w) {{
  unsigned r = 0;
{body}
  return r;
}}
"""

# Each need and each call is tried in a process of its own, as it may be its end.
DRIVER = """\
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int *at;
#define AT *at = __LINE__;
#include "program.c"
static unsigned state = {seed};
static unsigned any(unsigned n) {{
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % n;
}}
static long number(void) {{
  return any(12) ? (long)any(9) - 2 : (long)(state * 2654435761u) << any(24);
}}
static int *numbers(void) {{
  unsigned count = 4 + any(5);
  int *all = malloc(count * sizeof *all);
  for (unsigned k = 0; k < count; ++k) all[k] = (int)number();
  return all;
}}
static void fill(struct item *s) {{
  s->buf = numbers();
  s->n = (unsigned)number(), s->k = (int)number(), s->h = (short)number();
  s->c = (unsigned char)any(9);
  for (unsigned k = 0; k < 4; ++k) s->in[k] = (int)number();
}}
static void readable(const volatile char *p, unsigned long bytes) {{
  if (bytes > 4096) _exit(1);
  for (unsigned long k = 0; k < bytes; ++k) (void)p[k];
}}
#define WITHIN(E, LOW, END) if ((long)(E) < (LOW) || (long)(E) >= (END)) _exit(1)
#define VALID(E) do {{ volatile __typeof__(E) there = (E); (void)there; }} while (0)
static void need(int number, struct item *s, struct item *t, int *a, unsigned char *b,
                 struct first *g, int i, unsigned u, long w) {{
  switch (number) {{
{needs}
  }}
}}
static int survives(int number, struct item *s, struct item *t, int *a,
                    unsigned char *b, struct first *g, int i, unsigned u, long w) {{
  pid_t child = fork();
  if (child == 0) {{
    if (number >= 0) need(number, s, t, a, b, g, i, u, w);
    else f(s, t, a, b, g, i, u, w);
    _exit(0);
  }}
  int status;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}}
int main(void) {{
  at = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (!freopen("/dev/null", "w", stderr)) return 1;
  for (int run = 0; run < {runs}; ++run) {{
    struct item *s = malloc(sizeof *s), *t = any(3) ? malloc(sizeof *t) : s;
    fill(s);
    if (t != s) fill(t);
    int *a = numbers(), i = (int)number();
    unsigned char *b = (unsigned char *)numbers();
    unsigned u = (unsigned)number();
    long w = number();
    struct first *g = malloc(sizeof *g);
    for (int k = 0; k < 4; ++k) g->all[k] = own.all[k] = (int)number();
    g->k = (int)number(), own.k = (int)number(), level = (unsigned)number();
    unsigned long holds = 0;
    for (int k = 0; k < {count}; ++k)
      if (survives(k, s, t, a, b, g, i, u, w)) holds |= 1ul << k;
    *at = 0;
    if (!survives(-1, s, t, a, b, g, i, u, w)) printf("%d %lu\\n", *at, holds);
  }}
  return 0;
}}
"""


PLACES = ["a", "a", "s->buf", "t->buf", "s->in", "table", "b", "g->all", "own.all"]


class Given:
    """One function, of statements that stand in lines of their own."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def index(self):
        pick = self.random.choice
        one = pick(["i", "i", "u", "u", "w", "s->n", "s->k", "s->h", "s->c", "t->n",
                    "t->k", "b[0]", "table[1]", "s->in[2]", "g->k", "own.k", "level"])
        other = pick(["i", "u", "w", "s->n", "s->k", "s->c"])
        number = self.random.randint(1, 4)
        return pick([one, one, one, f"{one} + {number}", f"{one} - {number}",
                     f"{one} * 2", f"{one} / 2", f"{one} % 4", f"{one} & 7",
                     f"{one} >> 1", f"{one} << 1", f"{one} + {other}",
                     f"{one} - {other}", f"({one} + {other}) * 2",
                     f"{one} - ({other} - 1)", f"(unsigned){one}",
                     f"(unsigned char){one}", f"(long){one} + {other}",
                     f"(int){one} - 1", f"{number} - {one}"])

    def place(self):
        pick = self.random.choice
        if pick(range(9)) == 0:
            return f"grid[{self.index()}][{self.index()}]"
        return f"{pick(PLACES)}" \
               f"[{self.index()}]"

    def statement(self, depth=0):
        pick = self.random.choice
        simple = [f"r += {self.place()};", f"r += {self.place()};",
                  f"r += {self.place()};", f"{self.place()} = r & 7;",
                  f"r += 1u << ({self.index()});", f"r += r >> ({self.index()});",
                  f"memset(b, 0, {self.index()});", "memset(a, 1, u);",
                  "memcpy(b, a, s->n);",
                  f"s->k = {self.index()};", "t->n = u;", "t->n--;", "s->c++;",
                  "i++;", "u = s->n;", "change(&s->k);", "g->k++;", "level = u;", "change(&i);", "s->buf = a;",
                  f"if ({self.index()} > {pick(range(4))}) return r;"]
        if depth > 1 or pick(range(4)):
            return [f"  AT {pick(simple)}"]
        inner = self.statement(depth + 1) + self.statement(depth + 1)
        head = pick([f"if ({self.index()} < {self.index()}) {{",
                     "for (unsigned q = 0; q < 3; ++q) {",
                     "for (int q = 0; q < i && q < 4; ++q) {",
                     "for (unsigned q = 0; q < s->n; ++q) { AT r += s->buf[q];",
                     "for (int q = 0; q < s->k; q++) { AT r ^= (unsigned)s->buf[q];",
                     "for (int *q = a, *e = a + i; q < e; ++q) { AT r ^= (unsigned)*q;",
                     "for (unsigned char *q = b, *e = b + w; e - q > 1; q += 2) { AT r ^= q[1];",
                     "for (unsigned q = t->n; q-- > 0;) { AT t->buf[q] = 1;"])
        return [f"  AT {head}", *inner, "  }"]

    def program(self):
        body = []
        for _ in range(self.random.randint(2, 6)):
            body += self.statement()
        return PROGRAM.format(body="\n".join(body))


def indices_in_c(structure, place, low, end):
    """Ends a run where a number, or one of them, is not in the range."""
    if not place:
        return None
    owners = {"item": ["s->", "t->"], "first": ["g->", "own."], "": [""]}[structure]
    code = []
    for owner in owners:
        array, _, rest = (owner + place).partition("[i]")
        if rest:
            return None
        if array == owner + place:
            code.append(f"WITHIN({array}, {low}, {end});")
            continue
        count = f"sizeof {array} / sizeof *{array}"
        if array.replace("->", ".").rpartition(".")[2] not in ("in", "all"):
            count = f"malloc_usable_size({array}) / sizeof *{array}"
        code.append(f"for (unsigned long j = 0; j < {count}; ++j) "
                    f"WITHIN({array}[j], {low}, {end});")
    return " ".join(code)


def in_c(need):
    """A need as code that ends a run where it is not true; nothing if that cannot be
    said, or if it is so of all calls."""
    kind, given = need["kind"], need.get("argument", {}).get("name")
    expressions = need.get("expressions", [])
    size = need.get("bytes", 0)
    if kind == "memory":
        return f"if (!{given}) _exit(1); readable((char *){given}, {size});"
    if kind == "counted":
        other = need["other"]["name"]
        natural = f"if ({other} < 0) _exit(1); " if need.get("isNatural") else ""
        return natural + f"if ({other} > 0) readable((char *){given}, {other} * {size}ul);"
    if kind == "countedMembers":
        _, array, count = expressions
        return " ".join(
            f"if ({x}->{count} > 0) readable((char *){x}->{array}, "
            f"{x}->{count} * {size}ul);" for x in "st")
    if kind == "storedIndices":
        return indices_in_c(*expressions, need.get("bytesBefore", 0), size)
    if kind == "valid":
        return " ".join(f"VALID({e});" for e in expressions)
    if kind == "inRange":
        e = expressions[0]
        if not size:
            return f"if (!(({e}) >= 0)) _exit(1);"
        return f"if (!(0 <= ({e}) && ({e}) < {size})) _exit(1);"
    if kind == "extent":
        return f"readable((char *)({expressions[0]}), {expressions[1]});"
    # The driver's memory is like that.
    return "" if kind in ("found", "apart") else None


def failures(clang, folder, seed, needs, runs):
    """By run that fails: its line, and the needs that were true before it, as bits."""
    cases = "\n".join(f"  case {number}: {text} break;"
                      for number, text in enumerate(needs))
    (folder / "run.c").write_text(DRIVER.format(
        seed=seed, needs=cases, count=len(needs), runs=runs))
    subprocess.run([clang, "-w", "-O0", "-g", "-fwrapv",
                    "-fsanitize=address,bounds,shift", "-fstrict-flex-arrays=3",
                    "-fno-sanitize-recover=all", str(folder / "run.c"), "-o",
                    str(folder / "run")], check=True)
    out = subprocess.run([str(folder / "run")], capture_output=True, text=True,
                         check=True, env={"ASAN_OPTIONS": "detect_leaks=0"})
    return [tuple(map(int, line.split())) for line in out.stdout.splitlines()]
