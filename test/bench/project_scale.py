#!/usr/bin/env python3
"""How verifying a whole project grows: N files with ten checks each.

project_scale.py [--files=N] [--tool=sooth-project] [--folder=DIR] [-jN]

Measures it for the first time, again, again with nothing but the cache, and with
one function changed. Seconds are of processors, of all processes together.
"""
import argparse
import json
import pathlib
import resource
import subprocess
import tempfile
import time

FILE = """#include <assert.h>
static unsigned small{n}(unsigned k) {{ return k % {modulus}u; }}
int find{n}(const int *from, unsigned count, int what) {{
  for (unsigned i = 0; i < count; i++)
    if (from[i] == what)
      return (int)i;
  return -1;
}}
int sum{n}(unsigned k) {{
  int table[{modulus}];
  for (int i = 0; i < {modulus}; i++)
    table[i] = i;
  int sum = 0;
  for (int i = 0; i < {modulus}; i++)
    sum += table[i] > 3;
  assert(sum >= 0);
  return table[small{n}(k)];
}}
int step{n}(int x) {{
  int state = 0;
  while (x > 0) {{
    state = state == 2 ? 0 : state + 1;
    x--;
  }}
  assert(state >= 0);
  assert(state < 3);
  return state;
}}
int order{n}(int a, int b, int c) {{
  int low = a < b ? a : b, high = a < b ? b : a;
  if (c < low)
    low = c;
  if (c > high)
    high = c;
  assert(low <= high);
  assert(low <= a && low <= b);
  assert(high >= c);
  return high;
}}
"""


def generate(folder, count):
    commands = []
    for n in range(count):
        name = f"file{n}.c"
        (folder / name).write_text(FILE.format(n=n, modulus=5 + n % 7))
        commands.append(
            {"directory": str(folder), "file": name, "command": f"cc -c {name}"}
        )
    (folder / "compile_commands.json").write_text(json.dumps(commands))


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def figures(folder):
    total = {}
    answers = folder / "sooth-results" / "units"
    for path in answers.glob("*.answer"):
        statistics = json.loads(path.read_text())["report"].get("statistics", {})
        for name in ("cache.hits", "cache.misses", "solvers"):
            total[name] = total.get(name, 0) + int(statistics.get(name, 0))
    return total


def answers(folder):
    return {
        path.name: path.stat().st_mtime_ns
        for path in (folder / "sooth-results" / "units").glob("*.answer")
    }


def measure(what, folder, tool, jobs):
    before, start, old = processor_seconds(), time.time(), answers(folder)
    command = [tool, "-p", str(folder), "--check=memory", f"-j{jobs}"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds, wall = processor_seconds() - before, time.time() - start
    new = sum(old.get(name) != time for name, time in answers(folder).items())
    last = run.stdout.strip().splitlines()[-1] if run.stdout else run.stderr
    made = figures(folder) if new else {}
    print(
        f"| {what} | {new} | {seconds:.1f} | {wall:.1f} "
        f"| {made.get('solvers', 0)} | {made.get('cache.hits', 0)} "
        f"| {made.get('cache.misses', 0)} | {last} |",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--tool", default="sooth-project")
    parser.add_argument("--folder")
    parser.add_argument("-j", dest="jobs", type=int, default=2)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        folder = pathlib.Path(name).resolve()
        generate(folder, arguments.files)
        print(
            "| run | files verified | processor s | wall s | solvers "
            "| cache hits | misses | result |\n|---|---|---|---|---|---|---|---|"
        )

        def go(what):
            measure(what, folder, arguments.tool, arguments.jobs)

        go("first")
        go("again")
        for path in (folder / "sooth-results" / "units").glob("*.answer"):
            path.unlink()
        go("with the cache alone")
        changed = folder / "file0.c"
        changed.write_text(changed.read_text().replace("state == 2", "2 == state"))
        go("one function changed")


if __name__ == "__main__":
    main()
