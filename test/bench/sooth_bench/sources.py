# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Source packages: where they come from, and which of their files are the
library, with the flags that these need. A description is a file
packages/NAME.yml; the sources are in a folder of the user's."""

import dataclasses
import getpass
import re
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

from .errors import BenchError

_NEWEST = ""  # the version that apt takes by itself


@dataclasses.dataclass(frozen=True)
class Package:
    name: str
    files: list[str]  # globs
    source: str = ""  # of Debian
    folder: str = ""  # or: beside the description
    without: list[str] = dataclasses.field(default_factory=list)
    flags: list[str] = dataclasses.field(default_factory=list)
    made: dict[str, str] = dataclasses.field(default_factory=dict)
    build: dict = dataclasses.field(default_factory=dict)  # see building.py


@dataclasses.dataclass(frozen=True)
class Unit:
    """A file to verify."""

    name: str  # package/file
    package: str
    path: Path
    root: Path
    flags: tuple[str, ...]


def load(folder: Path, names: list[str]) -> list[Package]:
    """All that are described in the folder, or those with these names."""
    known = sorted(p.stem for p in folder.glob("*.yml"))
    if unknown := set(names) - set(known):
        raise BenchError(f"no package {', '.join(sorted(unknown))}; "
                         f"there are {', '.join(known)}")
    return [_read(folder / f"{name}.yml") for name in names or known]


def _read(path: Path) -> Package:
    data = yaml.safe_load(path.read_text())
    known = {field.name for field in dataclasses.fields(Package)} - {"name"}
    if extra := set(data) - known:
        raise BenchError(f"{path}: unknown keys {', '.join(sorted(extra))}")
    if "folder" in data:
        data["folder"] = str((path.parent / data["folder"]).resolve())
    return Package(name=path.stem, **data)


class Cache:
    """The folder that packages are fetched into."""

    def __init__(self, folder: Path, upstream: bool):
        self.folder, self.upstream = folder.resolve(), upstream
        self.apt = None

    def root(self, package: Package) -> Path:
        if package.folder:
            return Path(package.folder)
        which = "upstream" if self.upstream else "debian"
        return self.folder / which / package.name

    def fetch(self, package: Package) -> None:
        """Nothing to do if it is there."""
        root = self.root(package)
        if not root.is_dir():
            archives = self._archives(package)
            root.parent.mkdir(parents=True, exist_ok=True)
            fresh = root.with_name(f"{root.name}.new")
            shutil.rmtree(fresh, ignore_errors=True)
            _unpack(archives, fresh, self.upstream)
            fresh.rename(root)
        self.make_headers(package)

    def make_headers(self, package: Package) -> None:
        """Those that configuring would write."""
        made = self.made(package)
        made.mkdir(parents=True, exist_ok=True)
        for name, text in package.made.items():
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            (made / name).write_text(text)

    def version(self, package: Package) -> str:
        archives = self.folder / "archives" / package.name
        return next((p.stem.partition("_")[2] for p in archives.glob("*.dsc")), "")

    def units(self, package: Package) -> list[Unit]:
        root = self.fetched(package)
        paths = {p for glob in package.files for p in root.glob(glob)
                 if not any(p.match(w) for w in package.without)}
        if not paths:
            raise BenchError(f"{root}: nothing matches {', '.join(package.files)}")
        flags = self.flags(package, root)
        return [Unit(f"{package.name}/{p.relative_to(root)}", package.name, p,
                     root, flags) for p in sorted(paths)]

    def flags(self, package: Package, root: Path) -> tuple[str, ...]:
        """Where its files are in the folder root."""
        places = {"source": str(root), "made": str(self.made(package))}
        return tuple(re.sub(r"\{(source|made)\}", lambda m: places[m[1]], f)
                     for f in package.flags)

    def fetched(self, package: Package) -> Path:
        root = self.root(package)
        if not root.is_dir():
            raise BenchError(f"{package.name} is not in {self.folder}; fetch it")
        return root

    def made(self, package: Package) -> Path:
        return self.folder / "made" / package.name

    def _archives(self, package: Package) -> Path:
        """The folder with the package as Debian has it."""
        target = self.folder / "archives" / package.name
        if not target.is_dir():
            self.apt = self.apt or Apt(self.folder / "apt")
            self.apt.download(package.source, target)
        return target


def _unpack(archives: Path, target: Path, upstream: bool) -> None:
    description = next(archives.glob("*.dsc"))
    if not upstream:
        _call(["dpkg-source", "--no-check", "--no-copy", "-x", str(description), str(target)])
        return
    target.mkdir()
    for archive in archives.glob("*.orig.tar.*"):
        if archive.suffix != ".asc":
            _call(["tar", "-xf", str(archive), "--strip-components=1",
                   "-C", str(target)])


class Apt:
    """apt with lists of its own, so that deb-src lines need not be the
    system's and nobody has to be root."""

    def __init__(self, folder: Path):
        for name in ("parts", "lists/partial", "cache/archives/partial"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        _write_sources(folder / "parts")
        self.options = [
            word for name, value in (
                ("Dir::Etc::sourcelist", "/dev/null"),
                ("Dir::Etc::sourceparts", folder / "parts"),
                ("Dir::State::lists", folder / "lists"),
                ("Dir::Cache", folder / "cache"),
                ("APT::Sandbox::User", getpass.getuser()),
            ) for word in ("-o", f"{name}={value}")]
        _call(["apt-get", *self.options, "update"])

    def download(self, source: str, target: Path) -> None:
        """The newest version that the mirror really has: the lists of a mirror
        may know more than it holds."""
        complaint = None
        for version in [_NEWEST, *self._versions(source)]:
            fresh = target.with_name(f"{target.name}.new")
            shutil.rmtree(fresh, ignore_errors=True)
            fresh.mkdir(parents=True)
            try:
                _call(["apt-get", *self.options, "-qq", "--only-source",
                       "--download-only", "source",
                       source + (f"={version}" if version else "")], fresh)
            except BenchError as error:
                complaint = complaint or error
                continue
            fresh.rename(target)
            return
        raise complaint

    def _versions(self, source: str) -> list[str]:
        shown = _call(["apt-cache", *self.options, "--only-source", "showsrc",
                       source])
        return re.findall(r"^Version: (\S+)", shown, re.M)[::-1]


def _write_sources(folder: Path) -> None:
    """The system's own mirrors of its distribution, for sources."""
    etc = Path("/etc/apt")
    lists = [etc / "sources.list", *sorted(etc.glob("sources.list.d/*.list"))]
    lines = [l for p in lists if p.is_file() for l in p.read_text().splitlines()]
    own = [m.expand(r"deb-src \1\2") for l in lines
           if (m := re.match(r"deb\s+(\[.*?\]\s+)?(\S+\s+(\S+)\s.*)", l))
           and _is_own_suite(m[3])]
    stanzas = [s for p in sorted(etc.glob("sources.list.d/*.sources"))
               for s in re.split(r"\n\s*\n", p.read_text())]
    modern = [re.sub(r"^Types:.*", "Types: deb-src", s, flags=re.M)
              for s in stanzas if _is_own_stanza(s)]
    if not own and not modern:
        raise BenchError("no mirror of this system's distribution in /etc/apt")
    (folder / "own.list").write_text("".join(f"{l}\n" for l in own))
    (folder / "own.sources").write_text("\n\n".join(modern) + "\n")


def _is_own_stanza(stanza: str) -> bool:
    suites = re.search(r"^Suites:(.*)", stanza, re.M)
    return bool(suites) and any(map(_is_own_suite, suites[1].split())) and         not re.search(r"^Enabled:\s*no", stanza, re.M | re.I)


def _is_own_suite(suite: str) -> bool:
    release = Path("/etc/os-release").read_text()
    codename = re.search(r"^VERSION_CODENAME=(\S+)", release, re.M)
    names = ["stable", "testing", "unstable", "sid"]
    names += [codename[1]] if codename else []
    return re.split(r"[-/]", suite)[0] in names


def _call(command: list[str], folder: Path | None = None) -> str:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True,
                              errors="replace", stdin=subprocess.DEVNULL)
    except OSError as error:
        raise BenchError(f"{command[0]}: {error}")
    if done.returncode:
        said = done.stderr.strip() or done.stdout.strip()
        errors = [l for l in said.splitlines() if l.startswith("E:")] or [said]
        raise BenchError(f"{command[0]}: {errors[0]}")
    return done.stdout


def fetch_all(cache: Cache, packages: list[Package]) -> list[Package]:
    """Those that are there afterwards; of others it is said why not."""
    found = []
    for package in packages:
        try:
            cache.fetch(package)
            found.append(package)
        except BenchError as error:
            print(f"packages: {package.name} is skipped: {error}",
                  file=sys.stderr)
    if not found:
        raise BenchError("no package could be fetched")
    return found
