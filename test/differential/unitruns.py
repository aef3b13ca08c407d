# ===- unitruns.py - Sequences of calls of a unit's functions --------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""A driver for a unit of randomunit.py, which calls its functions one after the other from
the beginning of the program, with memory that it makes, passes again, ends and moves, and
with what they returned; and where such sequences fail under clang's sanitizers."""

import re
import subprocess
from collections import namedtuple
from pathlib import Path

from randomunit import C_TYPES, declared

HERE = Path(__file__).resolve().parent
# What sequences may do, as unitdriver.h has it.
SHOWS, SHARES, NULLS, ENDS, PARTS, WRITES = 1, 2, 4, 8, 16, 32
# Where a sequence fails first, how (names of checks), and what was true of the needs of
# each function, by its number, when it was called last.
# (Whether accesses are through null; None if that is not known.)
Failure = namedtuple("Failure", "sequence mask may file line column checks holds null text")

# Types of which there is memory, by how pointers to them are passed.
NUMBERS = {"int": "int", "unsigned": "unsigned", "short": "short", "long": "long",
           "float": "float", "uchar": "uchar"}


def base_of(kind):
    return kind[:-1].strip()


class Driver:
    """The text of a driver. 'needs' are expressions in C, by function; those of a
    function may use its parameters."""

    def __init__(self, unit, needs):
        self.unit, self.needs = unit, needs
        self.numbers = {f.name: n for n, f in enumerate(unit.functions)}
        self.exported = [f for f in unit.functions if not f.static]
        self.pools = {"int", "float", "int *", "fn", *unit.structures}
        if "node" in unit.structures:
            self.pools.add("node *")

    def pool(self, kind):
        return "drv_of_" + kind.replace(" *", "_pointer")

    # What is in memory at first.

    def random_value(self, kind):
        if kind in self.unit.structures or kind.endswith("]"):
            return None
        if kind == "fn":
            return "(fn)drv_find(&drv_of_fn).at"
        if kind.endswith("*"):
            return f"({kind})drv_find(&{self.pool(base_of(kind))}).at"
        return f"({NUMBERS.get(kind, 'unsigned')})drv_number()"

    def fill(self, kind, place):
        """Statements that give a place of a type a value."""
        structures = self.unit.structures
        if kind in structures and structures[kind].word == "union":
            return f"drv_fill_{kind}(&{place});"
        if kind in structures:
            return "\n".join("  " + self.fill("int" if t == "wide" else t, f"{place}.{m}")
                             for t, m in structures[kind].members)
        if kind.endswith("]"):
            base, _, size = kind[:-1].partition("[")
            return "\n".join(self.fill(base, f"{place}[{n}]") for n in range(int(size)))
        return f"{place} = {self.random_value(kind)};"

    def add(self, kind, place, name):
        """Statements that add a place and what is in it to what is passed."""
        structures, lines = self.unit.structures, []
        if kind in structures:
            s = structures[kind]
            lines.append(f'drv_add(&{self.pool(kind)}, &{place}, 1, "&{name}");')
            if "packed" not in s.attribute:
                # Of a union one type of pointers leads to its bytes.
                lines += ["if (drv_parts) {", *(
                    self.add("int" if t == "wide" else t, f"{place}.{m}", f"{name}.{m}")
                    for t, m in s.members if s.word != "union" or m in "ip"), "}"]
        elif kind.endswith("]"):
            base, _, size = kind[:-1].partition("[")
            for n in range(int(size)):
                lines.append(self.add(base, f"{place}[{n}]", f"{name}[{n}]"))
            if base == "int":
                lines.append(f'drv_add(&drv_of_array, {place}, {size}, "{name}");')
                lines.append(f'drv_add(&drv_of_array, {place} + 1, {int(size) - 1}, '
                             f'"{name} + 1");')
        elif kind in ("int", "float", "int *", "node *"):
            lines.append(f'drv_add(&{self.pool(kind)}, &{place}, 1, "&{name}");')
        if kind in ("int", "float", "word"):
            lines.append(f'drv_add(&drv_of_raw, &{place}, 1, "(void *)&{name}");')
        return "\n".join(lines)

    def makers(self):
        """A function for each type that makes an object of it."""
        kinds = sorted(self.pools - {"fn"})
        text = "".join(f"static void drv_fill_{k}({k} *p);\n"
                       for k in sorted(self.unit.structures))
        for kind in kinds:
            name = kind.replace(" *", "_pointer")
            text += (f"static void drv_fill_{name}({declared(kind + ' *', 'p')}) {{\n"
                     f"{self.fill_object(kind)}\n}}\n"
                     f"static void drv_make_{name}(void) {{\n"
                     f"  {declared(kind + ' *', 'p')} = drv_memory(sizeof *p, "
                     f"_Alignof({kind}));\n"
                     f"  drv_fill_{name}(p);\n"
                     f"  {self.add_made(kind, name)}\n  ++drv_made;\n}}\n")
        return text

    def fill_object(self, kind):
        s = self.unit.structures.get(kind)
        if s and s.word == "union":
            return "  switch (drv_any(2)) {\n" + "\n".join(
                f"  case {n}: {self.fill(t, 'p->' + m)} break;"
                for n, (t, m) in enumerate(s.members[:2])) + "\n  }"
        if s:
            return self.fill(kind, "(*p)")
        return f"  *p = {self.random_value(kind)};"

    def add_made(self, kind, name):
        """As add(), of *p with a number in its name."""
        text = self.add(kind, "(*p)", f"(*{name}%u)")
        text = text.replace(f'"&(*{name}%u)"', f'"{name}%u"').replace(
            f"(*{name}%u).", f"{name}%u->").replace(f"(*{name}%u)", f"{name}%u")
        return re.sub(r'"\);', '", drv_made);', text)

    def begin(self):
        """What a sequence has at first."""
        lines = []
        for f in self.unit.functions:
            if f.result == "int" and [t for t, _ in f.params] == ["int"] and \
                    (not f.static):
                lines.append(f'drv_add(&drv_of_fn, {f.name}, 1, "{f.name}");')
        lines += ['drv_add(&drv_of_fn, drv_unseen, 1, "unseen");'] * 2
        for kind in sorted(self.pools - {"fn"}):
            lines += [f"drv_make_{kind.replace(' *', '_pointer')}();"] * 2
        # Again, as there was little that pointers could lead to.
        for kind in sorted(self.unit.structures):
            lines.append(f"for (unsigned n = 0; n < {self.pool(kind)}.count; ++n) "
                         f"drv_fill_{kind}({self.pool(kind)}.all[n].at);")
        lines.append("drv_make_bytes();")
        lines.append("if (drv_shows) {")
        for v in self.unit.variables:
            if (not v.static or v.alias) and "const" not in v.type:
                lines.append(self.add(v.type, v.name, v.name))
        return "\n".join("  " + x for x in lines) + "\n  }\n"

    # What a sequence does.

    def argument(self, kind, name):
        """Statements that declare it, and say what it is."""
        if kind == "array":
            return (f"struct drv_place of_{name} = drv_pick(&drv_of_array); "
                    f"int *{name} = of_{name}.at;")
        if kind == "int" and name.startswith("n") and len(name) > 1:
            array = name[1:]
            return (f"int {name} = drv_any(12) ? drv_any(of_{array}.count + 1) : 3; "
                    f'if (drv_any(2)) {name} = of_{array}.count; drv_say("%d", {name});')
        if kind == "int":
            return f'int {name} = drv_number(); drv_say("%d", {name});'
        if kind == "fn":
            return f"fn {name} = (fn)drv_pick(&drv_of_fn).at;"
        pool = {"raw": "drv_of_raw", "pair": "drv_of_pair",
                "unaligned": "drv_of_bytes"}.get(kind) or self.pool(base_of(kind))
        fresh = ""
        if kind not in C_TYPES:
            fresh = (f"if (!drv_shares) drv_renew(&{pool}, "
                     f"drv_make_{base_of(kind).replace(' *', '_pointer')}); ")
        return f"{fresh}{declared(kind, name)} = drv_pick(&{pool}).at;"

    def call(self, f):
        said = '\ndrv_say(", ");\n'.join(self.argument(t, n) for t, n in f.params)
        given = ", ".join(n for _, n in f.params)
        text = f'drv_say("{f.name}(");\n{said}\n'
        if not f.result.endswith("*"):
            return f'{text}drv_say(");\\n"); {f.name}({given});'
        kind = base_of(f.result)
        return (f'{text}drv_say("); /* returns r%u */\\n", drv_made); '
                f"{kind} *result = {f.name}({given}); "
                f"if (result && drv_shows) drv_add(&{self.pool(kind)}, result, 1, "
                '"r%u", drv_made); ++drv_made;')

    def writes(self):
        """What is done besides: variables that others see are written."""
        found = []
        for v in self.unit.variables:
            if (v.static and not v.alias) or "const" in v.type or v.type.endswith("]"):
                continue
            value = self.fill(v.type, v.name)
            told = f"/* {v.name} is written */"
            found.append(f'drv_say("{told}\\n"); {value}')
        for kind in sorted(self.unit.structures):
            found.append(f"struct drv_place it = drv_find(&{self.pool(kind)}); "
                         f"if (drv_is_there(it.at, sizeof({kind}))) {{ "
                         f'drv_say("/* *%s is filled */\\n", it.name); '
                         f"drv_fill_{kind}(it.at); }}")
        for kind in ["int", *sorted(self.unit.structures)]:
            found.append(f"drv_end(&{self.pool(kind)}, drv_any(3) == 0);")
        return found

    @staticmethod
    def switch(texts, guard=""):
        cases = "\n".join(f"case {n}: {{ {guard} {t} break; }}" for n, t in enumerate(texts))
        return (f"const unsigned drv_case = drv_any({max(1, len(texts))});\n"
                f"switch (drv_case) {{\n{cases}\n}}")

    def walkers(self):
        """Whether all pointers that are found are valid, and none null."""
        text = "".join(f"static int drv_walk_{k}(const {k} *p);\n"
                       for k in sorted(self.unit.structures))
        for kind, s in sorted(self.unit.structures.items()):
            tests = [self.walk(t, f"p->{m}") for t, m in s.members]
            if s.word == "union" and any(t.endswith("*") or t == "fn"
                                         for t, _ in s.members):
                tests = ["0"]
            tests = " && ".join(t for t in tests if t) or "1"
            text += (f"static int drv_walk_{kind}(const {kind} *p) {{\n"
                     f"  if (!drv_is_there(p, sizeof *p)) return 0;\n"
                     f"  return !drv_is_new(p) || ({tests});\n}}\n")
        return text

    def walk(self, kind, place):
        """Whether what is found in a place is valid; nothing if that is plain."""
        if kind in self.unit.structures:
            return f"drv_walk_{kind}(&{place})"
        if kind.endswith("]"):
            base, _, size = kind[:-1].partition("[")
            tests = [self.walk(base, f"{place}[{n}]") for n in range(int(size))]
            return " && ".join(t for t in tests if t)
        if kind == "fn":
            return place
        if not kind.endswith("*"):
            return ""
        base = base_of(kind)
        if base in self.unit.structures:
            return f"drv_walk_{base}({place})"
        more = f" && drv_is_there(*{place}, 4)" if base.endswith("*") else ""
        return f"drv_is_there({place}, sizeof *{place}){more}"

    def found(self, f):
        tests = [self.walk(v.type, v.name) for v in self.unit.variables]
        for kind, name in f.params:
            test = "" if kind in C_TYPES else self.walk(kind, name)
            if test:
                tests.append(f"(!{name} || ({test}))")
        tests = " && ".join(t for t in tests if t) or "1"
        return f"(drv_seen_count = 0, {tests})"

    def within(self, kind, member, low, end):
        """Whether a number, or each of an array, in all structures of a type is in bounds;
        of those that the unit allocates that is not known."""
        s = self.unit.structures.get(kind)
        of = dict((m, t) for t, m in s.members).get(member) if s else None
        if not of or f"sizeof({kind})" in self.unit.text():
            return "0"
        size = of.partition("[")[2].rstrip("]")
        tests = [f"(long)p->{member}{at} >= {low} && (long)p->{member}{at} < {end}"
                 for at in ([f"[{n}]" for n in range(int(size))] if size else [""])]
        own = "".join(f" && ({{ {kind} *p = &{v.name}; {' && '.join(tests)}; }})"
                      for v in self.unit.variables if v.type == kind)
        return (f"({{ int all = 1; for (unsigned n = 0; n < {self.pool(kind)}.count; ++n) {{ "
                f"{kind} *p = {self.pool(kind)}.all[n].at; "
                f"all = all && drv_is_there(p, sizeof *p) && {' && '.join(tests)}; }} all; }})"
                f"{own}")

    def expression(self, f, text):
        """A need of a function, which may be of more than its parameters."""
        if text.startswith("WITHIN "):
            return self.within(*text.split()[1:])
        return text.replace("FOUND", self.found(f))

    def evaluators(self):
        text = ""
        for f in self.unit.functions:
            lines = "\n".join(
                f"  if ({self.expression(f, t)}) drv_all |= 1ul << {n};"
                for n, t in enumerate(self.needs.get(f.name, [])) if t != "0")
            params = ", ".join(declared(t, n) for t, n in f.params) or "void"
            text += (f"static unsigned long drv_needs_{f.name}({params}) {{\n"
                     f"  unsigned long drv_all = 0;\n{lines}\n  return drv_all;\n}}\n")
        return text

    def hooks(self):
        return {f.name: f" struct drv_frame drv_here __attribute__((cleanup(drv_leave), "
                f"unused)) = {{{n}, drv_holds[{n}]}}; drv_holds[{n}] = "
                f"drv_needs_{f.name}({', '.join(p for _, p in f.params)});"
                for n, f in enumerate(self.unit.functions)}

    def text(self):
        program = self.unit.text(self.hooks())
        # What needs are about is declared before the first function has a body.
        first = self.unit.functions[0].text(self.hooks()[self.unit.functions[0].name])
        head, body = program.split(first, 1)
        line = head.count("\n") + 1
        pools = sorted(map(self.pool, self.pools)) + [
            "drv_of_raw", "drv_of_pair", "drv_of_array", "drv_of_bytes"]
        filler = self.switch(self.writes())
        calls = self.switch([self.call(f) for f in self.exported],
                            "if (drv_avoids >> drv_case & 1) return;")
        return (f'#line 1 "program.c"\n{head}#line 1 "driver.c"\n'
                f'#include "{HERE}/unitdriver.h"\n'
                f"static struct drv_pool {', '.join(pools)};\n"
                f"{self.walkers()}{self.evaluators()}"
                f'#line {line} "program.c"\n{first}{body}#line 1000 "driver.c"\n'
                f"{SHARED}{self.makers()}{UNSEEN}"
                f"static void drv_do(void) {{\n{filler}\n}}\n"
                f"static void drv_call(void) {{\n"
                f"{calls}\n}}\n"
                f"static void drv_sequence(void) {{\n{self.begin()}"
                "  drv_avoids = drv_any(256) & drv_any(256);\n"
                "  for (unsigned n = 4 + drv_any(10); n > 0; --n) {\n"
                "    if (drv_any(4) == 0) drv_do();\n    drv_call();\n  }\n}\n")


SHARED = """\
/* Functions that a sequence does not call, as bits: what fails often hides the rest. */
static unsigned drv_avoids;
static unsigned drv_made;
static void *drv_memory(size_t size, size_t aligned) {
  return aligned > 16 ? aligned_alloc(aligned, (size + aligned - 1) / aligned * aligned)
                      : malloc(size);
}
static void drv_make_bytes(void) {
  for (unsigned n = 0; n < 2; ++n) {
    int *p = malloc(3 * sizeof *p);
    for (unsigned k = 0; k < 3; ++k) p[k] = (int)drv_number();
    drv_add(&drv_of_array, p, 3, "ints%u", n);
    drv_add(&drv_of_array, p + 1, 2, "ints%u + 1", n);
    drv_add(&drv_of_pair, p, 3, "ints%u", n);
    drv_add(&drv_of_pair, p + 1, 2, "ints%u + 1", n);
    drv_add(&drv_of_bytes, p, 12, "(char *)ints%u", n);
    char *bytes = malloc(12);
    memset(bytes, 1, 12);
    for (unsigned k = 0; k < 3; ++k)
      drv_add(&drv_of_bytes, bytes + k, 12 - k, "bytes%u + %u", n, k);
  }
}
static void drv_renew(struct drv_pool *pool, void make(void)) {
  pool->count = 0;
  make();
}
/* Frees or moves what is passed, if it was allocated. */
static void drv_end(struct drv_pool *pool, int moves) {
  struct drv_place it = drv_find(pool);
  if (!drv_ends || !drv_is_there(it.at, 1) || !__sanitizer_get_ownership(it.at)) return;
  drv_say(moves ? "realloc(%s, 1000);\\n" : "free(%s);\\n", it.name);
  if (!moves) {
    free(it.at);
    return;
  }
  void *more = realloc(it.at, 1000);
  drv_add(pool, more, 1, "moved%u", drv_made++);
}
"""

UNSEEN = """\
static void drv_do(void);
static int drv_unseen(int x) {
  if (drv_writes && drv_any(3) == 0) drv_do();
  return drv_any(3) ? x : (int)drv_any(4);
}
"""

FLAGS = ["-w", "-O0", "-gline-tables-only", "-gcolumn-info", "-fno-omit-frame-pointer",
         "-fsanitize=address,undefined", "-fno-sanitize=null,pointer-overflow",
         "-fno-sanitize-recover=all", "-fno-strict-aliasing", "-D_GNU_SOURCE"]
ASAN = ("detect_leaks=0:symbolize=0:redzone=128:max_redzone=2048:handle_sigfpe=1:"
        "handle_abort=0:allocator_may_return_null=1:quarantine_size_mb=16:"
        "detect_stack_use_after_return=1")

# By what a sanitizer says, the checks that ask about that.
SAID = [("misaligned address", {"alignment"}), ("signed integer overflow", {"overflow"}),
        ("shift", {"shift"}), ("division by zero", {"div"}), ("FPE", {"div"}),
        ("not a valid value for type 'bool'", set())]


def build(clang, folder, unit, needs):
    """Compiles the driver with the unit; what the compiler says if it cannot."""
    (folder / "driver.c").write_text(Driver(unit, needs).text())
    files = [str(folder / "driver.c")]
    if unit.other:
        (folder / "linked.c").write_text('#line 1 "other.c"\n' + unit.other_text())
        files.append(str(folder / "linked.c"))
    done = subprocess.run([clang, *FLAGS, *files, "-o", str(folder / "run")],
                          capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


def run(folder, first, last, mask, how=0):
    return subprocess.run([str(folder / "run"), str(first), str(last), str(mask), str(how)],
                          capture_output=True, text=True, errors="replace", check=False,
                          timeout=600,
                          env={"ASAN_OPTIONS": ASAN, "UBSAN_OPTIONS": "print_stacktrace=0"})


def symbolized(folder, symbolizer, offsets):
    """By offset in the program, the place in a file of the unit, with its column."""
    if not offsets:
        return {}
    out = subprocess.run(
        [symbolizer, f"--obj={folder / 'run'}", "--output-style=LLVM", "--no-inlines",
         "--functions=none", "--basenames", *offsets],
        capture_output=True, text=True, check=True)
    places = {}
    lines = [line for line in out.stdout.splitlines() if line]
    for offset, line in zip(offsets, lines):
        file, number, column = line.rsplit(":", 2)
        if file in ("program.c", "other.c", "driver.c"):
            places[offset] = (file, int(number), int(column))
    return places


def failures(folder, symbolizer, first, last, mask, how=0):
    """Of the sequences that fail, where they do."""
    said = run(folder, first, last, mask, how).stderr
    parts = re.split(r"^driver: sequence (\d+) (\d+)\n", said, flags=re.M)[1:]
    parts = [(int(n), int(may), text)
             for n, may, text in zip(parts[::3], parts[1::3], parts[2::3]) if text.strip()]
    frames = {n: re.findall(r"^ +#\d+ 0x\w+ +\(\S*/run\+(0x\w+)\)",
                            re.split(r"\n\n|freed by|allocated by", text)[0], re.M)
              for n, _, text in parts}
    # A call's place is before where it returns to.
    frames = {n: found[:1] + [hex(int(o, 16) - 1) for o in found[1:]]
              for n, found in frames.items()}
    places = symbolized(folder, symbolizer,
                        sorted({o for found in frames.values() for o in found}))
    return [f._replace(mask=mask) for n, may, text in parts
            if (f := failure(n, may, text, frames[n], places))]


def is_at_null(what):
    """Whether an access that a sanitizer tells of is to a member of what null leads to, or
    to null; None if a small number may have been used as an address."""
    at = re.search(r"address 0x0{8}0*([0-9a-f]{1,4})\b|address 0xf{12}f*[0-9a-f]\b", what)
    return False if not at else True if at[1] and int(at[1], 16) == 0 else None


def failure(number, may, text, frames, places):
    holds = re.search(r"^driver: holds((?: \d+)+)$", text, re.M)
    bits = [int(b) for b in holds[1].split()] if holds else []
    asserted = re.search(r"^driver: assertion (\S+):(\d+)$", text, re.M)
    if asserted:
        return Failure(number, 0, may, asserted[1], int(asserted[2]), 0, {"assert"}, bits,
                       False, "assertion")
    runtime = re.search(r"^(\S+?):(\d+):(\d+): runtime error: (.*)$", text, re.M)
    error = re.search(r"ERROR: AddressSanitizer:? (.*)$", text, re.M)
    if not runtime and not error:
        return None
    what = runtime[4] if runtime else error[1]
    checks = next((c for said, c in SAID if said in what), {"access"})
    null = "null pointer" in what or is_at_null(what)
    if runtime:
        return Failure(number, 0, may, runtime[1], int(runtime[2]), int(runtime[3]), checks,
                       bits, null, what)
    # (A driver's own frame first: it did what it must not.)
    place = next((places[o] for o in frames if o in places), None)
    return place and Failure(number, 0, may, *place, checks, bits, null, what)
