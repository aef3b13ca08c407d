# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tasks: a program, a property and what is known about it.

A task comes from an SV-COMP task definition (YAML, format 1.0 or 2.0), which
named sets and folders list, or from another project's test conventions, see
conventions.py.
"""

import dataclasses
import re
from pathlib import Path

import yaml

from .errors import BenchError

SAFE, UNSAFE = "Safe", "Unsafe"

# Property files by name. Everything else (memory safety, termination, races)
# is not what the tools here are asked for and is skipped and counted.
REACHABILITY = {
    "unreach-call": "unreach-call",
    "assert": "assert",
    "Assertion": "assert",
    "unreach-label": "unreach-label",
}


@dataclasses.dataclass(frozen=True)
class Task:
    name: str  # unique within a run: folder/stem
    group: str  # the set's or folder's name, tables are per group
    files: tuple[Path, ...]
    expected: str | None  # Safe, Unsafe or None (not known)
    # A weak expectation was derived by a tool with other semantics (bounded,
    # mathematical integers); contradicting it is a finding, not a wrong answer.
    weak: bool = False
    prop: str = "unreach-call"
    machine: str = "LP64"  # or ILP32
    # What Sooth has to be told of a program that is made for another tool.
    options: tuple[str, ...] = ()

    def expectation(self) -> str:
        return (self.expected or "") + ("?" if self.weak and self.expected else "")


@dataclasses.dataclass
class Collection:
    """Tasks and why others were left out, for an honest count."""

    tasks: list[Task] = dataclasses.field(default_factory=list)
    skipped: dict[str, int] = dataclasses.field(default_factory=dict)

    def skip(self, why: str) -> None:
        self.skipped[why] = self.skipped.get(why, 0) + 1

    def extend(self, other: "Collection") -> None:
        self.tasks += other.tasks
        for why, count in other.skipped.items():
            self.skipped[why] = self.skipped.get(why, 0) + count


def load_definition(path: Path, name: str, group: str,
                    machine: str = "LP64") -> Collection:
    """The reachability tasks of one task definition, for `machine` unless it
    says for which."""
    found = Collection()
    try:
        data = yaml.safe_load(path.read_text())
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise BenchError(f"{path}: {error}")
    if not isinstance(data, dict) or "input_files" not in data:
        found.skip("not a task definition")
        return found
    version = str(data.get("format_version", ""))
    if version not in ("1.0", "2.0", "2.1"):
        raise BenchError(f"{path}: format_version {version!r} is not 1.0 or 2.x")
    options = data.get("options") or {}
    if options.get("language", "C") not in ("C", "SMT-LIB"):
        found.skip(f"language {options['language']}")
        return found
    files = tuple(_inputs(path, data["input_files"]))
    missing = [f for f in files if not f.is_file()]
    if missing:
        found.skip("missing input")
        return found
    for entry in data.get("properties") or []:
        stem = Path(str(entry.get("property_file", ""))).stem
        if stem not in REACHABILITY:
            found.skip(f"property {stem}")
            continue
        verdict = entry.get("expected_verdict")
        expected = {True: SAFE, False: UNSAFE}.get(verdict)
        found.tasks.append(
            Task(name, group, files, expected, prop=REACHABILITY[stem],
                 machine=_machine(options, machine))
        )
        break  # one reachability property per program is all we ask
    return found


def _machine(options: dict, default: str) -> str:
    model = str(options.get("data_model", default))
    return "ILP32" if model in ("ILP32", "LP32") else model


def _inputs(definition: Path, value) -> list[Path]:
    names = value if isinstance(value, list) else [value]
    return [(definition.parent / str(n)).resolve() for n in names]


def load_folder(folder: Path, group: str | None = None,
                machine: str = "LP64") -> Collection:
    """Every task definition below folder."""
    found = Collection()
    for path in sorted(folder.rglob("*.yml")):
        relative = path.relative_to(folder).with_suffix("")
        name = str(relative)
        where = str(relative.parent) if str(relative.parent) != "." else folder.name
        found.extend(load_definition(path, name, group or where,
                                     machine))
    return found


def load_set(path: Path, generated: Path) -> Collection:
    """A set: one glob or `include OTHER.set` a line, relative to the set;
    $TASKS is where generate.py has written the project's own tasks."""
    found = Collection()
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#", 1)[0].strip()
        if not line:
            continue
        if line.startswith("include "):
            found.extend(load_set(path.parent / line.split(None, 1)[1], generated))
            continue
        pattern = line.replace("$TASKS", str(generated))
        base = Path("/") if pattern.startswith("/") else path.parent
        matches = sorted(base.glob(pattern.lstrip("/")))
        if not matches:
            hint = " (run generate.py)" if "$TASKS" in line else ""
            raise BenchError(f"{path}:{number}: nothing matches {line}{hint}")
        for match in matches:
            name = f"{match.parent.name}/{match.stem}"
            found.extend(load_definition(match, name, path.stem))
    return found


_LABEL = re.compile(r"\bERROR\s*:(?!:)")


def rewritten_for_label(source: Path, target: Path) -> Path:
    """A copy of source in which reaching the label ERROR calls
    reach_error; line numbers stay."""
    text = source.read_text(errors="replace")
    text = _LABEL.sub("ERROR: reach_error();", text)
    target.write_text(f'extern void reach_error(void);\n# 1 "{source}"\n{text}')
    return target
