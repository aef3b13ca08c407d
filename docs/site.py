#!/usr/bin/env python3
# ===- site.py - The documentation as a site ------------------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The documentation as a site of plain HTML, which needs no network:

    docs/site.py FOLDER      writes it; FOLDER/index.html is the README
    docs/site.py --check     only looks for problems

It has the README and all pages and files that it leads to. Problems are links that
lead nowhere, pages in docs that no link leads to, and blocks of code right after a
list, which are text in the last item. Writing needs Python's markdown (Debian's
python3-markdown). Exit code 1 if there is a problem."""

import argparse
import html
import pathlib
import posixpath
import re
import shutil
import sys

FIRST = "README.md"
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^()\s]+)\)")
STYLE = """body { max-width: 50em; margin: 2em auto; padding: 0 1em;
  font: 16px/1.5 sans-serif; color: #222; background: #fff; }
pre { background: #f4f4f4; padding: .6em; overflow-x: auto; }
code { font-size: 90%; }
table { border-collapse: collapse; }
td, th { border: 1px solid #ccc; padding: .2em .6em; vertical-align: top; text-align: left; }
nav { border-bottom: 1px solid #ccc; }
"""


def without_code(text):
    """The text without blocks and words of code, in which nothing is a link."""
    text = re.sub(r"^(```|~~~).*?^\1\s*?$", "", text, flags=re.M | re.S)
    text = re.sub(r"(?<=\n\n)(?:(?: {4}|\t).*\n|\s*\n)+", "\n", text)
    return re.sub(r"`[^`\n]*`", "", text)


def code_in_lists(text):
    """Lines at which a block of code begins after a list."""
    is_list, before = False, ""
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(r"    \S", line) and not before.strip() and is_list:
            yield number
            is_list = False
        elif line.strip() and not line.startswith(" "):
            if not before.strip() or not is_list:
                is_list = bool(re.match(r"([-*]|\d+\.) ", line))
        before = line


def anchor(title):
    """What GitHub calls a heading in links."""
    title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).replace("`", "")
    return re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")


def anchors(text):
    text = re.sub(r"^(```|~~~).*?^\1\s*?$", "", text, flags=re.M | re.S)
    return {anchor(title) for title in re.findall(r"^#+ +(.*)$", text, re.M)}


class Site:
    """Pages and files, by their paths in the sources."""

    def __init__(self, root):
        self.root = root
        self.pages, self.files, self.problems = {}, set(), []
        self.read(FIRST)
        self.find_lost_pages()

    def find_lost_pages(self):
        """Pages that nobody finds."""
        for path in sorted((self.root / "docs").glob("*.md")):
            if f"docs/{path.name}" not in self.pages:
                self.problems.append(f"docs/{path.name}: no page leads here")

    def read(self, page):
        """The page, and all that it leads to."""
        self.pages[page] = (self.root / page).read_text()
        for line in code_in_lists(self.pages[page]):
            self.problems.append(f"{page}:{line}: a block of code that is text in a list")
        for link in LINK.findall(without_code(self.pages[page])):
            self.follow(page, link)

    def target(self, page, path):
        """What a path in a page is in the sources; of a folder its page, if it has one."""
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
        of_folder = posixpath.join(target, "README.md")
        return of_folder if (self.root / of_folder).exists() else target

    def follow(self, page, link):
        if re.match(r"[a-z]+:", link):
            return
        path, _, name = link.partition("#")
        target = self.target(page, path) if path else page
        if not (self.root / target).exists():
            self.problems.append(f"{page}: there is no {link}")
        elif target.endswith(".md"):
            if target not in self.pages:
                self.read(target)
            if name and name not in anchors(self.pages[target]):
                self.problems.append(f"{page}: {target} has no '#{name}'")
        elif (self.root / target).is_file():
            self.files.add(target)

    def write(self, folder, markdown):
        for path in self.files:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.root / path, folder / path)
        for page, text in self.pages.items():
            place = folder / self.place(page)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(self.convert(page, text, markdown))

    @staticmethod
    def place(page):
        return "index.html" if page == FIRST else page[:-3] + ".html"

    def convert(self, page, text, markdown):
        body = markdown.markdown(
            text,
            extensions=["tables", "fenced_code", "sane_lists", "toc"],
            extension_configs={"toc": {"slugify": lambda title, _: anchor(title)}},
        )
        up = posixpath.relpath(".", posixpath.dirname(page) or ".")

        def change(found):
            path, hash_sign, name = found[1].partition("#")
            if not path or re.match(r"[a-z]+:", path):
                return found[0]
            target = self.target(page, path)
            if target in self.pages:
                path = f"{up}/{self.place(target)}"
            elif target not in self.files:
                return ""  # a folder
            return f'href="{path}{hash_sign}{name}"'

        title = html.escape(text.split("\n", 1)[0].lstrip("# "))
        return (
            f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>\n'
            f"<style>{STYLE}</style></head><body>\n"
            f'<nav><a href="{up}/index.html">Sooth</a> · '
            f'<a href="{up}/docs/README.html">Documentation</a></nav>\n'
            + re.sub(r'href="([^"]*)"', change, body)
            + "\n</body></html>\n"
        )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).parent.parent)
    options = parser.parse_args()
    if options.check == bool(options.folder):
        parser.error("either --check or a folder")
    site = Site(options.root.resolve())
    for problem in site.problems:
        print(problem)
    print(f"{len(site.pages)} pages, {len(site.problems)} problems")
    if options.folder:
        try:
            import markdown
        except ImportError:
            sys.exit("site.py: error: there is no markdown for Python (python3-markdown)")
        site.write(options.folder, markdown)
    return 1 if site.problems else 0


if __name__ == "__main__":
    sys.exit(main())
