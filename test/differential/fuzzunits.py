#!/usr/bin/env python3
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random files without main, against sequences of calls of their functions.

  fuzzunits.py --tool=sooth --clang=clang --seeds=1..50

A file of randomunit.py is verified as others would see it: its functions may be called in
any order, with anything. Then a driver (unitruns.py) calls them natively, from the
beginning of the program, under clang's sanitizers, in many sequences. The first thing that
fails in a sequence is one check's failure. That this check is proved, without needs or with
needs that were true when its function was called, is a wrong proof, and exit code 1. So is,
with --replay-each=N, that in every N-th file a violation does not happen when its harness
runs.

What a file has can be left out (--without=weak,free), and so can what sequences do
(--never=shows,ends): pass what the file shows or returned to callers, pass memory again,
leave null in it, end or move it, pass members and elements, and (left out if nothing is
said, as that functions of others do not do that is told as an assumption) write what others see
while a function runs that the file calls through a pointer. With --reduce a file with a
wrong proof is made as small as it goes; with --keep=FOLDER these are kept, with the
sequence on top."""

import argparse
import collections
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "corpus"))

import randomunit  # noqa: E402
import replays  # noqa: E402
import unitruns  # noqa: E402
from openanswers import preconditions  # noqa: E402

MAY = {"shows": unitruns.SHOWS, "shares": unitruns.SHARES, "nulls": unitruns.NULLS,
       "ends": unitruns.ENDS, "parts": unitruns.PARTS, "writes": unitruns.WRITES}
Wrong = collections.namedtuple("Wrong", "failure checks needs")


def within_bounds(structure, condition):
    """Of "struct meter" and "-1 <= links[i] < 3"."""
    found = re.fullmatch(r"(?:(-?\d+) <= )?(\w+)(\[i\])?(?: < (-?\d+))?", condition)
    if not found:
        return "0"
    low, member, _, end = found.groups()
    return (f"WITHIN {structure.removeprefix('struct ')} {member} {low or -(1 << 62)} "
            f"{end or 1 << 62}")


def in_c(need):
    """An expression that is true only if the need is: 0 if that cannot be found out."""
    kind, given = need["kind"], need.get("argument", {}).get("name")
    other = need.get("other", {}).get("name")
    expressions, size = need.get("expressions", []), need.get("bytes", 0)
    before = need.get("bytesBefore", 0)
    if kind == "memory":
        null = "1" if need.get("mayBeNull") else "0"
        return f"({given} ? drv_has({given}, {before}, {size}) : {null})"
    if kind == "counted":
        natural = f"{other} >= 0" if need.get("isNatural") else "1"
        return f"({natural} && ({other} <= 0 || drv_is_there({given}, {other} * {size}l)))"
    if kind == "storedIndices" and expressions[0]:
        member, _, rest = expressions[1].partition("[i]")
        return "0" if rest else f"WITHIN {expressions[0]} {member} {before} {size}"
    if kind == "keptMembers":
        return within_bounds(*expressions)
    if kind == "apart" and expressions:
        if len(expressions) != 2 or any(set(" [") & set(e) for e in expressions):
            return "0"
        apart = f"drv_are_apart({', '.join(expressions)})"
        return f"DRV_SURVIVES(if (!{apart}) _exit(1))"
    if kind == "apart":
        other = f"&{other}" if need["other"].get("isVariable") else other
        return f"drv_are_apart({given}, {other})" if given and ":" not in other else "0"
    if kind == "aligned":
        of = given or expressions[0]
        return f"DRV_SURVIVES(if ((uintptr_t)({of}) % {size}) _exit(1))"
    if kind == "found":
        return "FOUND"
    if kind == "valid":
        return f"DRV_SURVIVES({' '.join(f'DRV_READ({e});' for e in expressions)})"
    if kind == "inRange":
        below = f" || ({expressions[0]}) >= {size}" if size else ""
        return f"DRV_SURVIVES(if (({expressions[0]}) < 0{below}) _exit(1))"
    if kind == "extent":
        return f"DRV_SURVIVES(DRV_ALL({expressions[0]}, {expressions[1]}))"
    # What no sanitizer sees is not done (randomunit.py), and what it sees comes first.
    return "1" if kind in ("accesses", "notReached") else "0"


class Answer:
    """What is said of a unit's checks."""

    def __init__(self, options, folder, unit, *more):
        (folder / "program.c").write_text(unit.text())
        files = [str(folder / "program.c")]
        if unit.other and options.together:
            (folder / "other.c").write_text(unit.other_text())
            files.append(str(folder / "other.c"))
        done = subprocess.run(
            [options.tool, f"--check={options.check}", f"--timeout={options.timeout}",
             "--json", *more, *files], capture_output=True, text=True, check=False)
        self.failed = "" if done.stdout.startswith("{") else done.stderr
        report = {} if self.failed else json.loads(done.stdout)
        self.report, self.checks, self.needs = report, [], {}
        starts, followed = self.starts(unit), self.followed(unit)
        for a in report.get("assertions", []):
            if "line" not in a:
                continue
            a["of"] = self.function_at(starts, a)
            a["told"] = preconditions(report, a)
            a["numbers"] = [-1 if a["of"] in followed else self.number(a["of"], in_c(n))
                            for n in a["told"]]
            self.checks.append(a)

    @staticmethod
    def starts(unit):
        lines = unit.text().split("\n")
        return [(lines.index(f.head() + " {") + 1, f.name) for f in unit.functions]

    @staticmethod
    def followed(unit):
        """Functions whose checks may be told with what their callers in the unit need."""
        text = "\n".join([randomunit.Unit.defined(v) for v in unit.variables] +
                         [line for f in unit.functions for s in f.statements for line in s])
        return {f.name for f in unit.functions
                if f.static or re.search(rf"\b{f.name}\b", text)}

    @staticmethod
    def function_at(starts, check):
        if not check["file"].endswith("program.c"):
            return ""
        return max([s for s in starts if s[0] <= check["line"]], default=(0, ""))[1]

    def number(self, function, text):
        """Of a need of a function; less than 0 if it is not known whether it holds."""
        known = self.needs.setdefault(function, [])
        if text == "0" or (text not in known and len(known) == 64) or not function:
            return -1
        if text not in known:
            known.append(text)
        return known.index(text)

    def of(self, failure):
        """The checks that ask about what fails."""
        there = [a for a in self.checks if a["line"] == failure.line
                 and a["file"].endswith(failure.file)]
        found = [a for a in there if a["check"] in failure.checks]
        if failure.checks == {"alignment"}:  # perhaps the access's need says it
            return found or [a for a in there if a["check"] == "access"]
        if failure.checks != {"access"}:
            return found
        if failure.null is not None:
            found = [a for a in found if ("null" in a["message"]) == failure.null] or found
        return [a for a in found if a.get("column") == failure.column] or found

    def contradicts(self, unit, failure):
        """Whether all checks that it may be of are said to hold."""
        found = self.of(failure)
        return bool(found) and all(
            a["result"] == "Safe" and self.all_hold(unit, a, failure) for a in found)

    def verifies(self, unit, failure):
        """Whether the function in which it fails was verified, by itself."""
        name = self.function_at(self.starts(unit), {"file": failure.file,
                                                    "line": failure.line})
        return any(f["name"] == name and "notVerified" not in f
                   for f in self.report.get("functions", []))

    def all_hold(self, unit, check, failure):
        if not check["numbers"]:
            return True
        number = [f.name for f in unit.functions].index(check["of"]) \
            if check["of"] else -1
        # (A run that was ended from outside has not told what held.)
        return 0 <= number < len(failure.holds) and all(
            n >= 0 and failure.holds[number] >> n & 1 for n in check["numbers"])


class Judge:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.symbolizer = replays.symbolizer_for(options.clang)
        self.mask = 63 & ~sum(MAY[w] for w in options.never.split(",") if w)

    def failures(self, first, last):
        """Those of the unit's own checks, with all needs asked that can be."""
        found = unitruns.failures(self.folder, self.symbolizer, first, last, self.mask)
        return [f for f in found if f.file != "driver.c"]

    def again(self, failure):
        """The same where needs are asked about that take a process."""
        found = unitruns.failures(self.folder, self.symbolizer, failure.sequence,
                                  failure.sequence, failure.mask, 2)
        return found[0] if found else failure

    def wrong(self, unit, answer, counts=None):
        """The wrong proofs that sequences show, one of each line."""
        counts = collections.Counter() if counts is None else counts
        problem = unitruns.build(self.options.clang, self.folder, unit, answer.needs)
        if problem:
            counts["not compiled"] += 1
            if self.options.verbose:
                print(problem[:1000])
            return {}
        found = {}
        asked = collections.Counter()
        for f in self.failures(1, self.options.sequences):
            counts["failures"] += 1
            place = (f.file, f.line, *f.checks)
            if place in found or asked[place] > 20:
                continue
            if not answer.of(f):
                # (What the models of the C library find has no place in the unit.)
                verified = answer.verifies(unit, f)
                counts["of no check" if verified else "not verified"] += 1
                if verified and self.options.verbose and place not in asked:
                    asked[place] += 1
                    print(f"no check: {f.text[:50]}: {unit.line(f.file, f.line)}")
                continue
            if self.is_restated(answer, f):
                asked[place] += 1
                f = self.again(f)
            if answer.contradicts(unit, f):
                found[place] = f
        return found

    @staticmethod
    def is_restated(answer, failure):
        """Whether processes are needed to find out what is true of needs."""
        checks = answer.of(failure)
        return all(a["result"] == "Safe" for a in checks) and any(
            n >= 0 and "DRV_SURVIVES" in answer.needs[a["of"]][n]
            for a in checks for n in a["numbers"])

    def least(self, unit, answer, failure):
        """The same failure in a sequence that may do as little as it goes."""
        masks = sorted({m & self.mask for m in range(64)}, key=lambda m: (
            bin(m & ~(unitruns.NULLS | unitruns.ENDS)).count("1"), bin(m).count("1")))
        for mask in masks:
            for f in unitruns.failures(self.folder, self.symbolizer, 1,
                                       self.options.sequences, mask, 2):
                if (f.file, f.line, f.checks) == (failure.file, failure.line,
                                                  failure.checks) and \
                        answer.contradicts(unit, f):
                    return f._replace(mask=mask)
        return failure

    def told(self, failure):
        """The sequence, as text."""
        said = unitruns.run(self.folder, failure.sequence, failure.sequence, failure.mask,
                            1).stdout
        may = [w for w, bit in MAY.items() if failure.may & bit]
        return f"{said}(with {', '.join(may) or 'nothing else'}: {failure.text})"

    def has_like(self, unit, failure):
        """Whether a unit has a wrong proof of the same kind, which is then returned."""
        answer = Answer(self.options, self.folder, unit)
        for f in self.wrong(unit, answer).values():
            if f.checks == failure.checks:
                return f, answer
        return None


def parts(unit):
    """What can be left out of a unit, the larger first."""
    found = [("function", f.name) for f in unit.functions]
    found += [("statement", f.name, n) for f in unit.functions
              for n in reversed(range(len(f.statements)))]
    found += [("variable", v.name) for v in unit.variables]
    found += [("declaration", n) for n in range(len(unit.declarations))]
    found += [("param", f.name, p) for f in unit.functions for _, p in f.params]
    found += [("initial", v.name) for v in unit.variables if v.initial]
    found += [("result", f.name) for f in unit.functions if f.result != "void"]
    found += [("structure", s) for s in unit.structures]
    found += [("member", s, m) for s, t in unit.structures.items() for _, m in t.members]
    return found + [("other", n) for n in range(len(unit.other))]


def without(unit, left_out):
    """A unit without some of its parts."""
    smaller = randomunit.Unit()
    for name, s in unit.structures.items():
        if ("structure", name) not in left_out:
            smaller.structures[name] = s._replace(members=[
                (t, m) for t, m in s.members if ("member", name, m) not in left_out])
    smaller.variables = [
        v._replace(initial="" if ("initial", v.name) in left_out else v.initial)
        for v in unit.variables if ("variable", v.name) not in left_out]
    for f in unit.functions:
        if ("function", f.name) in left_out:
            continue
        result = "void" if ("result", f.name) in left_out else f.result
        smaller.functions.append(randomunit.Function(
            f.name, result, [(t, p) for t, p in f.params
                             if ("param", f.name, p) not in left_out],
            f.static, f.prefix))
        smaller.functions[-1].statements = [
            s for n, s in enumerate(f.statements)
            if ("statement", f.name, n) not in left_out]
    for name in "declaration", "other":
        of = "declarations" if name == "declaration" else "other"
        setattr(smaller, of, [t for n, t in enumerate(getattr(unit, of))
                              if (name, n) not in left_out])
    return smaller


def compiles(clang, unit):
    done = subprocess.run([clang, "-w", "-fsyntax-only", "-xc", "-"],
                          input=unit.text(), capture_output=True, text=True, check=False)
    return done.returncode == 0


def reduced(judge, unit, failure):
    """The smallest unit that is found with such a wrong proof, and what has_like() says
    of it: parts are left out many at a time, then fewer."""
    left_out, best = set(), None
    size = len(parts(unit)) // 2
    while size:
        todo, number, again = parts(unit), 0, False
        while number < len(todo):
            more = left_out | set(todo[number:number + size])
            smaller = without(unit, more)
            found = more != left_out and smaller.functions and \
                compiles(judge.options.clang, smaller) and judge.has_like(smaller, failure)
            if found:
                left_out, best, again = more, found, True
            number += size
        if not again or size > 1:
            size //= 2
    return without(unit, left_out), best or judge.has_like(unit, failure)


def described(answer, failure):
    return "\n".join(f"{a['file'].rsplit('/', 1)[-1]}:{a['line']}: {a['check']}: "
                     f"{a['message']}: {a['result']} {a.get('needs', '')}"
                     for a in answer.of(failure))


def tell(judge, seed, unit, answer, failure):
    """Prints, and keeps, a wrong proof."""
    options = judge.options
    if options.reduce:
        unit, found = reduced(judge, unit, failure)
        failure, answer = found or (failure, answer)
    failure = judge.least(unit, answer, failure)
    text = (f"seed {seed}: {failure.file}:{failure.line}: proved, but fails natively\n"
            f"{described(answer, failure)}\n"
            f"> {unit.line(failure.file, failure.line)}\n"
            + judge.told(failure))
    print(f"{text}\n{unit.text()}" + (f"---- other.c\n{unit.other_text()}"
                                      if unit.other else ""), flush=True)
    if options.keep:
        name = f"{seed}-{failure.line}-{'-'.join(failure.checks)}"
        folder = Path(options.keep)
        folder.mkdir(parents=True, exist_ok=True)
        text = text.replace("*/", "* /").replace("/*", "/ *")
        (folder / f"{name}.c").write_text(f"/* {text} */\n{unit.text()}")
        if unit.other:
            (folder / f"{name}-other.c").write_text(unit.other_text())


def judge_one(judge, seed, counts):
    options = judge.options
    features = [f for f in randomunit.FEATURES if f not in options.without.split(",")]
    unit = randomunit.random_unit(seed, features)
    options.together = bool(unit.other) and seed % 4 == 0
    answer = Answer(options, judge.folder, unit)
    if answer.failed:
        counts["wrong"] += 1
        print(f"seed {seed}: {answer.failed}\n{unit.text()}", flush=True)
        return
    counts["functions"] += len(answer.report.get("functions", []))
    for a in answer.checks:
        safe = a["result"] == "Safe"
        counts["proved if" if safe and a["told"] else a["result"]] += 1
    for failure in judge.wrong(unit, answer, counts).values():
        counts["wrong"] += 1
        tell(judge, seed, unit, answer, failure)
        unitruns.build(options.clang, judge.folder, unit, answer.needs)
    if options.replay_each and seed % options.replay_each == 0:
        judge_replays(judge, seed, unit, counts)


SANITIZERS = "-fsanitize=address,undefined -fno-sanitize=null -fno-sanitize-recover=all"


def judge_replays(judge, seed, unit, counts):
    """Runs the harnesses of all violations."""
    harnesses = judge.folder / f"harness{seed}"
    answer = Answer(judge.options, judge.folder, unit, "--all", f"--harness={harnesses}/")
    replayer = replays.Replayer(argparse.Namespace(
        clang=judge.options.clang, symbolizer=None, emulator=""), str(judge.folder))
    for a in answer.report.get("assertions", []):
        if a["result"] != "Unsafe":
            continue
        counts["replays"] += 1
        problem = replay(replayer, a, answer.report["notes"])
        if problem:
            counts["wrong"] += 1
            print(f"seed {seed}: line {a.get('line')}: {a['message']}: not replayed: "
                  f"{problem}\n{unit.text()}", flush=True)


def replay(replayer, violated, notes):
    """What is wrong with how the violation is replayed; empty if nothing is."""
    if "replay" not in violated:
        return "" if any("cannot be replayed" in note for note in notes) else "no harness"
    command = violated["replay"]
    if "memory" not in re.search(r"-fsanitize=(\S+)|$", command)[0].split(","):
        command = re.sub(r" (\S+\.c) ", rf" {SANITIZERS} \1 ", command, count=1)
    with tempfile.TemporaryDirectory(dir=replayer.folder) as folder:
        problem, run = replayer.build("sooth: note: replay it with: " + command, folder)
        return problem or replayer.run(run, violated)


def add_options(parser):
    parser.add_argument("--tool", required=True)
    parser.add_argument("--clang", required=True)
    parser.add_argument("--seeds", default="1..50")
    parser.add_argument("--check", default="memory")
    parser.add_argument("--timeout", default="5")
    parser.add_argument("--sequences", type=int, default=200, help="of each file")
    parser.add_argument("--without", default="", metavar="FEATURES",
                        help="of " + ",".join(randomunit.FEATURES))
    parser.add_argument("--never", default="writes", metavar="WHAT",
                        help="of " + ",".join(MAY) + " (default: what is said to be assumed)")
    parser.add_argument("--replay-each", type=int, default=0, metavar="N")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--reduce", action="store_true")
    parser.add_argument("--keep", metavar="FOLDER")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(parser)
    options = parser.parse_args()
    first, last = map(int, options.seeds.split(".."))
    counts = collections.Counter(dict.fromkeys(
        ["functions", "Safe", "proved if", "Unsafe", "Unknown", "failures",
         "not verified", "of no check", "wrong"], 0))
    with tempfile.TemporaryDirectory(prefix="fuzzunits-") as name:
        judge = Judge(options, Path(name))
        for seed in range(first, last + 1):
            judge_one(judge, seed, counts)
    print(", ".join(f"{n} {what}" for what, n in counts.items()))
    sys.exit(counts["wrong"] > 0)


if __name__ == "__main__":
    main()
