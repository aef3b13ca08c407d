#!/usr/bin/env python3
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random functions that are given pointers, run with what they are said to need.

  fuzzneeds.py --tool=sooth --clang=clang --seeds=1..50

Each function is given pointers to numbers, characters, unions, structures, types with
may_alias, and to nothing that is known; writes and reads there, copies bytes, frees,
calls others, some with contracts, and asserts what it has written. A driver
calls it with arguments that have what the checks which are said to hold need, and nothing
more: exactly so many bytes, aligned as little as is said or declared, null where that
is allowed, in one object where that is not excluded. It is compiled with sanitizers for
addresses and undefined behaviour. In no line anything may fail if all its checks
are said to hold.

C excludes by types what the sanitizers do not see: that memory is read as another type
than it was last written with. So the program says of each access what its type is, and the
driver keeps book: a run that comes to such a read ends, and says nothing.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from openanswers import preconditions

PROGRAM = """\
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>
#include <string.h>
#ifndef AT
#define AT
#define RD(K, L) (L)
#define WR(K, L, V) ((L) = (V))
#define MV(TO, FROM, N) memmove(TO, FROM, N)
#define ST(TO, N) memset(TO, 0, N)
#endif
union both { int i; float f; };
union wide { long l; double d; int i[2]; };
struct pair { int i; float f; };
struct held { long l; union both u; };
struct __attribute__((packed)) tight { char c; int i; };
typedef int __attribute__((may_alias)) any_int;
enum level { LOW, HIGH };
"""

# By type of a parameter, where an access may be: its kind, how C says it, and its type.
# KINDS: of a kind that is not CHAR, memory has the type after a write.
PLACES = {
    "int": [("INT", "*{p}", "int"), ("INT", "{p}[1]", "int")],
    "unsigned": [("INT", "*{p}", "unsigned")],
    "enum level": [("INT", "*{p}", "enum level")],
    "float": [("FLOAT", "*{p}", "float"), ("FLOAT", "{p}[1]", "float")],
    "long": [("LONG", "*{p}", "long"), ("CHAR", "*(any_int *){p}", "int")],
    "double": [("DOUBLE", "*{p}", "double")],
    "short": [("SHORT", "{p}[1]", "short")],
    "char": [("CHAR", "*{p}", "char"), ("INT", "*(int *){p}", "int"),
             ("CHAR", "{p}[3]", "char"), ("INT", "*(int *)({p} + 2)", "int")],
    "void": [("INT", "*(int *){p}", "int"), ("LONG", "*(long *){p}", "long"),
             ("FLOAT", "*(float *){p}", "float"), ("CHAR", "*(char *){p}", "char")],
    "any_int": [("CHAR", "*{p}", "int")],
    "union both": [("ANY_INT", "{p}->i", "int"), ("ANY_FLOAT", "{p}->f", "float")],
    "union wide": [("ANY_LONG", "{p}->l", "long"), ("ANY_DOUBLE", "{p}->d", "double"),
                   ("ANY_INT", "{p}->i[1]", "int")],
    "struct pair": [("INT", "{p}->i", "int"), ("FLOAT", "{p}->f", "float"),
                    ("INT", "{p}[1].i", "int")],
    "struct held": [("LONG", "{p}->l", "long"), ("ANY_INT", "{p}->u.i", "int"),
                    ("ANY_FLOAT", "{p}->u.f", "float")],
    "struct tight": [("INT", "{p}->i", "int"), ("CHAR", "{p}->c", "char")],
}
# What may be a later element of an array that another pointer leads to.
ELEMENTS = {"struct pair": 8, "union both": 4, "union wide": 8, "struct held": 16}
# Where in a structure something else may be that a pointer leads to.
PARTS = {"struct pair": 4, "union wide": 4, "struct held": 8}
ALIGNED = {"int": 4, "unsigned": 4, "enum level": 4, "float": 4, "long": 8, "double": 8,
           "short": 2, "char": 1, "void": 1, "any_int": 4, "union both": 4,
           "union wide": 8, "struct pair": 4, "struct held": 8, "struct tight": 1}

DRIVER = """\
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
enum {{ NONE, CHAR, INT, FLOAT, LONG, DOUBLE, SHORT,
       ANY_INT, ANY_FLOAT, ANY_LONG, ANY_DOUBLE }};
static const int plain[] = {{NONE, CHAR, INT, FLOAT, LONG, DOUBLE, SHORT,
                            INT, FLOAT, LONG, DOUBLE}};
static volatile int *at;
/* The types of bytes, by their addresses. */
static unsigned char types[1 << 20];
#define TYPE(P, K) types[((unsigned long)(P) + (K)) % sizeof types]
static void reads(int kind, const void *p, unsigned long n) {{
  for (unsigned long k = 0; k < n && kind != CHAR && kind < ANY_INT; ++k)
    if (TYPE(p, k) != NONE && TYPE(p, k) != kind) _exit(77);
}}
static void writes(int kind, void *p, unsigned long n) {{
  for (unsigned long k = 0; k < n && kind != CHAR; ++k) TYPE(p, k) = plain[kind];
}}
static void moves(void *to, const void *from, unsigned long n) {{
  unsigned char old[64];
  for (unsigned long k = 0; k < n; ++k) old[k] = TYPE(from, k);
  memmove(to, from, n);
  for (unsigned long k = 0; k < n; ++k) TYPE(to, k) = old[k];
}}
#define AT *at = __LINE__;
#define RD(K, L) (reads(K, (const void *)&(L), sizeof(L)), (L))
#define WR(K, L, V) do {{ (L) = (V); writes(K, &(L), sizeof(L)); }} while (0)
#define MV(TO, FROM, N) moves(TO, FROM, N)
#define ST(TO, N) memset(TO, 0, N)
#include "program.c"
static unsigned state = {seed};
static unsigned any(unsigned n) {{
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % n;
}}
/* An object of so many bytes, at an address that is an odd multiple. */
static char *object(unsigned long before, unsigned long bytes, unsigned long aligned,
                    int may_be_freed) {{
  unsigned long shift = may_be_freed || aligned >= 16 ? 0 : aligned;
  while (shift < before) shift += 2 * aligned;
  char *p = malloc(shift + bytes);
  for (unsigned long k = 0; k < shift + bytes; ++k) {{
    p[k] = (char)any(3);
    TYPE(p, k) = NONE;
  }}
  return p + shift;
}}
static void call(void) {{
{call}
}}
int main(void) {{
  at = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (!freopen("/dev/null", "w", stderr)) return 1;
  for (int run = 0; run < {runs}; ++run, any(2)) {{
    *at = 0;
    pid_t child = fork();
    if (child == 0) {{
      call();
      _exit(0);
    }}
    int status;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || (WEXITSTATUS(status) && WEXITSTATUS(status) != 77))
      printf("%d\\n", *at);
    for (int k = 0; k < 37; ++k) any(2);
  }}
  return 0;
}}
"""


class Function:
    """One function, whose statements stand in lines of their own."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        pick = self.random.choice
        types = list(PLACES)
        first = pick([self.random.sample(types, self.random.randint(1, 3))] * 2 +
                     [[pick(list(PARTS)), pick(["int", "float", "any_int"])]])
        self.parameters = [(f"p{k}", pick(first), pick(["", "", "", "restrict "]))
                           for k in range(self.random.randint(2, 3))]
        self.frees = pick([True, False, False])
        self.helpers = []

    def place(self):
        name, of, _ = self.random.choice(self.parameters)
        kind, text, what = self.random.choice(PLACES[of])
        return kind, text.format(p=name), what

    def name(self):
        return self.random.choice(self.parameters)[0]

    def helper(self):
        """A function that writes through one pointer, some with a contract."""
        _, of, _ = self.random.choice(self.parameters)
        kind, text, what = self.random.choice(PLACES[of])
        name = f"put{len(self.helpers)}"
        place = text.format(p="to")
        size = "1" if of == "void" else "sizeof *to"
        contract = self.random.choice([
            "", "", f"sooth_requires(sooth_valid(to, {size})); "
                    f"sooth_assigns({place}); "])
        if contract and ("(" in place or "[" in place):
            contract = ""
        # What a contract requires is for the call to keep to.
        line = contract or "AT "
        self.helpers.append(f"static void {name}({of} *to, {what} v) "
                            f"{{ {line}WR({kind}, {place}, v); }}")
        same = [n for n, t, _ in self.parameters if t == of]
        return f"{name}({self.random.choice(same)}, {self.random.randint(1, 9)});"

    def statement(self):
        pick = self.random.choice
        kind, place, _ = self.place()
        value = self.random.randint(1, 9)
        choices = [f"WR({kind}, {place}, {value});"] * 6
        choices += [f"r += RD({kind}, {place}) != 0;"] * 3
        choices += [f"MV({self.name()}, {self.name()}, 4);",
                    f"ST({self.name()}, {pick([4, 8])});",
                    f"if (n > {pick([0, 3])}) WR({kind}, {place}, {value});",
                    f"for (int k = 0; k < 2; ++k) WR({kind}, {place}, k);"]
        choices += [f"if ((void *){self.name()} {pick(['==', '!='])} (void *)&{place}) "
                    f"{pick(['r += 1;', 'return r;'])}"] * 2
        if self.frees:
            choices += [f"if (n > {pick([1, 5])}) free({self.name()});",
                        f"free({self.name()});"]
        if pick(range(5)) == 0:
            return [self.helper()]
        return [pick(choices)]

    def checked(self):
        """A write whose value is expected to be there after some statements."""
        kind, place, _ = self.place()
        value = self.random.randint(1, 9)
        body = [f"WR({kind}, {place}, {value});"]
        for _ in range(self.random.randint(1, 2)):
            body += self.statement()
        return [*body, f"assert(RD({kind}, {place}) == {value});"]

    def program(self):
        body = []
        for _ in range(self.random.randint(1, 3)):
            body += self.random.choice([self.checked, self.checked, self.statement])()
        heads = ", ".join(f"{of} *{q}{name}" for name, of, q in self.parameters)
        lines = "\n".join(f"  AT {line}" for line in body)
        helpers = "".join(h + "\n" for h in self.helpers)
        return (f"{PROGRAM}{helpers}unsigned f({heads}, int n) {{\n  unsigned r = 0;\n"
                f"{lines}\n  return r;\n}}\n")


UNDERSTOOD = {"memory", "apart", "aligned", "calls"}


def answers(report, lines):
    """The lines all of whose checks are said to hold, for needs that this knows; and
    what these need."""
    said, needs = {}, []
    for a in report["assertions"]:
        told = preconditions(report, a)
        holds = a["result"] == "Safe" and all(
            n["kind"] in UNDERSTOOD and not n.get("expressions") and
            not n.get("needy") for n in told)
        said[a["line"]] = said.get(a["line"], True) and holds
    for a in report["assertions"]:
        if said[a["line"]]:
            needs += preconditions(report, a)
    # A line without checks that are told has none that hold.
    return {line for line in range(1, lines + 1) if said.get(line)}, needs


class Call:
    """Code that makes the arguments."""

    def __init__(self, function, needs):
        self.function = function
        self.bytes = {name: 0 for name, _, _ in function.parameters}
        self.before, self.null = dict(self.bytes), {n: True for n in self.bytes}
        self.aligned = {n: ALIGNED[of] for n, of, _ in function.parameters}
        self.apart = set()
        for need in needs:
            name = need.get("argument", {}).get("name")
            if need["kind"] == "memory":
                self.bytes[name] = max(self.bytes[name], need.get("bytes", 0))
                self.before[name] = max(self.before[name], need.get("bytesBefore", 0))
                self.null[name] &= need.get("mayBeNull", False)
            elif need["kind"] == "aligned":
                self.aligned[name] = max(self.aligned[name], need["bytes"])
            elif need["kind"] == "apart" and name:
                self.apart.add(frozenset([name, need["other"]["name"]]))

    def partitions(self, names):
        """All ways to have arguments in one object that need not be apart."""
        if not names:
            return [[]]
        found = []
        for rest in self.partitions(names[1:]):
            found.append([[names[0]], *rest])
            for k, block in enumerate(rest):
                if not any(frozenset([names[0], other]) in self.apart for other in block):
                    found.append([*rest[:k], [names[0], *block], *rest[k + 1:]])
        return found

    def code(self):
        """What is shared is as large, and as aligned, as one of them needs; it may be
        an array, of which one of them leads to another element, or a structure, of
        which one of them leads to another member."""
        names = list(self.bytes)
        ways = self.partitions(names)
        lines = [f"  char *{', *'.join(names)};", f"  switch (any({len(ways)})) {{"]
        for k, way in enumerate(ways):
            lines.append(f"  case {k}:")
            for block in way:
                before, size, aligned = (max(of[name] for name in block) for of in
                                         (self.before, self.bytes, self.aligned))
                of = {n: t for n, t, _ in self.function.parameters}
                part = max(PARTS.get(of[name], 0) for name in block)
                steps = {name: ELEMENTS.get(of[name], 0 if part % ALIGNED[of[name]]
                                            else part) for name in block}
                if self.function.frees or len(block) == 1:
                    steps = dict.fromkeys(block, 0)
                lines.append(f"    {' = '.join(block)} = object({before}, "
                             f"{size + max(steps.values())}, "
                             f"{aligned}, {int(self.function.frees)});")
                lines += [f"    {name} += any(2) * {step};"
                          for name, step in steps.items() if step]
            lines.append("    break;")
        lines.append("  }")
        lines += [f"  if (any(4) == 0) {name} = 0;" for name in names if self.null[name]]
        given = ", ".join(f"(void *){name}" for name in names)
        lines.append(f"  f({given}, (int)any(9) - 1);")
        return "\n".join(lines)


def failing_lines(options, folder, seed, call):
    (folder / "run.c").write_text(
        DRIVER.format(seed=seed, call=call.code(), runs=options.runs))
    subprocess.run([options.clang, "-w", "-O0", "-g", f"-I{options.headers}",
                    "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
                    str(folder / "run.c"), "-o", str(folder / "run")], check=True)
    out = subprocess.run(
        [str(folder / "run")], capture_output=True, text=True, check=True,
        env={"ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1"})
    return {int(line) for line in out.stdout.split()}


def judge(options, folder, seed, counts):
    function = Function(seed)
    program = function.program()
    path = folder / "program.c"
    path.write_text(program)
    out = subprocess.run(
        [options.tool, "--check=memory,assert", f"--timeout={options.timeout}",
         "--json", str(path)], capture_output=True, text=True, check=False)
    try:
        report = json.loads(out.stdout)
    except json.JSONDecodeError:
        counts["wrong"] += 1
        print(f"seed {seed}: no report: {out.stderr}\n{program}")
        return
    for a in report["assertions"]:
        kind = a["result"]
        if kind == "Safe" and a.get("preconditions"):
            kind = "proved if"
        counts[kind] += 1
    holds, needs = answers(report, len(program.split("\n")))
    for line in sorted(failing_lines(options, folder, seed, Call(function, needs))):
        if line in holds:
            counts["wrong"] += 1
            told = sorted({n["text"] for n in needs})
            print(f"seed {seed}, line {line}: fails, though {told}\n{program}")
            return


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--clang", required=True)
    parser.add_argument("--headers", default=str(
        Path(__file__).resolve().parents[2] / "runtime"))
    parser.add_argument("--seeds", default="1..50")
    parser.add_argument("--timeout", default="5")
    parser.add_argument("--runs", type=int, default=60, help="of each function")
    options = parser.parse_args()
    first, last = map(int, options.seeds.split(".."))
    counts = dict.fromkeys(["Safe", "proved if", "Unsafe", "Unknown", "wrong"], 0)
    with tempfile.TemporaryDirectory(prefix="fuzzneeds-") as name:
        for seed in range(first, last + 1):
            judge(options, Path(name), seed, counts)
    print(", ".join(f"{n} {what}" for what, n in counts.items()))
    sys.exit(counts["wrong"] > 0)


if __name__ == "__main__":
    main()
