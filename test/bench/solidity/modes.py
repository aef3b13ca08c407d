#!/usr/bin/env python3
"""The same contracts with each kind of arithmetic.

    modes.py FOLDER... --tool=PATH [--solc=CMD] [--whole] [--timeout=N] [--each=N]

Compiles each contract of the folders once, and verifies it (function by function; with
--whole, over all transactions): how many verdicts of each kind there are, and seconds of
processor time of all processes for each file, without the compiler's.
"""
import argparse
import collections
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile


def seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="+")
    parser.add_argument("--tool", required=True)
    parser.add_argument("--solc")
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--timeout", type=float, default=10, help="for each function or contract")
    parser.add_argument("--each", type=int, default=1, help="each Nth contract only")
    parser.add_argument("--show", action="store_true", help="the verdicts")
    arguments = parser.parse_args()
    paths = sorted(os.path.join(base, name) for folder in arguments.folder
                   for base, _, names in os.walk(folder) for name in names if name.endswith(".sol"))
    options = ["--timeout-each=%g" % arguments.timeout]
    if not arguments.whole:
        options += ["--modular", "--loops=annotated"]
    counts, times = collections.defaultdict(collections.Counter), collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        for path in paths[::arguments.each]:
            tree = os.path.join(folder, "tree.json")
            command = [arguments.tool, "--emit=ast", "-o", tree, os.path.basename(path)]
            if arguments.solc:
                command.append("--solc=" + os.path.abspath(arguments.solc))
            if subprocess.run(command, capture_output=True, check=False,
                              cwd=os.path.dirname(path) or ".").returncode:
                continue
            for mode in ("int", "bv", "mod", "mod-overflow"):
                before = seconds()
                done = subprocess.run([arguments.tool, "--arithmetic=" + mode, "--ast", tree] + options,
                                      capture_output=True, text=True, check=False)
                times[mode].append(seconds() - before)
                verdicts = re.findall(r"^(\S+): ([A-Z ]+)$", done.stdout, re.M)
                counts[mode].update(verdict for _, verdict in verdicts)
                if arguments.show:
                    print("%-13s %6.2f s  %s" % (mode, times[mode][-1], ", ".join(
                        "%s %s" % verdict for verdict in verdicts)), flush=True)
    for mode, of in times.items():
        print("%-13s %3d files, median %.2f s, mean %.2f s, most %.1f s: %s" % (
            mode, len(of), statistics.median(of), statistics.mean(of), max(of),
            ", ".join("%d %s" % (n, v) for v, n in counts[mode].most_common())))


if __name__ == "__main__":
    sys.exit(main())
