# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Expected answers of other projects' tests, read from the conventions of
those tests. Nothing is copied: a task points at the file where it lies.

A convention is generous with doubt. Where the other tool's run was bounded,
used mathematical integers or checked more than assertions, the expectation is
weak, and what cannot be told apart is skipped.
"""

import dataclasses
import re
import shlex
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .errors import BenchError
from .tasks import SAFE, UNSAFE, Collection, Task, load_folder

# What models of hardware are called.
HARDWARE = (".btor2", ".btor", ".aig", ".aag")


def load(folder: Path, convention: str) -> Collection:
    if not folder.is_dir():
        raise BenchError(f"{folder}: not a folder")
    if convention not in CONVENTIONS:
        raise BenchError(f"no convention {convention!r}; there are "
                         + ", ".join(sorted(CONVENTIONS)))
    return CONVENTIONS[convention](folder)


def _sources(folder: Path, suffixes=(".c", ".i")):
    for path in sorted(folder.rglob("*")):
        if path.suffix in suffixes and path.is_file():
            yield path


def _add(found: Collection, folder: Path, path: Path, expected: str | None,
         weak: bool, machine: str = "LP64",
         options: tuple[str, ...] = ()) -> None:
    relative = path.relative_to(folder)
    group = str(relative.parent) if str(relative.parent) != "." else folder.name
    found.tasks.append(Task(str(relative.with_suffix("")), group,
                            (path.resolve(),), expected, weak, machine=machine,
                            options=options))


def _one(answers: set[str]) -> str | None:
    return next(iter(answers)) if len(answers) == 1 else None


_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
_ERROR = re.compile(r"\b(reach_error|__VERIFIER_(error|assert)|__assert_fail"
                    r"|assert|sassert)\s*\(")
_LABEL = re.compile(r"\bERROR\s*:")
# Words that only the other tool understands.
_FOREIGN = re.compile(r"\b(__ESBMC_\w+|__CPROVER_\w+|PARTIAL_FN|seasynth"
                      r"|sea_(is|assert|dsa|tracking|reset|set|get)_\w+"
                      r"|__VERIFIER_assert_(not|if))\b")


def _why_not(text: str, expected: str, error=_ERROR) -> str | None:
    """Why a program is no task for other tools, whatever is expected of it."""
    code = _COMMENT.sub(" ", text)
    if _FOREIGN.search(code):
        return "words of its own"
    if expected == UNSAFE and not error.search(code):
        return "nothing asserted in the text"
    return None


_GAZER = re.compile(r"//\s*[A-Z-]+:.*Verification\s+(\S.*)")
# A test that is run elsewhere only; integers that are mathematical, or may be
# by a configuration that the test does not show.
_GAZER_OFF = re.compile(r"//\s*(REQUIRES|XFAIL|UNSUPPORTED):")
_GAZER_LOOSE = re.compile(r"-math-int|RUN:.*%(theta|portfolio)\b")


def _gazer(folder: Path) -> Collection:
    """lit tests with `CHECK: Verification SUCCESSFUL | FAILED`. Runs under
    -bound, which may also say BOUND REACHED, prove nothing beyond it."""
    found = Collection()
    for path in _sources(folder):
        text = path.read_text(errors="replace")
        answers, weak = set(), False
        for match in _GAZER.finditer(text):
            if "FAILED" in match[1]:
                answers.add(UNSAFE)
            elif "SUCCESSFUL" in match[1]:
                answers.add(SAFE)
                weak = weak or "BOUND" in match[1]
        expected = _one(answers)
        if expected is None:
            found.skip("no single expected answer")
        elif _GAZER_OFF.search(text):
            found.skip("test is off")
        elif "overflow" in path.parts or re.search(r"-checks?[ =]", text):
            found.skip("checks other than assertions")
        elif why := _why_not(text, expected):
            found.skip(why)
        else:
            weak = weak or bool(_GAZER_LOOSE.search(text))
            _add(found, folder, path, expected, weak)
    return found


_SEAHORN = re.compile(r"//\s*CHECK(?:-L)?:\s*\^?(sat|unsat)\$?\s*$", re.M)


def _seahorn_options(folder: Path) -> tuple[str, ...]:
    """Its headers are beside its tests, and have a word for assumptions."""
    known = ["--assume-function=__SEA_assume"]
    for root in (folder, *folder.resolve().parents):
        if (root / "include/seahorn/seahorn.h").is_file():
            return tuple([*known, "-I", str(root / "include")])
    return tuple(known)


def _seahorn(folder: Path) -> Collection:
    """OutputCheck lines `CHECK: ^unsat$` (Safe) and `^sat$` (Unsafe). Its
    integers are mathematical or its runs bounded: always weak."""
    found = Collection()
    options = _seahorn_options(folder)
    for path in _sources(folder):
        text = path.read_text(errors="replace")
        runs = re.findall(r"RUN:.*", text)
        answer = _one(set(_SEAHORN.findall(text)))
        expected = {"unsat": SAFE, "sat": UNSAFE}.get(answer)
        if expected is None:
            found.skip("no single expected answer")
        elif any(re.search(r"sea\"? (abc|smc)\b", run) for run in runs):
            found.skip("checks other than assertions")
        elif why := _why_not(text, expected):
            found.skip(why)
        else:
            _add(found, folder, path, expected, weak=True, options=options)
    return found


# Options with which FAILED or SUCCESSFUL speaks of something else than the
# program's assertions from main.
_ESBMC_OTHER = re.compile(
    r"--(overflow|unsigned-overflow|memory-leak|data-races|deadlock|nan|ub-shift"
    r"|lock-order|atomicity|struct-fields|printf)[a-z-]*|--termination|--function"
    r"|--no-assertions|--error-label|--\S*coverage\S*|--\S*-contract\S*"
    r"|--loop-invariant\S*|--goto-functions-only|--parse-tree-only|--ltl\S*"
    r"|--validate\S*|--witness\S*|--ir\b|--ir-\S*|--fixedbv|--k-induction-parallel"
    r"|--unroll\S*|-D\S*|--inductive-step|--base-case|--forward-condition"
    r"|--big-endian|-funsigned-char|--include-file|--multi-property")
# What FAILED is about, if not an assertion.
_ESBMC_FAILURE = re.compile(r"unwinding assertion|dereference failure"
                            r"|bounds violated|division by zero")


def _esbmc(folder: Path) -> Collection:
    """DIR/test.desc: level, source file, options, regular expressions of the
    output. FAILED may be a default bounds or pointer check, and SUCCESSFUL
    may be up to an unwinding: such expectations are weak."""
    found = Collection()
    for desc in sorted(folder.rglob("test.desc")):
        lines = desc.read_text(errors="replace").splitlines() + ["", "", ""]
        level, name, options, rest = lines[0], lines[1], lines[2], lines[3:]
        source = desc.parent / name.strip()
        verdicts = {m[1] for line in rest
                    if (m := re.fullmatch(r"\^?VERIFICATION (\w+)\$?", line.strip()))}
        verdict = _one(verdicts)
        if level.strip() not in ("CORE", "THOROUGH"):
            found.skip(f"level {level.strip() or 'none'}")
        elif source.suffix not in (".c", ".i") or not source.is_file():
            found.skip("not one C file")
        elif verdict not in ("SUCCESSFUL", "FAILED"):
            found.skip("no single expected answer")
        elif (_ESBMC_OTHER.search(options) or re.search(r"\S+\.c\b", options)
              or any(map(_ESBMC_FAILURE.search, rest))):
            found.skip("checks other than assertions")
        else:
            bounded = ("--no-unwinding-assertions" in options
                       or "--partial-loops" in options
                       or "--context-bound" in options)
            weak = bounded if verdict == "SUCCESSFUL" else not any(
                "assertion" in line for line in rest)
            machine = "ILP32" if re.search(r"--32\b|-m32\b", options) else "LP64"
            expected = SAFE if verdict == "SUCCESSFUL" else UNSAFE
            if why := _why_not(source.read_text(errors="replace"), expected):
                found.skip(why)
            else:
                _add(found, folder, source, expected, weak, machine)
    return found


_ULTIMATE = re.compile(r"^\s*(?://+|/\*)\s*#(Safe|Unsafe)\b(.*)", re.M)
_ULTIMATE_OTHER = re.compile(r"memsafety|SignedIntegerOverflow|termination", re.I)


def _ultimate(folder: Path) -> Collection:
    """`//#Safe`, `//#Unsafe`. The answers come with settings that are
    elsewhere, which may add checks or make integers mathematical: weak."""
    found = Collection()
    for path in _sources(folder):
        text = path.read_text(errors="replace")
        answers = {m[1] for m in _ULTIMATE.finditer(text)}
        expected = _one(answers)  # as ours are called
        if expected is None:
            found.skip("no single expected answer")
        elif (_ULTIMATE_OTHER.search(str(path.relative_to(folder)))
              or re.search(r"/[*/]@", text)):
            found.skip("checks other than assertions")
        elif why := _why_not(text, expected):
            found.skip(why)
        else:
            _add(found, folder, path, expected, weak=True)
    return found


_NAMED = re.compile(r"[-_](true|false)-(unreach-call|assert|unreach-label)")
_BARE = re.compile(r"[-_.](true|false|safe|unsafe|fail|sat|unsat)"
                   r"(?=[-_.\d]|$)", re.I)
_MEANING = {"true": SAFE, "safe": SAFE, "unsat": SAFE, "false": UNSAFE,
            "unsafe": UNSAFE, "fail": UNSAFE, "sat": UNSAFE}


def _name(folder: Path) -> Collection:
    """File names: `x_true-unreach-call.c` is certain, `x_false.c`,
    `x_unsat.c` or `x_fail.c` only a hint."""
    found = Collection()
    for path in _sources(folder):
        if match := _NAMED.search(path.stem):
            _add(found, folder, path, _MEANING[match[1]], weak=False)
        elif match := _BARE.search(path.stem):
            _add(found, folder, path, _MEANING[match[1].lower()], weak=True)
        else:
            found.skip("no answer in the name")
    return found


def _plain(folder: Path) -> Collection:
    """Every C file, set of clauses or transition system, nothing known: shows
    crashes and contradictions."""
    found = Collection()
    for path in _sources(folder, (".c", ".i", ".smt2", ".vmt", *HARDWARE)):
        _add(found, folder, path, None, weak=False)
    return found


def _cpachecker(folder: Path) -> Collection:
    """Task definitions. Without a data model the programs are for 32 bits, but
    for some that were preprocessed on 64: weak. Some speak of properties that
    are not in the program."""
    found = Collection()
    definitions = load_folder(folder, machine="ILP32?")
    found.skipped = definitions.skipped
    for task in definitions.tasks:
        if task.machine.endswith("?"):
            task = dataclasses.replace(task, weak=True, machine="ILP32")
        text = "".join(f.read_text(errors="replace") for f in task.files)
        error = _LABEL if task.prop == "unreach-label" else _ERROR
        if why := task.expected and _why_not(text, task.expected, error):
            found.skip(why)
        else:
            found.tasks.append(task)
    return found


_EXPECT = re.compile(r"^// EXPECT: (safe|unsafe)\b(.*)$", re.M)


def _corpus(folder: Path) -> Collection:
    """The project's own programs: `// EXPECT: safe|unsafe FLAGS`, a task for
    each way to compile the file."""
    found = Collection()
    for path in _sources(folder):
        relative = path.relative_to(folder).with_suffix("")
        for answer, flags in _EXPECT.findall(path.read_text(errors="replace")):
            options = tuple(flags.split())
            defines = [o[2:] for o in options if o.startswith("-D")]
            found.tasks.append(
                Task("-".join([str(relative), *defines]), folder.name,
                     (path.resolve(),),
                     {"safe": SAFE, "unsafe": UNSAFE}[answer],
                     options=options))
    return found


# 2LS's options for what is checked, and our names.
_2LS_CHECKS = {"--pointer-check": "access", "--bounds-check": "access",
               "--memory-leak-check": "leak",
               "--signed-overflow-check": "overflow",
               "--div-by-zero-check": "div"}
# What its verdict is about besides, or what the test is for instead.
_2LS_OTHER = re.compile(r"--(termination|non-termination|preconditions|function"
                        r"|graphml\S*|witness|show-\S*|instrument-output)\b")
_2LS_BOUNDED = re.compile(r"--(unwind|havoc)\b")


# Of all of them, those about assertions and memory.
_2LS_FOLDERS = ("arrays", "heap", "heap-data", "invariants", "kiki", "memsafety")


def _2ls(folder: Path) -> Collection:
    """DIR/test.desc as CBMC's tests have it. An expectation of a run that is
    bounded, or of a test that 2LS fails itself or whose name says otherwise, is
    weak."""
    found = Collection()
    parts = [folder / name for name in _2LS_FOLDERS if (folder / name).is_dir()]
    for desc in sorted(path for part in parts or [folder]
                       for path in part.rglob("test.desc")):
        lines = desc.read_text(errors="replace").splitlines() + ["", "", ""]
        level, source, options = lines[0], desc.parent / lines[1].strip(), lines[2]
        verdict = _one({m[1] for line in lines[3:] if (m := re.fullmatch(
            r"\^(?:VERIFICATION |\.\* ?)(SUCCESSFUL|FAILED|FAILURE)\$?",
            line.strip()))})
        text = source.read_text(errors="replace") if source.is_file() else ""
        if not text:
            found.skip("not one C file")
        elif verdict is None:
            found.skip("no single expected answer")
        elif _2LS_OTHER.search(options):
            found.skip("questions other than what is reached")
        elif "__CPROVER_template" in text:
            found.skip("words of its own")
        else:
            checks = [name for option, name in _2LS_CHECKS.items()
                      if option in options.split()]
            if "--no-assertions" not in options:
                checks.append("assert")
            _add(found, folder, source,
                 SAFE if verdict == "SUCCESSFUL" else UNSAFE,
                 weak=level.strip() == "KNOWNBUG"
                 or (verdict == "SUCCESSFUL" and "_false" in desc.parent.name)
                 or bool(_2LS_BOUNDED.search(options)),
                 machine="ILP32" if "--32" in options.split() else "LP64",
                 options=("--check=" + ",".join(sorted(set(checks))),
                          "--assume-function=__CPROVER_assume"))
    return found


_TORTURE_OPTIONS = re.compile(
    r"\{\s*dg-(?:additional-)?options\s+\"([^\"]*)\"\s*\}")
_TORTURE_ARGUMENTS = re.compile(r"\bmain\s*\(\s*(?!void\b)\w")
# As the collection compiles them: without warnings, in an older C.
_TORTURE_FLAGS = ("-w", "-Wno-implicit-int", "-Wno-int-conversion",
                  "-Wno-implicit-function-declaration")


def _ends_well(path: Path, flags: list[str]) -> bool:
    with tempfile.TemporaryDirectory(prefix="sooth-bench-") as tmp:
        binary = Path(tmp) / "native"
        build = ["clang-19", "-O0", *flags, path, "-o", binary, "-lm"]
        try:
            return (subprocess.run(build, capture_output=True).returncode == 0
                    and subprocess.run([binary], capture_output=True, cwd=tmp,
                                       timeout=5).returncode == 0)
        except subprocess.TimeoutExpired:
            return False


def _torture(folder: Path) -> Collection:
    """gcc's tests for execution: programs without inputs that call abort() if
    something is wrong. Those that clang-19 compiles and whose run ends well are
    tasks: abort() is not reached. Of what has arguments one run says little."""
    found = Collection()
    paths = sorted(folder.glob("*.c"))
    flags = [[*_TORTURE_FLAGS,
              *(word for options in _TORTURE_OPTIONS.findall(
                  path.read_text(errors="replace"))
                for word in shlex.split(options)
                if word.startswith(("-D", "-std=", "-fwrapv")))]
             for path in paths]
    with ThreadPoolExecutor(2) as pool:
        for path, words, well in zip(paths, flags,
                                     pool.map(_ends_well, paths, flags)):
            if well:
                text = _COMMENT.sub(" ", path.read_text(errors="replace"))
                _add(found, folder, path, SAFE,
                     weak=bool(_TORTURE_ARGUMENTS.search(text)),
                     options=("--error-function=abort", *words))
            else:
                found.skip("does not compile and end well")
    return found


CONVENTIONS = {
    "2ls": _2ls,
    "corpus": _corpus,
    "yaml": load_folder,
    "cpachecker": _cpachecker,
    "theta": load_folder,
    "gazer": _gazer,
    "seahorn": _seahorn,
    "torture": _torture,
    "esbmc": _esbmc,
    "ultimate": _ultimate,
    "name": _name,
    "plain": _plain,
}
