# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Defects that are known, in libraries: the source before and after the change
that corrects one, which is a patch of Debian's or a commit of upstream's."""

import dataclasses
import difflib
import shutil
import subprocess
import tempfile
from pathlib import Path

import yaml

from . import checks, sources
from .errors import BenchError

UNPATCHED, PATCHED = "unpatched", "patched"
VERSIONS = [UNPATCHED, PATCHED]
NOTHING = "no such check"
FOUND, MISSED, FALSE_ALARM = "found", "not found", "violated in both"
_WORST_FIRST = [checks.VIOLATED, checks.UNKNOWN, checks.PROVED_IF, checks.PROVED]


@dataclasses.dataclass(frozen=True)
class Defect:
    name: str
    package: str
    function: str
    file: str  # of the package
    line: int = 0  # of the check, in the unpatched file; 0: it is elsewhere
    check: str = ""  # a part of what is said of it
    place: str = ""  # the end of the name of its file, if that is another one
    patch: str = ""  # of Debian
    commit: str = ""  # of upstream
    wrapper: str = ""  # a file beside the description, which includes SOOTH_DEFECT
    more: list[str] = dataclasses.field(default_factory=list)  # files
    options: list[str] = dataclasses.field(default_factory=list)
    kinds: str = "memory,overflow,div,shift"  # of checks
    seconds: float = 20

    @property
    def change(self) -> str:
        return self.patch or self.commit


def load(description: Path, only: list[str]) -> list[Defect]:
    """All, or those with one of these texts in their name or package."""
    data = yaml.safe_load(description.read_text())
    defects = [_defect(description, entry) for entry in data["defects"]]
    chosen = [d for d in defects
              if not only or any(t in f"{d.package} {d.name}" for t in only)]
    if not chosen:
        raise BenchError("no such defect")
    return chosen


def repositories(description: Path) -> dict[str, str]:
    """Of upstream, by package."""
    return yaml.safe_load(description.read_text()).get("repositories", {})


def _defect(description: Path, entry: dict) -> Defect:
    known = {field.name for field in dataclasses.fields(Defect)}
    if extra := set(entry) - known:
        raise BenchError(f"{description}: unknown keys {', '.join(sorted(extra))}")
    try:
        defect = Defect(**entry)
    except TypeError as error:
        raise BenchError(f"{description}: {error}")
    if bool(defect.patch) == bool(defect.commit):
        raise BenchError(f"{description}: {defect.name} needs a patch or a commit")
    return defect


class Trees:
    """Both versions of sources, in the folder where packages.py has them."""

    def __init__(self, folder: Path, urls: dict[str, str]):
        self.folder, self.urls = folder.resolve(), urls

    def tree(self, package: sources.Package, defect: Defect, version: str) -> Path:
        root = (self.folder / "defects" / package.name
                / Path(defect.change).stem)
        if not root.is_dir():
            fresh = root.with_name(f"{root.name}.new")
            shutil.rmtree(fresh, ignore_errors=True)
            fresh.mkdir(parents=True)
            make = self._from_patches if defect.patch else self._from_commits
            make(package, defect, fresh)
            fresh.rename(root)
        return root / version

    def _from_patches(self, package, defect: Defect, target: Path) -> None:
        """The patches that Debian applies before it are in both."""
        upstream = sources.Cache(self.folder, True)
        debian = sources.Cache(self.folder, False)
        for cache in (upstream, debian):
            cache.fetch(package)
        patches = debian.root(package) / "debian" / "patches"
        series = series_of((patches / "series").read_text())
        if defect.patch not in series:
            raise BenchError(f"{package.name} has no patch {defect.patch}")
        before = target / UNPATCHED
        shutil.copytree(upstream.root(package), before, symlinks=True)
        for name in series[:series.index(defect.patch)]:
            _patch(before, patches / name)
        shutil.copytree(before, target / PATCHED, symlinks=True)
        _patch(target / PATCHED, patches / defect.patch)

    def _from_commits(self, package, defect: Defect, target: Path) -> None:
        repository = self.folder / "git" / f"{package.name}.git"
        if not repository.is_dir():
            if package.name not in self.urls:
                raise BenchError(f"{package.name}: no repository is known")
            repository.parent.mkdir(parents=True, exist_ok=True)
            _call(["git", "clone", "--quiet", "--bare", self.urls[package.name],
                   str(repository)])
        sources.Cache(self.folder, False).make_headers(package)
        for version, commit in ((UNPATCHED, f"{defect.commit}^"),
                                (PATCHED, defect.commit)):
            with tempfile.NamedTemporaryFile(suffix=".tar") as archive:
                _call(["git", f"--git-dir={repository}", "archive",
                       "--output", archive.name, commit])
                (target / version).mkdir()
                _call(["tar", "-xf", archive.name, "-C", str(target / version)])


def series_of(text: str) -> list[str]:
    """The names of patches in quilt's list of them."""
    words = (line.partition("#")[0].split() for line in text.splitlines())
    return [w[0] for w in words if w]


def _patch(folder: Path, patch: Path) -> None:
    _call(["patch", "-p1", "--silent", "--force", "-d", str(folder),
           "-i", str(patch)])


def _call(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              errors="replace", stdin=subprocess.DEVNULL)
    except OSError as error:
        raise BenchError(f"{command[0]}: {error}")
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise BenchError(f"{command[0]}: {said[0] if said else 'failed'}")


def unit_of(package: sources.Package, defect: Defect, root: Path, cache: Path,
            description: Path) -> sources.Unit:
    """What is verified: the file, or one that includes it."""
    flags = sources.Cache(cache, False).flags(package, root)
    source = root / defect.file
    if not source.is_file():
        raise BenchError(f"{defect.name}: no file {source}")
    path = source
    if defect.wrapper:
        path = description.parent / defect.wrapper
        flags += ("-I", str(source.parent), f'-DSOOTH_DEFECT="{source}"')
    flags += tuple(str(root / name) for name in defect.more)
    return sources.Unit(f"{package.name}/{defect.file}", package.name, path, root,
                        flags)


def lines_after(line: int, before: list[str], after: list[str]) -> range:
    """Where a line of one text is in another one, or what is there instead."""
    for what, a, b, c, d in difflib.SequenceMatcher(
            None, before, after, autojunk=False).get_opcodes():
        if a < line <= b:
            return only(line - a + c) if what == "equal" else range(c + 1, d + 1)
    return only(line)


def only(line: int) -> range:
    return range(line, line + 1)


@dataclasses.dataclass
class Answer:
    outcome: str
    why: str = ""  # what it needs, or why it is not known

    def __str__(self) -> str:
        return self.outcome + (f" ({self.why})" if self.why else "")


def answer_at(defect: Defect, lines: range, verified: checks.Verified) -> Answer:
    """The worst of the checks that the defect is about."""
    of = [c for c in verified.checks if _is_meant(defect, lines, c)]
    if not of:
        return Answer(NOTHING, "" if verified.checks else
                      verified.row.reason or verified.row.status)
    worst = min(of, key=lambda c: _WORST_FIRST.index(c["outcome"]))
    if worst["outcome"] == checks.PROVED_IF:
        return Answer(checks.PROVED_IF, "; ".join(worst["needs"]))
    return Answer(worst["outcome"], worst.get("reason", ""))


def _is_meant(defect: Defect, lines: range, check: dict) -> bool:
    place = defect.place or defect.file
    return (str(check.get("file", "")).endswith(place)
            and (not defect.line or check.get("line", 0) in lines)
            and defect.check in check["message"])


def judgement(answers: dict[str, Answer]) -> str:
    if answers[UNPATCHED].outcome != checks.VIOLATED:
        return MISSED
    return FALSE_ALARM if answers[PATCHED].outcome == checks.VIOLATED else FOUND
