# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs that make, free, move and overwrite objects, and do nothing wrong.

A PROBE looks at a value. Compiled with -DRECORD, the program prints it; otherwise a value
that was seen there leads to a division that no run comes to, but that must not hold, as
nobody knows what sooth_nondet_int returns. An UNSET reads a local if it has no value."""

import random

PROLOGUE = """#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int sooth_nondet_int(void);
void (*get_function(void))(void);
void write_at(const uintptr_t *place);
#ifdef RECORD
#define PROBE(k, e) printf("%d %lld\\n", k, (long long)(e))
#define UNSET(k, has, v) printf("%d %d\\n", k, has)
#else
#define PROBE(k, e) \\
  if ((long long)(e) == SEEN_##k && sooth_nondet_int() == 7) sink = 1 / sooth_nondet_int()
#define UNSET(k, has, v) if (!has && sooth_nondet_int() == 7) sink = v
#endif
struct node {
  int v;
  short s[2];
  struct node *next;
  int *at;
  unsigned char bytes[8];
  void (*run)(void);
};
static int sink, g0 = 1, g1, g2 = 1, *kept, table[6] = {5, 4, 3, 2, 1, 0}, wide[400];
static uintptr_t number = (uintptr_t)&g2;
static volatile sig_atomic_t flag = 1;
static struct node *all[3], *list, zero;
static void one(void) { g0 = g0 & 7; }
static void two(void) { g0 = 0; kept = &g1; }
static void on_signal(int n) { flag = 0; }
static void (*const runs[])(void) = {one, two};
static int below(int n) { return (int)((unsigned)sooth_nondet_int() % (unsigned)n); }
/* No pointer is kept to a local that ends. */
static void forget(const void *begin, size_t size) {
  uintptr_t b = (uintptr_t)begin, e = b + size;
  if ((uintptr_t)kept >= b && (uintptr_t)kept < e)
    kept = 0;
  for (int i = 0; i < 3; i++)
    if ((uintptr_t)all[i] >= b && (uintptr_t)all[i] < e)
      all[i] = 0;
}
static struct node *make(int v) {
  struct node *x = calloc(1, sizeof *x);
  x->v = v;
  return x;
}
"""

# What the rest of a program is linked with when it runs.
ELSEWHERE = """#include <stdint.h>
static unsigned state = %d;
int sooth_nondet_int(void) { return (int)((state = state * 1103515245u + 12345u) >> 9); }
static void nothing(void) {}
void (*get_function(void))(void) { return nothing; }
void write_at(const uintptr_t *place) { *(int *)*place = 0; }
"""

CHOICES = {
    "N": ["0", "1", "-1", "2", "255", "256", "65535", "-256", "0x01010101", "0x00ff0000"],
    "P": ["own", "g0", "g1", "*p", "buffer[below(4)]", "buffer[2]", "local.v",
          "local.s[below(2)]", "table[below(6)]", "local.bytes[below(7)]"],
    "R": ["own", "g0", "g1", "*p", "buffer[1]"],
    "X": ["all[0]", "all[1]", "all[below(3)]", "y"],
    "M": ["v", "s[0]", "s[below(2)]", "bytes[below(7)]", "bytes[1]"],
    "G": ["&g0", "&g1", "table + below(6)"],
    "L": ["&own", "p", "&g0", "buffer + 1", "buffer + below(4)", "(int *)&local", "0"],
    "B": ["own", "local.v", "buffer", "buffer[below(3)]"],
    "D": ["4", "below(5)", "2", "3"],
    "I": ["0", "1", "below(2)"],
    "C": ["own > 0", "own == g0", "x == y", "x", "kept == p", "below(2)", "g0 != 1", "*p < own",
          "y && y->v > 1", "all[0] == all[1]", "(own & 1) && g0", "kept && *kept",
          "(unsigned)own < 4", "kept == &own", "p == buffer + 1", "own"],
    "E": ["(unsigned)own >> 3", "(short)own", "(unsigned char)g0", "(signed char)g1", "~own",
          "-(own & 255)", "own % 7", "(own & 31) / 3", "!own", "(own & 255) * (g0 & 255)",
          "1 << (own & 7)", "(long long)own * 3 >> 2"],
    "V": ["own", "g0", "g1", "g2", "*p", "x ? x->v : 9", "y ? y->v : 9", "y ? y->s[1] : 9",
          "x == y", "kept ? *kept : 9", "local.v", "buffer[1]", "buffer[2]", "all[1] == all[2]", "kept == p",
          "all[0] ? all[0]->v : 9", "y && y->at ? *y->at : 9", "list ? list->v : 9", "flag",
          "local.next == 0", "table[2]", "x ? x->bytes[1] : 9", "own & 3", "wide[1]", "wide[250]"],
}

STATEMENTS = [
    "@P = @N;", "@P = @R;", "@P ^= @N;", "@P |= 3;", "@P &= 255;", "own = (int)(@E);",
    "y = @X;", "x = @X;", "@X = make(own);", "@X = make(@N);", "y = &local;",
    "if (x)\n    x->v = @N;", "if (y)\n    y->@M = 77;", "if (y)\n    y->@M = 0;",
    "if (y && y != &local)\n    y->next = @X == &local ? 0 : all[1];",
    "if (y)\n    y->at = @G;", "if (y && y->at)\n    *y->at = @N;",
    "if (y && y->next)\n    y = y->next;",
    "kept = @L;", "if (kept)\n    *kept = @N;", "p = @G;", "p = buffer + below(4);",
    "memset(&@B, @I, @D);", "memset((char *)buffer + below(9), 0, 7);",
    "memset((char *)wide + below(9), 0, 1001);", "for (i = 0; i < 400; i++)\n    wide[i] = @N;",
    "memcpy(&own, &@B, @D);", "memmove(buffer + @I, buffer + @I, 8);",
    "memmove(buffer + @I, buffer + @I, 6);", "if (y)\n    local = *y;", "if (y)\n    *y = local;",
    "if (x && y && x != y)\n    memcpy(x, y, sizeof *x);",
    "for (i = 0; i < 8; i++)\n    ((char *)&y)[i] = ((char *)&all[1])[i];",
    "{ union { struct node *n; uintptr_t u; } q;\n  q.n = x;\n  q.u ^= 0;\n  y = q.n; }",
    "for (i = 0; i < below(5); i++)\n    buffer[3 - i] += own & 15;",
    "for (i = 0; i < 4; i++)\n    buffer[i & 1] = i;",
    "for (i = 0; i < 3; i++) {\n    struct node *q = make(i);\n    q->next = list;\n"
    "    list = q;\n  }",
    "if (list && list->next)\n    list->next->v = 7;", "if (list)\n    list = list->next;",
    "runs[below(2)]();", "if (y) {\n    y->run = runs[below(2)];\n    y->run();\n  }",
    "switch (own) {\n  case 0: own = 5; break;\n  case 1 ... 3: own -= 1; break;\n"
    "  default: own &= 7;\n  }",
    "if (@C)\n    own = @N;\n  else\n    g1 = @N;", "if (own < 3 && own > -2)\n    g0 = own;",
    "{ struct node *q = realloc(make(own & 7), 2 * sizeof *q);\n  q[1] = q[0];\n  q[1].v += 1;\n"
    "  own = q[1].v;\n  free(q); }",
    "{ int *q = malloc(4), *o;\n  free(q);\n  o = malloc(4);\n  *o = 3;\n  g1 = q == o;\n"
    "  if (q == o)\n    g0 = 17;\n  free(o); }",
    "{ struct node *q = make(1), *o = make(2);\n  free(below(2) ? q : o);\n  own = 3; }",
    "{ int n = 1 + below(3), a[n];\n  for (i = 0; i < n; i++)\n    a[i] = i * 2;\n"
    "  own = a[n - 1]; }",
    "{ char *q = 0;\n  q += below(2);\n  if (q == 0)\n    g0 = 21; }",
    "{ int *q = table + 6;\n  if (q == wide)\n    g0 = 23; }",
    "{ void (*q)(void) = get_function();\n  q(); }", "g2 = 1;\n  write_at(&number);",
    "flag = @I;", "raise(SIGUSR1);",
]


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.probes = 0
        bodies = "".join(self.function(f"f{i}") for i in range(self.random.randint(1, 3)))
        names = [f"f{i}" for i in range(bodies.count("static int f"))]
        calls = "".join(f"  {self.random.choice(names)}({self.random.randint(0, 3)}, "
                        f"all[{self.random.randint(0, 2)}], &g{self.random.randint(0, 1)});\n"
                        for _ in range(self.random.randint(2, 4)))
        self.text = (f"{PROLOGUE}{bodies}int main(void) {{\n  signal(SIGUSR1, on_signal);\n"
                     f"{calls}  return 0;\n}}\n")

    def function(self, name):
        body = self.block(1, self.random.randint(4, 10))
        depth = self.random.choice([0, 0, 1, 3])
        body.insert(self.random.randint(0, len(body)),
                    f"  if (d > 0 && d <= {depth})\n    {name}(d - 1, x, &own);\n")
        return (f"static int {name}(int d, struct node *x, int *p) {{\n"
                "  struct node *y = all[0], local = zero;\n"
                "  int own = d, i = 0, buffer[4] = {1, 2, 3, 4}, late, has_late = 0;\n"
                f"{''.join(body)}  forget(&own, sizeof own);\n  forget(&local, sizeof local);\n"
                "  forget(buffer, sizeof buffer);\n  return own;\n}\n")

    def filled(self, text):
        while "@" in text:
            at = text.index("@")
            text = text[:at] + self.random.choice(CHOICES[text[at + 1]]) + text[at + 2:]
        return text

    def probe(self):
        self.probes += 1
        if self.random.random() < 0.1:
            return f"  UNSET({self.probes - 1}, has_late, late);\n"
        return self.filled(f"  PROBE({self.probes - 1}, @V);\n")

    def block(self, level, count):
        lines = []
        for _ in range(count):
            if level < 3 and self.random.random() < 0.15:
                inner = "".join(self.block(level + 1, 2))
                lines.append(self.filled("  if (@C) {\n") + f"{inner}  }}\n")
            elif self.random.random() < 0.05:
                lines.append("  late = own;\n  has_late = 1;\n")
            else:
                lines.append(self.filled(f"  {self.random.choice(STATEMENTS)}\n"))
            if self.random.random() < 0.6:
                lines.append(self.probe())
        return lines
