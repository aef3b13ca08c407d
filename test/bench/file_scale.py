#!/usr/bin/env python3
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How verifying one large file grows: N functions, of which each leads to most.

file_scale.py [--functions=100,300,1000] [--tool=sooth] [--timeout=600]
              [--option=WORD ...]

Each function calls those whose numbers are a half and a third of its own, and
one through a table that all have in common. Seconds are of processors, of all
processes together. --option=--copied-code=100000000 leaves no code out.
"""
import argparse
import json
import pathlib
import resource
import subprocess
import tempfile

HEAD = """#include <stddef.h>
struct node { struct node *next; int values[4]; unsigned count; };
struct state { struct node *first; int errors; const char *name; };
static int total;
static struct state shared;
typedef int step(struct state *s, struct node *n, int k);
extern step *table[];
"""

FUNCTION = """
int step{n}(struct state *s, struct node *n, int k) {{
  if (!s || !n)
    return -1;
  int sum = {n};
  for (unsigned i = 0; i < 4; i++)
    sum = (sum + n->values[i]) & 0xffff;
  if (n->count < 4)
    n->values[n->count++] = sum;
  if (k > 0) {{
    {calls}
    sum ^= table[(unsigned)k % {all}](s, n, k - 1);
  }}
  if (sum == {n})
    s->errors++;
  total = sum;
  shared.errors = s->errors & 0xff;
  return sum;
}}
"""


def generate(count):
    text = HEAD
    for n in range(count):
        calls = " ".join(f"sum ^= step{n // part}(s, n->next, k - 1);"
                         for part in (2, 3) if n // part != n)
        text += FUNCTION.format(n=n, calls=calls, all=count)
    entries = ", ".join(f"step{n}" for n in range(count))
    return f"{text}\nstep *table[] = {{{entries}}};\n"


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(file, count, arguments):
    before = processor_seconds()
    run = subprocess.run(
        [arguments.tool, "--check=memory", "--json", f"--timeout={arguments.timeout}",
         *arguments.option, str(file)], capture_output=True, text=True, check=False)
    seconds = processor_seconds() - before
    report = json.loads(run.stdout)
    functions = report.get("functions", [])
    done = [f for f in functions if not f.get("notVerified")]
    holds = sum(a["result"] == "Safe" for a in report["assertions"])
    peak = report["statistics"].get("memory.peak.mb", 0)
    print(f"| {count} | {len(done)} | {len(report['assertions'])} | {holds} "
          f"| {seconds:.1f} | {seconds / max(len(done), 1):.2f} | {peak:.0f} |",
          flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--functions", default="100,300,1000", metavar="N,...")
    parser.add_argument("--tool", default="sooth")
    parser.add_argument("--timeout", type=int, default=600, metavar="SECONDS")
    parser.add_argument("--option", action="append", default=[], metavar="WORD")
    arguments = parser.parse_args()
    print("| functions | verified | checks | hold | processor s | each | MB |\n"
          "|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        for count in map(int, arguments.functions.split(",")):
            file = pathlib.Path(name) / "large.c"
            file.write_text(generate(count))
            measure(file, count, arguments)


if __name__ == "__main__":
    main()
