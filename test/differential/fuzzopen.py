#!/usr/bin/env python3
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random functions that are given pointers, against runs on random heaps.

  fuzzopen.py --tool=sooth --clang=clang --seeds=1..50

Each function walks and changes lists that its caller made, and ends in an
assertion. What is proved with --environment=valid must hold on every heap that a
driver makes at random; a violation is expected to be seen on some of them, and
is counted as not seen otherwise. A wrong proof is exit code 1.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path

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
    case 2: return 1;
    }}
  }}
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
        a, b = self.value(), self.value()
        return self.random.choice([
            f"{a} == {b}", f"{a} <= {b}", f"{a} != {b} || p == q",
            f"{a} == {b} || p == q || r == q || r == p",
            f"{self.node()} != {self.node()}", f"{self.node()}->next != 0",
            f"x <= 4 || {a} == {b}", f"{a} >= {a}"])

    def program(self):
        lines = [self.statement() for _ in range(self.random.randint(1, 5))]
        return PROGRAM.format(body="\n".join("  " + s for s in lines),
                              condition=self.condition())


def answer(tool, path, timeout):
    out = subprocess.run(
        [tool, "--entry=f", "--environment=valid", f"--timeout={timeout}", str(path)],
        capture_output=True, text=True, check=False)
    return out.stdout.split("\n")[0].split(":")[0] or "error: " + out.stderr


def fails_natively(clang, folder, program, seed):
    (folder / "run.c").write_text(DRIVER.format(program=program, seed=seed))
    subprocess.run([clang, "-w", "-O0", "-fwrapv", str(folder / "run.c"),
                    "-o", str(folder / "run")], check=True)
    return subprocess.run([str(folder / "run")], check=False).returncode == 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--clang", required=True)
    parser.add_argument("--seeds", default="1..50")
    parser.add_argument("--timeout", default="5")
    options = parser.parse_args()
    first, last = map(int, options.seeds.split(".."))
    counts = dict.fromkeys(["Safe", "Unsafe", "Unknown", "wrong", "not seen"], 0)
    with tempfile.TemporaryDirectory(prefix="fuzzopen-") as name:
        folder = Path(name)
        for seed in range(first, last + 1):
            program = Body(seed).program()
            path = folder / "program.c"
            path.write_text(program)
            said = answer(options.tool, path, options.timeout)
            fails = fails_natively(options.clang, folder, program, seed)
            if said not in counts:
                print(f"seed {seed}: {said}\n{program}")
                said = "wrong"
            counts[said] += 1
            if said == "Safe" and fails:
                counts["wrong"] += 1
                print(f"seed {seed}: proved, but fails natively\n{program}")
            if said == "Unsafe" and not fails:
                counts["not seen"] += 1
                print(f"seed {seed}: violation that no run showed\n{program}")
    print(", ".join(f"{n} {what}" for what, n in counts.items()))
    sys.exit(counts["wrong"] > 0)


if __name__ == "__main__":
    main()
