# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small loops, each with the invariant it needs in its comment.

In the table, @check:CONDITION@ is the assertion and the word N the size. An
unsafe variant replaces one piece of text and comes with inputs that reach its
error.
"""

import dataclasses
import re
from collections.abc import Callable

from .program import ASSERT, REACH_ERROR, SAFE, UNSAFE, Program, check, header, indent

NONDET = "__VERIFIER_nondet_int()"


@dataclasses.dataclass
class _Loop:
    name: str
    comment: str
    body: str
    sizes: list[int]
    # (text, its replacement, inputs for a size); several bugs, several tasks
    bugs: list[tuple[str, str, Callable[[int], list[int]]]] = (
        dataclasses.field(default_factory=list))
    before: str = ""  # functions and globals
    functions: tuple[str, ...] = ("int",)


def tasks(recipes: dict):
    for number, loop in enumerate(_LOOPS):
        for index, size in enumerate(loop.sizes):
            style = ASSERT if (number + index) % 2 else REACH_ERROR
            yield _program(loop, size, SAFE, style, "", loop.body, loop.before)
            for which, (old, new, inputs) in enumerate(loop.bugs):
                assert old in loop.body + loop.before, (loop.name, old)
                yield _program(loop, size, UNSAFE, style, "_" + "abc"[which],
                               loop.body.replace(old, new),
                               loop.before.replace(old, new), inputs(size))


def _program(loop, size, expected, style, suffix, body, before,
             witness=None) -> Program:
    text = f"{before}\nint main(void) {{\n{indent(body, 2)}  return 0;\n}}\n"
    text = re.sub(r"@check:([^@]*)@", lambda m: check(m[1], style), text)
    text = re.sub(r"\bN\b", str(size), text.replace("nondet()", NONDET))
    size_name = f"_{size}" if len(loop.sizes) > 1 else ""
    return Program("loops", f"{loop.name}{size_name}_{expected.lower()}{suffix}",
                   expected,
                   header(f"{loop.comment}\nThe answer is {expected}.", style,
                          loop.functions) + "\n" + text.lstrip("\n"),
                   style, witness)


_LOOPS = [
    _Loop("up_and_down", "Counts up with i to any n, then down with j: k = j in "
          "the second loop,\nwhich needs no arithmetic to see.",
          """\
int n = nondet();
int i = 0;
int k = 0;
while (i < n) {
  i = i + 1;
  k = k + 1;
}
int j = n;
while (j > 0) {
  @check:k > 0@
  j = j - 1;
  k = k - 1;
}
""", [0], [("int j = n;", "int j = n + (n == 5);", lambda n: [5]),
           ("  k = k + 1;", "  if (i != 4) { k = k + 1; }", lambda n: [6])]),
    _Loop("follower", "i follows j: j = i or j = i + 1 is inductive.",
          """\
int i = 0;
int j = 0;
while (nondet() && j < N) {
  if (i < j) {
    i = i + 1;
  }
  j = j + 1;
}
@check:j == i || j == i + 1@
""", [10, 100, 1000],
          [("if (i < j)", "if (i < j && j != 7)", lambda n: [1] * 9 + [0])]),
    _Loop("phases", "y stays until x is half of N, then both go up together.",
          """\
int x = 0;
int y = N;
while (x < 2 * N) {
  if (x >= N) {
    y = y + 1;
  }
  x = x + 1;
}
@check:y == 2 * N@
""", [5, 50, 500], [("if (x >= N)", "if (x > N)", lambda n: [])]),
    _Loop("lockstep", "Two copies of one computation on the same input: equal, "
          "whatever the\noperators mean.",
          """\
unsigned a = __VERIFIER_nondet_uint();
unsigned b = a;
while (nondet()) {
  unsigned input = __VERIFIER_nondet_uint();
  a = (a * 31 + input) ^ (a >> N);
  b = (b * 31 + input) ^ (b >> N);
}
@check:a == b@
""", [3, 11], [("b = (b * 31 + input)", "b = (b * 31 + input + (input == 13))",
                lambda n: [1, 1, 2, 1, 13, 0])], functions=("int", "uint")),
    _Loop("nested", "Both loops keep k = i * N without a product: count is reset "
          "to N each time.",
          """\
int i = 0;
int total = 0;
while (i < N) {
  int j = 0;
  int before = total;
  while (j < i) {
    j = j + 1;
    total = total + 1;
  }
  @check:total == before + i@
  i = i + 1;
}
@check:i == N && total >= 0@
""", [3, 10, 40], [("total = total + 1;",
                    "total = total + 1 + (i == N - 1 && j == i);",
                    lambda n: [])]),
    _Loop("bounded_sum", "A sum of at most N terms of at most 10 each.",
          """\
int count = 0;
int sum = 0;
while (count < N) {
  int term = nondet();
  if (term < 0 || term > 10) {
    break;
  }
  sum = sum + term;
  count = count + 1;
}
@check:sum >= 0 && sum <= 10 * N@
""", [5, 20, 100], [("term > 10", "term > 11", lambda n: [11] * n)]),
    _Loop("triangle", "The sum of 1 to n is n (n + 1) / 2.",
          """\
int n = nondet();
if (n < 0 || n > N) {
  return 0;
}
int i = 0;
int sum = 0;
while (i < n) {
  i = i + 1;
  sum = sum + i;
}
@check:2 * sum == n * (n + 1)@
""", [5, 20, 1000], [("i = i + 1;", "i = i + 1 + (i == 3);", lambda n: [5])]),
    _Loop("parity", "Steps of two from zero never meet an odd number, also "
          "when they wrap.",
          """\
unsigned x = 0;
while (nondet()) {
  if (nondet()) {
    x = x + 2;
  } else {
    x = x - 4;
  }
  @check:x != N@
}
""", [7, 1001], [("x = x - 4", "x = x - 3", lambda n: [1, 1] * ((n + 3) // 2)
                  + [1, 0])]),
    _Loop("shuffle", "Swapping three values keeps their set.",
          """\
int a = nondet();
int b = nondet();
int c = nondet();
int old_a = a;
int old_b = b;
int old_c = c;
while (nondet()) {
  int which = nondet();
  int t = a;
  if (which == 1) {
    a = b;
    b = t;
  } else if (which == 2) {
    a = c;
    c = t;
  } else {
    t = b;
    b = c;
    c = t;
  }
}
@check:(a == old_a || a == old_b || a == old_c) && (b == old_a || b == old_b || b == old_c)@
@check:a == old_a || b == old_a || c == old_a@
""", [0], [("  } else {\n    t = b;", "  } else {\n    t = a;",
            lambda n: [1, 2, 3, 1, 1, 1, 3, 0])]),
    _Loop("subtract", "Greatest common divisor by subtraction stays positive.",
          """\
int a = nondet();
int b = nondet();
if (a <= 0 || b <= 0 || a > N || b > N) {
  return 0;
}
while (a != b) {
  if (a > b) {
    a = a - b;
  } else {
    b = b - a;
  }
  @check:a > 0 && b > 0@
}
""", [10, 100000], [("while (a != b)", "while (nondet())",
                     lambda n: [4, 6, 1, 1, 1, 1])]),
    _Loop("divide", "Division by repeated subtraction.",
          """\
int x = nondet();
int d = nondet();
if (x < 0 || x > N || d <= 0 || d > N) {
  return 0;
}
int q = 0;
int r = x;
while (r >= d) {
  r = r - d;
  q = q + 1;
}
@check:r >= 0 && r < d@
@check:q * d + r == x@
""", [10, 1000], [("while (r >= d)", "while (r > d)", lambda n: [9, 3])]),
    _Loop("ring", "A counter modulo N and a flag for its wrapping.",
          """\
int at = 0;
int wrapped = 0;
while (nondet()) {
  at = at + 1;
  if (at == N) {
    at = 0;
    wrapped = 1;
  }
  @check:at >= 0 && at < N@
  @check:wrapped == 1 || at > 0@
}
""", [4, 16, 250], [("wrapped = 1;", "wrapped = !wrapped;",
                     lambda n: [1] * (2 * n))]),
    _Loop("narrow", "Eight bits wrap: never above 255, and zero again after 256 "
          "steps of one.",
          """\
unsigned char c = 0;
int steps = 0;
while (steps < N && nondet()) {
  c = c + 1;
  steps = steps + 1;
}
@check:steps >= 256 || c == steps@
""", [300, 1000], [("steps >= 256 || c", "c",
                   lambda n: [1] * 256 + [0])]),
    _Loop("lock_and_retry", "old == new exactly when the lock was kept.",
          """\
int lock = 0;
int old = 0;
int new = nondet();
do {
  @check:lock == 0@
  lock = 1;
  old = new;
  if (nondet()) {
    @check:lock == 1@
    lock = 0;
    new = new ^ 1;
  }
} while (new != old);
@check:lock == 1@
""", [0], [("new = new ^ 1", "new = new ^ (new != N)", lambda n: [0, 1])]),
    _Loop("toggle", "Bits toggled in pairs: their parity stays.",
          """\
unsigned bits = 0;
while (nondet()) {
  if (nondet()) {
    bits = bits ^ 3;
  } else if (nondet()) {
    bits = bits ^ 5;
  } else {
    bits = (bits << 1) | ((bits >> 2) & 1);
    bits = bits & 7;
  }
}
@check:bits != 1 && bits != 2 && bits != 4 && bits != 7@
""", [0], [("bits = bits ^ 5", "bits = bits ^ 4", lambda n: [1, 0, 1, 0])]),
    _Loop("procedures", "A global behind two functions; the cap holds between "
          "calls.",
          """\
while (nondet()) {
  if (nondet()) {
    put(nondet());
  } else {
    take();
  }
  @check:stored >= 0 && stored <= N@
}
""", [5, 1000], [("stored + amount > N", "stored + amount > N + 1",
                  lambda n: [1, 1, n, 1, 1, 1] if n < 1000 else
                  [1, 1, 500, 1, 1, 500, 1, 1, 1])],
          before="""\
static int stored = 0;
static void put(int amount) {
  if (amount <= 0 || amount > 500 || stored + amount > N) {
    return;
  }
  stored = stored + amount;
}
static void take(void) {
  if (stored > 0) {
    stored = stored - 1;
  }
}
"""),
    _Loop("two_counters", "x and y drift apart by at most one each time z is "
          "spent.",
          """\
int x = 0;
int y = 0;
int z = N;
while (nondet()) {
  if (nondet() && z > 0) {
    x = x + 1;
    z = z - 1;
  } else if (x < 1000000) {
    x = x + 1;
    y = y + 1;
  }
  @check:x - y == N - z@
}
@check:x - y <= N@
""", [5, 100], [("z > 0", "z >= 0", lambda n: [1, 1] * (n + 1) + [0])]),
    _Loop("first_failure", "The index of the first failing reading, seen again "
          "afterwards.",
          """\
int first = -1;
int i = 0;
while (i < N) {
  int ok = nondet();
  if (ok == 0 && first == -1) {
    first = i;
  }
  @check:first <= i && (ok != 0 || first >= 0)@
  i = i + 1;
}
@check:first >= -1 && first < N@
""", [8, 64], [("first == -1) {", "first <= 0) {\n    if (first == 0) { first = N; } else",
                lambda n: [0, 0, 1])]),
]
