#!/usr/bin/env python3
"""Runs C programs before and after the pass sooth-prepare and compares.

compare-runs.py <LLVM's bin directory> <SoothPasses.so> <scratch directory>
                <program.c>...

For a number of seeds (runtime.c), the exit status must be the same without
slicing, and with slicing the program must fail (status 77) exactly if it did
before. In programs whose first line says "sanitize", a sanitizer's check that
fails is a failure, too.
"""
import os
import subprocess
import sys

ERROR = 77
ENDLESS = "endless"
SEEDS = 12
HERE = os.path.dirname(os.path.abspath(__file__))


class Tools:
    def __init__(self, llvm_bin, plugin, scratch):
        self.bin, self.plugin, self.scratch = llvm_bin, plugin, scratch
        os.makedirs(scratch, exist_ok=True)
        self.runtime = self.compile(os.path.join(HERE, "runtime.c"))

    def call(self, tool, *args):
        subprocess.run([os.path.join(self.bin, tool), *args], check=True)

    def path(self, source, suffix):
        name = os.path.splitext(os.path.basename(source))[0]
        return os.path.join(self.scratch, name + suffix)

    def compile(self, source):
        output = self.path(source, ".bc")
        self.call("clang", "-g", "-O0", "-Xclang", "-disable-O0-optnone", "-w",
                  "-Wno-implicit-function-declaration",
                  "-std=gnu11", *sanitizers(source), "-emit-llvm", "-c", source,
                  "-o", output)
        return output

    def prepare(self, bitcode, passes, suffix):
        output = self.path(bitcode, suffix)
        self.call("opt", "-load-pass-plugin=" + self.plugin,
                  "-passes=" + passes, bitcode, "-o", output)
        return self.link(output)

    def link(self, bitcode):
        output = self.path(bitcode, ".exe")
        self.call("clang", "-O0", "-Wno-override-module", bitcode, self.runtime,
                  "-o", output)
        return output

    def run(self, program, seed):
        """The exit status, or ENDLESS. Native code, because lli takes longer to
        start than these programs to run."""
        try:
            return subprocess.run(
                [program], env=dict(os.environ, SEED=str(seed)),
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                timeout=1).returncode
        except subprocess.TimeoutExpired:
            return ENDLESS


def sanitizers(source):
    with open(source, encoding="utf-8") as text:
        if "sanitize" in text.readline():
            return ["-fsanitize=signed-integer-overflow,shift",
                    "-fsanitize-trap=all", "-ftrap-function=reach_error"]
    return []


def is_error(status):
    return status == ERROR


def compare(tools, source):
    original = tools.compile(source)
    linked = tools.link(original)
    whole = tools.prepare(original, "sooth-prepare<no-slice;recursion-depth=0>", ".whole.bc")
    slice_ = tools.prepare(original, "sooth-prepare<recursion-depth=0>", ".slice.bc")
    threaded = tools.prepare(
        original, "thread-globals<whole-program>,slice-assertions,"
        "function(split-calls)", ".threaded.bc")
    calls = tools.prepare(
        original, "sooth-prepare<no-inline>,function(split-calls)", ".calls.bc")
    failures, errors = [], 0
    for seed in range(SEEDS):
        expected = tools.run(linked, seed)
        errors += is_error(expected)
        if ENDLESS == expected and seed:
            continue  # Once is slow enough.
        got = tools.run(whole, seed)
        if got != expected:
            failures.append(f"seed {seed}: status {got} instead of {expected}")
        for name, program in (("slice", slice_), ("threaded", threaded),
                              ("calls", calls)):
            got = tools.run(program, seed)
            if is_error(got) != is_error(expected):
                failures.append(f"seed {seed}: {name}: status {got}, "
                                f"but {expected} before")
    name = os.path.basename(source)
    print(f"{name}: {errors} of {SEEDS} runs fail;",
          "as before" if not failures else "; ".join(failures))
    return not failures


def main():
    tools = Tools(*sys.argv[1:4])
    if not all([compare(tools, source) for source in sys.argv[4:]]):
        sys.exit(1)


main()
