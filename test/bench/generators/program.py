# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A generated task, and the reactive programs most families consist of."""

import dataclasses
import re
from collections.abc import Sequence
from pathlib import Path

SAFE, UNSAFE = "Safe", "Unsafe"
LICENCE = """\
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
"""
REACH_ERROR = "reach_error"  # extern void reach_error(void)
ASSERT = "assert"  # <assert.h>

_PROPERTY = {REACH_ERROR: "unreach-call", ASSERT: "assert"}
_FORMULA = {
    "unreach-call": "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
    "assert": "CHECK( init(main()), LTL(G assert) )\n",
}


@dataclasses.dataclass
class Program:
    family: str
    name: str
    expected: str
    source: str
    style: str = REACH_ERROR
    # Values that the nondet functions return in order, to reach the error.
    witness: list[int] | None = None
    reactive: "Reactive | None" = None  # what the explorer can enumerate
    suffix: str = ".c"

    def write(self, root: Path) -> Path:
        folder = root / self.family
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.name}{self.suffix}"
        _write(path, self.source)
        _write(path.with_suffix(".yml"), self._definition())
        return path

    def _definition(self) -> str:
        language = "C" if self.suffix == ".c" else "SMT-LIB"
        return (
            "format_version: '2.0'\n"
            f"input_files: '{self.name}{self.suffix}'\n"
            "properties:\n"
            f"  - property_file: ../properties/{_PROPERTY[self.style]}.prp\n"
            f"    expected_verdict: {str(self.expected == SAFE).lower()}\n"
            f"options:\n  language: {language}\n  data_model: LP64\n")


def write_properties(root: Path) -> None:
    folder = root / "properties"
    folder.mkdir(parents=True, exist_ok=True)
    for name, formula in _FORMULA.items():
        _write(folder / f"{name}.prp", formula)


def _write(path: Path, text: str) -> None:
    """Leaves an equal file as it is, so that builds see no change."""
    if not path.is_file() or path.read_text() != text:
        path.write_text(text)


def header(comment: str, style: str, functions: Sequence[str] = ("int",)) -> str:
    """Licence, what the program is, and the declarations."""
    lines = "".join(f"// {line}".rstrip() + "\n" for line in comment.splitlines())
    spelled = {"bool": "_Bool", "uint": "unsigned", "uchar": "unsigned char"}
    declarations = "".join(
        f"extern {spelled.get(f, f)} __VERIFIER_nondet_{f}(void);\n"
        for f in functions)
    if style == ASSERT:
        return LICENCE + lines + "\n#include <assert.h>\n\n" + declarations
    return LICENCE + lines + "\n" + declarations + "extern void reach_error(void);\n"


def check(condition: str, style: str) -> str:
    """A statement that fails unless the condition holds."""
    if style == ASSERT:
        return f"assert({condition});"
    return f"if (!({condition})) {{ reach_error(); }}"


# @in:a,b,c@ is a nondeterministic int; exploring it with the values a, b, c
# covers all. @bool@ is one of {0, 1}. @cond:E@ is the condition E, which the
# abstract exploration leaves open.
_INPUT = re.compile(r"@in:([-\d,]+)@|@bool@|@cond:([^@]*)@")


@dataclasses.dataclass
class Reactive:
    """int main(void) { state; while (1) { body } out: return 0; }

    The body ends a run by `goto out`. Locals of the body must not live from
    one round to the next."""

    state: list[tuple[str, int]]
    body: str
    style: str = REACH_ERROR
    ctype: str = "int"

    def main(self, bool_input: str = "__VERIFIER_nondet_int()") -> str:
        declarations = "".join(f"  {self.ctype} {name} = {value};\n"
                               for name, value in self.state)
        end = "out:\n  return 0;\n" if "goto out;" in self.body else ""
        return (f"\nint main(void) {{\n{declarations}  while (1) {{\n"
                f"{indent(self.for_task(bool_input), 4)}  }}\n{end}}}\n")

    def values(self) -> list[int]:
        """All values that the exploration tries anywhere."""
        found = {int(v) for m in _INPUT.finditer(self.body) if m[1]
                 for v in m[1].split(",")}
        return sorted(found | ({0, 1} if "@bool@" in self.body else set()))

    def for_task(self, bool_input: str) -> str:
        def replaced(match: re.Match) -> str:
            if match[0] == "@bool@":
                return bool_input
            return match[2] if match[2] else "__VERIFIER_nondet_int()"

        return _INPUT.sub(replaced, self.body)

    def for_explorer(self, abstract: bool) -> str:
        def replaced(match: re.Match) -> str:
            if match[0] == "@bool@":
                return "choose(2, (const int[]){0, 1})"
            if match[2]:
                return ("choose(2, (const int[]){0, 1})" if abstract
                        else match[2])
            values = match[1].split(",")
            return f"choose({len(values)}, (const int[]){{{', '.join(values)}}})"

        return _INPUT.sub(replaced, self.body)


def indent(text: str, by: int) -> str:
    return "".join(" " * by + line + "\n" if line.strip() else "\n"
                   for line in text.splitlines())
