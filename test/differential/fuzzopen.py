#!/usr/bin/env python3
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random functions that are given pointers, against runs on random heaps.

  fuzzopen.py --tool=sooth --clang=clang --seeds=1..50

Each function walks and changes lists that its caller made, and ends in an
assertion. What is proved with --environment=valid must hold on every heap that a
driver makes at random; a violation is expected to be seen on some of them, and
is counted as not seen otherwise. A wrong proof is exit code 1.

With --mode=checks there are several assertions, before, in and after recursion,
and each has its own answer. With --mode=calls they come before and after calls of
recursive functions that change what they are given, and of which only is known what
they may change (--calls=summarized). With --mode=strings, functions read strings that end
where memory ends, which is what --environment=strings says of them.

With --mode=unseen, functions call others that have no body, which return what they
were given, then or before, or what is in memory that they know, and write what they are
given; in every second one it calls them through pointers.

With --mode=needs, functions call others with NULL, with too little memory, with
memory that is gone and with what they need, to any depth. Compiled with the address
sanitizer they are run with the arguments that the functions are said to need: no
function that is said to keep to what it calls may fail, nor anything in it; and a
violation must be seen where the function is called that is to blame.

With --mode=ordered, functions order and subtract pointers. Compiled with the address
sanitizer they are run with pointers anywhere into one array, which has as many bytes behind
them as the functions are said to need: in no line an access may fail that is said to hold.

With --mode=around, functions go back from pointers that lead to the middle of arrays and
structures, and read pointers where numbers are, too. What is asserted behind that and
proved must hold where they do.

With --mode=given, functions use what they are given, and what is there, as indices and
numbers of bytes. Compiled with sanitizers they are run with anything; where what a check
is said to need is true of that, by C's own reading of the text, it may not fail.

With --mode=replay, functions are given structures and numbers of all kinds, read and
write global variables, free what they are given, and compute what may be undefined.
Each violation that is told, with one environment or another, must happen when its
harness runs under clang's sanitizers for addresses and undefined behaviour.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "corpus"))

import openruns  # noqa: E402
import randomgiven  # noqa: E402
import replays  # noqa: E402
from openanswers import (  # noqa: E402
    NeedsAnswer, answer, answers, ordered_answers, preconditions)
from randomopen import Body  # noqa: E402


def count(counts, said, fails, what, program):
    counts[said] += 1
    if said == "Safe" and fails:
        counts["wrong"] += 1
        print(f"{what}: proved, but fails natively\n{program}")
    if said == "Unsafe" and not fails:
        counts["not seen"] += 1
        print(f"{what}: violation that no run showed\n{program}")


def judge_one(options, folder, seed, counts):
    body = Body(seed)
    path = folder / "program.c"
    if options.mode == "strings":
        program, environment = body.strings(), "strings"
        driver = openruns.on_strings(program, seed)
    elif options.mode == "unseen":
        program, environment = body.unseen(), "valid"
        driver = openruns.with_unseen(program, seed)
        if seed % 2:
            program = body.through_pointers(program)
            driver = openruns.with_unseen_targets(program, seed)
    else:
        program, environment = body.program(), "valid"
        driver = openruns.on_heaps(program, seed)
    path.write_text(program)
    said = answer(options.tool, path, options.timeout, environment)
    fails = openruns.run_natively(options.clang, folder, driver) == 1
    if said == "nothing to check":  # what the condition says is plain
        said = "Safe"
    if said not in counts:
        print(f"seed {seed}: {said}\n{program}")
        said = "wrong"
    count(counts, said, fails, f"seed {seed}", program)


def judge_checks(options, folder, seed, counts):
    body = Body(seed)
    program = {"calls": body.calls, "around": body.around}.get(
        options.mode, body.recursive)()
    run = openruns.around if options.mode == "around" else openruns.for_each_check
    path = folder / "program.c"
    path.write_text(program)
    said = answers(options, path, program)
    # The numbers of those that fail, as bits.
    failed = openruns.run_natively(options.clang, folder, run(program, seed))
    for number, result in said.items():
        fails = failed >= 0 and failed >> number & 1
        count(counts, result, fails, f"seed {seed}, CHECK {number}", program)


def judge_needs(options, folder, seed, counts):
    program = Body(seed).needs()
    path = folder / "program.c"
    path.write_text(program)
    said = NeedsAnswer(options, path)
    seen = set()
    for name in said.entries(program):
        openruns.build_with_sanitizer(
            options.clang, folder, openruns.with_call(said.arguments(name), seed))
        for number in range(options.runs):
            frames = openruns.failing_frames(folder, number)
            if not frames:
                continue
            seen.update(frames)
            if not said.allows(frames):
                counts["wrong"] += 1
                print(f"seed {seed}, {name}: proved, but fails in {frames}\n"
                      f"{program}")
                break
    for line, checks in said.checks.items():
        for check in checks:
            counts[check["result"]] += 1
            if check["result"] == "Unsafe" and line not in seen:
                counts["not seen"] += 1
                print(f"seed {seed}, line {line}: violation that no run showed: "
                      f"{check['message']}\n{program}")


def judge_ordered(options, folder, seed, counts):
    program = Body(seed).ordered()
    path = folder / "program.c"
    path.write_text(program)
    said, sizes = ordered_answers(options, path)
    openruns.build_with_sanitizer(options.clang, folder,
                                  openruns.on_arrays(program, seed, sizes))
    fails = {frames[0] for number in range(options.runs)
             if (frames := openruns.failing_frames(folder, number))}
    for line, results in said.items():
        result = (results & {"Unsafe"} or results & {"Unknown"} or results).pop()
        count(counts, result, line in fails, f"seed {seed}, line {line}", program)


def judge_given(options, folder, seed, counts):
    program = randomgiven.Given(seed).program()
    path = folder / "program.c"
    path.write_text(program)
    out = subprocess.run(
        [options.tool, "--check=memory,shift", f"--timeout={options.timeout}",
         "--json", str(path)], capture_output=True, text=True, check=False)
    report = json.loads(out.stdout)
    needs, of_line = [], {}
    for a in report["assertions"]:
        counts[a["result"]] += 1
        if a["file"] != str(path):  # of a model of the C library
            continue
        texts = [randomgiven.in_c(n) for n in preconditions(report, a)]
        if a["result"] != "Safe" or None in texts:
            of_line[a["line"]] = None
            continue
        for text in filter(None, texts):
            if text not in needs:
                needs.append(text)
            if of_line.setdefault(a["line"], set()) is not None:
                of_line[a["line"]].add(needs.index(text))
        of_line.setdefault(a["line"], set())
    if len(needs) > 64:
        return
    for line, holds in randomgiven.failures(options.clang, folder, seed, needs,
                                            10 * options.runs):
        due = of_line.get(line, set())
        if due is not None and all(holds >> n & 1 for n in due):
            counts["wrong"] += 1
            told = [needs[n] for n in sorted(due)]
            print(f"seed {seed}, line {line}: fails, though {told}\n{program}")
            return


WAYS = [["--environment=valid"], ["--environment=any"], [],
        ["--entry=f", "--environment=valid"], ["--entry=f"],
        ["--entry=f", "--environment=counted"]]
SANITIZERS = "-fsanitize=address,undefined -fno-sanitize-recover=all"


def judge_replays(options, folder, seed, counts):
    path, program = folder / "program.c", Body(seed).replayed()
    path.write_text(program)
    harnesses = folder / f"{seed}"
    way = WAYS[seed % len(WAYS)]
    checks = "memory,overflow,div,shift" if seed % 4 else "assert"
    said = subprocess.run(
        [options.tool, f"--timeout={options.timeout}", "--json", "--all", *way,
         f"--check={checks}", f"--harness={harnesses}/", str(path)],
        capture_output=True, text=True, check=False)
    replayer = replays.Replayer(argparse.Namespace(
        clang=options.clang, symbolizer=None, emulator=""), str(folder))
    report = json.loads(said.stdout)
    for number, a in enumerate(report["assertions"]):
        counts[a["result"]] += 1
        if a["result"] != "Unsafe":
            continue
        problem = replay(replayer, a, report["notes"])
        if problem:
            counts["wrong"] += 1
            print(f"seed {seed} {' '.join(way)} --check={checks}: line {a['line']}: "
                  f"{a['message']}: not replayed: {problem}\n{program}")


def replay(replayer, violated, notes):
    """What is wrong with how the violation is replayed; empty if nothing is."""
    if "replay" not in violated:
        return "no harness"
    if any("the run cannot be replayed" in note for note in notes):
        return "" if violated["message"].startswith("read of uninit") else str(notes)
    command = violated["replay"]
    if "memory" not in re.search(r"-fsanitize=(\S+)|$", command)[0].split(","):
        command = re.sub(r" (\S+\.c) ", rf" {SANITIZERS} \1 ", command, count=1)
    with tempfile.TemporaryDirectory(dir=replayer.folder) as folder:
        problem, run = replayer.build("sooth: note: replay it with: " + command,
                                      folder)
        return problem or replayer.run(run, violated)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--clang", required=True)
    parser.add_argument("--seeds", default="1..50")
    parser.add_argument("--timeout", default="5")
    parser.add_argument("--mode", default="one",
                        choices=["one", "checks", "calls", "strings", "unseen",
                                 "needs", "ordered", "around", "given", "replay"])
    parser.add_argument("--runs", type=int, default=20,
                        help="of each function, with --mode=needs and --mode=ordered; ten "
                             "times as many with --mode=given")
    options = parser.parse_args()
    first, last = map(int, options.seeds.split(".."))
    counts = dict.fromkeys(["Safe", "Unsafe", "Unknown", "wrong", "not seen"], 0)
    judge = {"checks": judge_checks, "calls": judge_checks, "around": judge_checks,
             "needs": judge_needs, "ordered": judge_ordered,
             "given": judge_given,
             "replay": judge_replays}.get(
                 options.mode, judge_one)
    with tempfile.TemporaryDirectory(prefix="fuzzopen-") as name:
        for seed in range(first, last + 1):
            judge(options, Path(name), seed, counts)
    print(", ".join(f"{n} {what}" for what, n in counts.items()))
    sys.exit(counts["wrong"] > 0)


if __name__ == "__main__":
    main()
