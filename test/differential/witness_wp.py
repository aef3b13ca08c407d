#!/usr/bin/env python3
# ===- witness_wp.py - Invariants of witnesses, proved by others -----------===#
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Has Frama-C's WP prove the invariants of correctness witnesses.

    witness_wp.py prove WITNESS PROGRAM    all of them; exit code 1 if not
    witness_wp.py corpus [PATH...]         those of the corpus's programs, or of others
                                           in which no error can be reached: *_safe.c

An invariant becomes a loop invariant in ACSL in front of its loop, with what the
loop assigns: scalars in scope that something is assigned to in the program. WP
proves that they are established and preserved, and that nothing else is
assigned; a program in which something else is, or that it cannot read, counts
as not proved. Where ACSL, whose integers have no bounds, would mean something
else than C, an invariant is left out. WP cannot refute; what fails with random
inputs (witnesses.py) is told as wrong.

Needs frama-c, why3 and z3."""

import atexit
import collections
import concurrent.futures
import functools
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "corpus"))
sys.path.insert(0, HERE)
import witnesses

# -- Programs with annotations --------------------------------------------------

TYPE = (r"\b(?:(?:unsigned|signed|int|char|short|long|_Bool|bool|size_t|u?int\d+_t|"
        r"uchar|uint|ulong|ushort|u\d+|s\d+)\s+)+")
CONTRACTS = {
    "reach_error": "void {}(void)", "__VERIFIER_error": "void {}(void)",
    "sooth_error": "void {}(void)", "abort": None, "exit": None,
    "__VERIFIER_assume": "void {}(int c)", "sooth_assume": "void {}(int c)",
    "__VERIFIER_assert": "void {}(int c)", "sooth_assert": "void {}(int c)",
}


def without_comments(text):
    """The same with blanks for comments and texts, so that places stay."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match.group())
    return re.sub(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'",
                  blank, text, flags=re.S)


def scope_end(text, start):
    """Where the block ends that is open at \\p start; of none, the file does."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] == "{") - (text[at] == "}")
        if depth < 0:
            return at
    return len(text)


def scalars_at(text, place):
    """Scalars that are in scope there."""
    names = []
    for declaration in re.finditer(TYPE + r"([^;(){}]*)", text[:place]):
        start, rest = declaration.start(1), declaration.group(1)
        depth = 0
        for part in re.finditer(r"([A-Za-z_]\w*)\s*(?=[=,;]|$)|[\[\](){}=,]", rest):
            word = part.group(1)
            depth += (part.group() in "([{") - (part.group() in ")]}")
            if not word or depth:
                continue
            before = rest[:part.start()].rstrip()
            if before and before[-1] not in ",":
                continue
            end = scope_end(text, start + part.end())
            # Of a parameter: of the function that follows.
            closes = re.match(r"[^;{}]*\)\s*\{", text[start:])
            if end > place or closes:
                names.append(word)
    for parameters in re.finditer(r"\(([^()]*)\)\s*\{", text[:place]):
        if scope_end(text, parameters.end()) >= place:
            for one in parameters.group(1).split(","):
                if match := re.fullmatch(r"\s*(?:const\s+)?" + TYPE + r"(\w+)\s*", one):
                    names.append(match.group(1))
    return list(dict.fromkeys(names))


def is_assigned(text, name):
    return re.search(rf"\b{name}\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)|\b{name}\s*(?:\+\+|--)|"
                     rf"(?:\+\+|--)\s*{name}\b", text)


UNSIGNED = r"\(\s*unsigned (?:char|short|int|long|long long)\s*\)\s*$"


def is_cut_off(value, at):
    """Whether what is computed there is cast to an unsigned type at once, after which
    it does not matter whether integers had bounds."""
    depth = 0
    for start in range(at - 1, -1, -1):
        depth += (value[start] == ")") - (value[start] == "(")
        if depth < 0:
            return re.search(UNSIGNED, value[:start]) is not None
    return False


def means_the_same(value):
    """Whether ACSL means what C does: its integers have no bounds, and it knows no
    addresses of what is in no memory."""
    if re.search(r"<<|~|->|\[|\"|(?:^|[(!=|&<>+*-]\s*)\*|(?:^|[(!=|<>+*-]\s*|&&\s*)&\s*[A-Za-z_(]", value):
        return False
    return all(is_cut_off(value, operator.start(1))
               for operator in re.finditer(r"[\w)]\s*([-+*])\s*[\w(]", value))


def annotated(entry, text):
    """The program with its invariants, and how many these are; the others are
    left out."""
    plain, by_loop = without_comments(text), collections.defaultdict(list)
    for each in entry["content"]:
        invariant = each["invariant"]
        at = witnesses.offset_of(text, invariant["location"])
        if invariant["type"] == "loop_invariant" and means_the_same(invariant["value"]) and \
                re.match(r"(for|while)\b", plain[at:]):
            by_loop[at].append(invariant["value"])
    loops = [m.start() for m in re.finditer(r"\b(?:for|while|do)\b", plain)]
    for at in sorted(loops, reverse=True):
        # The while of a do loop is none.
        if re.match(r"while\b[^;{]*;", plain[at:]) and at not in by_loop and \
                re.search(r"\}\s*$", plain[:at]):
            continue
        assigned = [n for n in scalars_at(plain, at) if is_assigned(plain, n)]
        clauses = [f"loop invariant {value};" for value in by_loop.get(at, [])]
        clauses.append(f"loop assigns {', '.join(assigned) or chr(92) + 'nothing'};")
        text = f"{text[:at]}/*@ {' '.join(clauses)} */ {text[at:]}"
    header = ""
    for name, prototype in CONTRACTS.items():
        if prototype and re.search(rf"\b{name}\s*\(", plain) and \
                not re.search(rf"\b{name}\s*\([^()]*\)\s*\{{", plain):
            ensures = r"\false" if "error" in name else "c != 0"
            header += f"/*@ assigns \\nothing; ensures {ensures}; */ {prototype.format(name)};\n"
    return header + "#line 1\n" + text, sum(map(len, by_loop.values()))


# -- WP -------------------------------------------------------------------------


@functools.cache
def provers():
    """z3, with bit-vectors and without."""
    version = subprocess.run(["z3", "--version"], capture_output=True, text=True).stdout.split()[2]
    return f"z3,Z3:{version}:noBV"


@functools.cache
def prover_settings():
    """An environment in which Why3 knows z3, whatever the user has set up."""
    home = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    environment = {**os.environ, "HOME": home}
    subprocess.run(["why3", "config", "detect"], env=environment, capture_output=True, check=True)
    return environment


def prove(entry, program, flags=(), seconds=5):
    """What WP says: "proved", "not proved", "not expressible", "not read"; and a remark."""
    with open(program, encoding="utf-8") as file:
        text = file.read()
    text, count = annotated(entry, text)
    if not count:
        return "not expressible", ""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "program.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        includes = [os.path.join(os.path.dirname(os.path.dirname(HERE)), "runtime"),
                    os.path.dirname(os.path.abspath(program))]
        bits = ["-machdep", "x86_32" if "-m32" in flags else "x86_64"]
        extra = " ".join(["-I" + i for i in includes] + [f for f in flags if re.match("-[DI]", f)])
        try:
            done = subprocess.run(
                ["frama-c", *bits, f"-cpp-extra-args={extra}", "-inline-calls", "@inline",
                 "-wp", "-wp-prop=@invariant,@assigns", "-wp-split",
                 "-wp-prover", provers(), "-wp-timeout", str(seconds), "-wp-par", "1", source],
                capture_output=True, text=True, timeout=300, cwd=folder,
                env=prover_settings())
        except subprocess.TimeoutExpired:
            return "not proved", "time"
    said = done.stdout + done.stderr
    if done.returncode or "Proved goals" not in said:
        return "not read", next((l for l in said.splitlines() if "rror" in l), "")[:200]
    # With several provers a goal that none proves is told in another way.
    proved, goals = map(int, re.search(r"Proved goals:\s+(\d+)\s*/\s*(\d+)", said).groups())
    if proved == goals:
        return ("proved", f"{count}") if goals else ("not read", "no goals")
    failed = re.findall(r"^\[wp\] \[[^]]*\] Goal (\S+)(?: : (?!Valid).*)?$", said, re.M)
    return "not proved", f"{goals - proved} of {goals} goals: {', '.join(failed)}"


def corpus(options):
    from corpus import title
    tasks = witnesses.tasks_of(options.paths, ("safe",))
    random.Random(options.seed).shuffle(tasks)
    counted, proved = collections.Counter(), 0

    def examine(task):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "witness.yml")
            done = subprocess.run(
                [options.tool, f"--timeout={options.timeout:g}", *task.flags,
                 *([f"--engine={options.engine}"] if options.engine else []),
                 f"--witness={path}", task.path], capture_output=True)
            if done.returncode or not os.path.exists(path):
                return "no proof", ""
            entry = witnesses.load(path)
            if not entry["content"]:
                return "proof without invariants", ""
            said, remark = prove(entry, task.path, task.flags)
            try:
                if witnesses.try_invariants(
                        entry, task.path, [f for f in task.flags if not f.startswith("--")]):
                    return "FAILS with random inputs", ""
            except ValueError:
                pass
            return said, remark
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        running = {pool.submit(examine, task): task for task in tasks[:options.most]}
        for done in concurrent.futures.as_completed(running):
            task, (said, remark) = running[done], done.result()
            counted[said] += 1
            if said == "proved":
                proved += int(remark)
            if options.verbose or said.isupper() or "FAILS" in said:
                print(f"{title(task)}: {said}: {remark}", flush=True)
    for kind, count in sorted(counted.items()):
        print(f"{count:5} {kind}")
    print(f"{proved:5} invariants proved")
    return 1 if any("FA" in kind for kind in counted) else 0


def main():
    options = witnesses.options_for(__doc__, ["prove"])
    for program in ("frama-c", "why3", "z3"):
        if not shutil.which(program):
            print(f"there is no {program}: nothing is proved", file=sys.stderr)
            return 3
    if options.command == "corpus":
        return corpus(options)
    witness, program = options.paths
    said, remark = prove(witnesses.load(witness), program)
    print(f"{said}: {remark}")
    return 0 if said == "proved" else 1


if __name__ == "__main__":
    sys.exit(main())
