#!/usr/bin/env python3
"""Compares the programs that tests and scripts call with the packages that bootstrap
installs for them.

Whoever develops has many programs that a bare Debian lacks, so that nobody notices when
a test begins to call one of them. Of each program that is called and is on this machine,
the package must be essential, declared in bootstrap, or needed by one that is. What only
some tests call, which say so by REQUIRES, may also come with bootstrap's other commands.

usage: programs.py ROOT
       programs.py ROOT --of FILE...   only says what these files call
"""
import ast
import collections
import os
import re
import shutil
import subprocess
import sys

# Words of the shell that another command follows.
BEFORE_COMMANDS = {"!", "if", "then", "else", "elif", "while", "until", "do", "{", "(",
                   "time", "not", "exec", "command", "env", "xargs", "setarch"}
BUILTINS = set(""". : [ [[ alias bg break case cd continue declare done echo esac eval exit
    export false fi for function getopts hash in kill let local popd printf pushd pwd read
    readonly return select set shift source test times trap true type typeset ulimit umask
    unset wait ]] } )""".split())
# How Python starts programs.
STARTERS = {"run", "Popen", "call", "check_call", "check_output", "execvp", "which"}
SHELLS = {"sh", "bash"}
# Suffixes of the parts of tests, and of files, with commands of a shell.
OF_SHELL = ("", ".sh", ".bash")
# Where tests find this machine's programs; those of a build are ours.
FOLDERS = ["/usr/lib/llvm-19/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"]


def without_quotes(text):
    """The commands of a shell without what is in quotes, which may be several lines, and
    without comments, here-documents, and bodies of other languages."""
    text = text.replace("\\\n", " ")
    text = re.sub(r"<<-?\s*(['\"]?)(\w+)\1(.*)\n(?:.*\n)*?\s*\2$", r"\3", text, flags=re.M)
    text = re.sub(r"\\.", "_", text)
    text = re.sub(r"\"[^\"$`]*\"|'[^']*'", " _ ", text)
    text = re.sub(r"\$\(\(.*?\)\)|\$\{[^}]*\}|\$\w+|\$[^(\w]", "_", text)
    return re.sub(r"(^|\s)#.*", r"\1", text, flags=re.M)


def called_in_shell(text):
    """Names of what stands where the shell expects a command."""
    found = set()
    for inner in re.findall(r"\b(?:sh|bash) -e?c '([^']*)'", text):
        found |= called_in_shell(inner)
    text = without_quotes(text)
    functions = set(re.findall(r"^\s*(?:function\s+)?([\w-]+)\s*\(\)", text, re.M))
    # Patterns of `case`, and lists in arrays, are no commands.
    text = re.sub(r"^\s*[\w*?|. -]+\)(?!\S)", " ", text, flags=re.M)
    text = re.sub(r"\b\w+\+?=\([^)]*\)", " ", text)
    for command in re.split(r"[\n;|&()`]|\$\(| -- ", text):
        words = re.sub(r"\d?[<>]+&?\s*\S*", " ", command).split()
        while words and (words[0] in BEFORE_COMMANDS or
                         re.match(r"\w+\+?=|-", words[0])):
            words.pop(0)
        if words and words[0] not in BUILTINS | functions:
            found.add(words[0].strip("\""))
    return found


def called_in_python(text):
    """First words of what is started, and of what shells are told."""
    found = set()
    for call in (n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Call)):
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        if name not in STARTERS or not call.args:
            continue
        words = call.args[0]
        if isinstance(words, (ast.List, ast.Tuple)):
            words = [w.value if isinstance(w, ast.Constant) else "_" for w in words.elts]
        elif isinstance(words, ast.Constant) and isinstance(words.value, str):
            words = [words.value]
            if any(k.arg == "shell" for k in call.keywords):
                words = ["sh", "-c", *words]
        else:
            continue
        found.add(str(words[0]) if words else "_")
        if len(words) > 2 and words[0] in SHELLS:
            found |= called_in_shell(str(words[-1]))
    return found


def called_in_makefile(text):
    return called_in_shell("\n".join(
        line.strip() for line in text.splitlines() if line.startswith("\t")))


def called_in_cmake(text):
    return set(re.findall(r"\bCOMMAND\s+([\w.+-]+)", text))


def called_in_test(text):
    """What the RUN lines of a lit test call, and its parts."""
    found = called_in_shell("\n".join(re.findall(r"\bRUN:(.*)", text)))
    parts = re.split(r"^(?://|#|;|!)--- (\S+)\n", text, flags=re.M)
    for name, part in zip(parts[1::2], parts[2::2]):
        found |= called(name, part)
    return found


def called(name, text):
    base = os.path.basename(name)
    suffix = os.path.splitext(base)[1]
    if base == "Makefile":
        return called_in_makefile(text)
    if base == "CMakeLists.txt" or suffix == ".cmake":
        return called_in_cmake(text)
    if suffix == ".py" or re.match(r"#!.*python", text):
        try:
            return called_in_python(text)
        except SyntaxError:  # which some parts are there to have
            return set()
    if suffix in (".sh", ".bash") or re.match(r"#!.*sh\b", text):
        return called_in_shell(text)
    if re.search(r"\bRUN:", text):
        return called_in_test(text)
    return set()


def sources(root):
    yield os.path.join(root, "bootstrap")
    for top in (".ci", "test", "cmake", "tools", "runtime", "editors", "docs", "lib", "passes"):
        for folder, folders, names in os.walk(os.path.join(root, top)):
            folders[:] = [f for f in folders if f not in ("node_modules", "results",
                                                          "__pycache__")]
            for name in names:
                yield os.path.join(folder, name)


def calls(root, paths):
    """Of each program the files that call it."""
    users = collections.defaultdict(set)
    for path in paths:
        try:
            with open(path) as file:
                text = file.read()
        except (UnicodeDecodeError, OSError):
            continue
        for name in called(path, text):
            if re.fullmatch(r"[A-Za-z][\w.+-]*", name):
                users[name].add(os.path.relpath(path, root))
    return users


class Packages:
    """What is installed here, as dpkg says."""

    def __init__(self):
        self.needs, self.essential, self.provided = {}, set(), {}
        shown = subprocess.run(
            ["dpkg-query", "-W", "-f", "${Package}\t${Essential}\t${Pre-Depends}, "
             "${Depends}\t${Provides}\n"], capture_output=True, text=True, check=True)
        for line in shown.stdout.splitlines():
            name, essential, needs, provides = line.split("\t")
            self.needs[name] = re.findall(r"(?:^|[,|])\s*([\w.+-]+)", needs)
            for other in re.findall(r"(?:^|,)\s*([\w.+-]+)", provides):
                self.provided.setdefault(other, []).append(name)
            if essential == "yes":
                self.essential.add(name)

    def closure(self, names):
        """These, and all that they need."""
        found, todo = set(), [*names, *self.essential]
        while todo:
            name = todo.pop()
            if name not in found:
                found.add(name)
                todo += self.needs.get(name, []) + self.provided.get(name, [])
        return found

    @staticmethod
    def of_programs(names):
        """Of each program that is installed, the packages that have one of its name."""
        paths = {}
        for name in names:
            found = shutil.which(name, path=os.pathsep.join(FOLDERS))
            if found:
                paths[name] = {os.path.join(folder, name) for folder in FOLDERS}
                paths[name] |= {os.path.realpath(path) for path in
                                (found, *alternatives(name, found))}
        shown = subprocess.run(["dpkg-query", "-S", *sorted(set().union(*paths.values()))],
                               capture_output=True, text=True)
        owners = collections.defaultdict(set)
        for line in shown.stdout.splitlines():
            if not line.startswith("diversion"):
                those, _, path = line.partition(": ")
                owners[path] |= {package.split(":")[0] for package in those.split(", ")}
        return {name: set().union(*(owners[path] for path in paths[name])) or {"none"}
                for name in paths}


def alternatives(name, path):
    """Where else a program may be that packages have under one name, such as cc."""
    if not os.path.islink(path) or "/alternatives/" not in os.readlink(path):
        return []
    return subprocess.run(["update-alternatives", "--list", name], capture_output=True,
                          text=True).stdout.split()


def declared(root):
    """The packages of the README's commands, and all that bootstrap names."""
    with open(os.path.join(root, "bootstrap")) as file:
        text = re.sub(r"#.*", "", file.read())
    lists = [(m[1], m[2].split()) for m in
             re.finditer(r"\b(packages|testing)\+?=\(([^)$]*)\)", text)]
    first = [names for _, names in lists[:2]]
    return sum(first, []), sum((names for _, names in lists), [])


def main():
    root = os.path.abspath(sys.argv[1])
    if sys.argv[2:3] == ["--of"]:
        for name, users in sorted(calls(root, sys.argv[3:]).items()):
            print(f"{name}: {' '.join(sorted(users))}")
        return 0
    if not shutil.which("dpkg-query"):
        print("no dpkg: what is declared is not compared")
        return 0
    packages = Packages()
    always, sometimes = declared(root)
    # Who installs packages has it; bootstrap says so where it is missing.
    always.append("apt")
    always, sometimes = packages.closure(always), packages.closure(sometimes)
    users = calls(root, sources(root))
    found, wrong = packages.of_programs(users), 0
    for name, owners in sorted(found.items()):
        if owners & always:
            continue
        undeclared = [path for path in sorted(users[name]) if not (
            owners & sometimes and needs_more(os.path.join(root, path)))]
        wrong += bool(undeclared)
        for path in undeclared:
            print(f"{path}: calls {name}, which bootstrap does not install "
                  f"({' or '.join(sorted(owners))})")
    print(f"{len(found)} programs, {wrong} of packages that are not declared")
    return 1 if wrong else 0


def needs_more(path):
    """Whether it says that it does not run everywhere, or no test runs it."""
    with open(path) as file:
        text = file.read()
    return "REQUIRES:" in text or not re.search(r"\bRUN:", text)


if __name__ == "__main__":
    sys.exit(main())
