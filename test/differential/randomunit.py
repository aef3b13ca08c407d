# ===- randomunit.py - Seeded random files of functions with state ---------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""A file in C without main whose variables point to each other, and whose functions
store, move, free and compare what they are given and what the file has: the unit of
fuzzunits.py. What it does wrong, if anything, a sanitizer sees, so a run is one of C until
then: all objects are initialized, an object has one type but for its bytes, unions and
types that may alias, and bytes of pointers are only moved together."""

import random
from collections import namedtuple

# What a unit may have; each can be left out.
FEATURES = ["self", "stores", "unions", "may-alias", "copies", "tables", "packed", "weak",
            "free", "counters", "indices", "misaligned", "kept", "aliases"]

PROLOGUE = """\
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
typedef unsigned char uchar;
typedef int (*fn)(int);
typedef int __attribute__((may_alias)) aint;
typedef long __attribute__((may_alias)) along;
"""

# How a parameter is used, if that is not what its type says: what it leads to is only
# read and written as bytes (or through a type that may alias), it leads to two of them,
# to as many as the next parameter says, to numbers that start at any byte.
C_TYPES = {"raw": "int *", "pair": "int *", "array": "int *",
           "unaligned": "char *"}
SCALARS = ["int", "unsigned", "short", "long", "float"]
NUMBERS = ["int", "unsigned", "short", "long", "uchar", "bits"]

Structure = namedtuple("Structure", "word attribute members")
# Static ones may have another name (alias), which other files know.
Variable = namedtuple("Variable", "type name static initial prefix alias",
                      defaults=["", "", False])
Place = namedtuple("Place", "text type guards root addressable")


def declared(kind, name):
    """A declaration in C; arrays are written type[size], bit-fields bits:width."""
    if kind.startswith("bits"):
        return f"unsigned {name} : {kind[5:]}"
    if kind == "wide":
        return f"_Alignas(32) int {name}"
    if kind.endswith("]"):
        base, _, size = kind.partition("[")
        return f"{declared(base, name)}[{size}"
    kind = C_TYPES.get(kind, kind)
    return f"{kind.rstrip('* ')} {'*' * kind.count('*')}{name}"


class Function:
    def __init__(self, name, result, params, static=False, prefix=""):
        self.name, self.result, self.params = name, result, params
        self.static, self.prefix, self.statements = static, prefix, []

    def head(self):
        params = ", ".join(declared(t, n) for t, n in self.params) or "void"
        return (f"{self.prefix}{'static ' if self.static else ''}"
                f"{declared(self.result, self.name)}({params})")

    def text(self, hook=""):
        lines = [line for s in self.statements for line in s]
        return "\n".join([self.head() + " {" + hook, *("  " + l for l in lines), "}"])


class Unit:
    """A file, as data that fuzzunits.py takes parts away from, and as text."""

    def __init__(self):
        self.structures, self.variables, self.functions = {}, [], []
        self.declarations = []  # of what other files have
        self.other = []  # what a second file defines, as text

    def types(self):
        text = PROLOGUE
        for name, s in self.structures.items():
            text += f"typedef {s.word} {name} {name};\n"
        for name, s in self.structures.items():
            members = " ".join(declared(t, m) + ";" for t, m in s.members)
            text += f"{s.word} {s.attribute}{name} {{ {members} }};\n"
        return text

    def text(self, hooks=None):
        """'hooks' is what is put at the beginning of functions, by name."""
        hooks = hooks or {}
        lines = [self.types() + "\n".join(self.declarations)]
        lines += [f.head() + ";" for f in self.functions]
        lines += [self.defined(v) for v in self.variables]
        lines += [f.text(hooks.get(f.name, "")) for f in self.functions]
        return "\n".join(lines) + "\n"

    @staticmethod
    def defined(variable):
        initial = f" = {variable.initial}" if variable.initial else ""
        alias = (f" extern {declared(variable.type, variable.name + '_too')} "
                 f"__attribute__((alias(\"{variable.name}\")));" if variable.alias else "")
        return (f"{variable.prefix}{'static ' if variable.static else ''}"
                f"{declared(variable.type, variable.name)}{initial};{alias}")

    def line(self, file, number):
        text = self.text() if file == "program.c" else self.other_text()
        return text.split("\n")[number - 1].strip()

    def other_text(self):
        if not self.other:
            return ""
        return self.types() + "\n".join(self.other) + "\n"


class Maker:
    """Makes the unit of a seed."""

    def __init__(self, seed, features):
        self.random = random.Random(seed)
        self.others = random.Random(f"{seed}: other names")
        self.unit, self.features = Unit(), set(features)
        self.roots, self.made = [], 0

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def has(self, feature):
        return feature in self.features

    # Types.

    def some(self, members, percent=50):
        return [m for m in members if self.chance(percent)]

    def structure(self, name, members, word="struct", attribute=""):
        self.unit.structures[name] = Structure(word, attribute, members)

    def make_types(self):
        unions, tables = self.has("unions"), self.has("tables")
        if unions:
            self.structure("word", [("int", "i"), ("float", "f")] + self.some(
                [("short[2]", "h"), ("uchar[4]", "b")]), "union")
            pointer = self.random.choice(["int *", "node *", "fn"])
            self.structure("cell", [("long", "n"), (pointer, "p")], "union")
        self.structure("node", [("node *", "next")] + self.some(
            [("node *", "prev"), ("int *", "at"), ("fn", "run")] +
            ([("word", "u")] if unions else []) + [("int[3]", "in"), ("short", "h")])
            + [("int", "v")])
        if tables:
            self.structure("ops", [("fn", "a"), ("fn", "b")] + self.some(
                [("long", "n"), ("fn[2]", "more")] + ([("cell", "u")] if unions else [])))
        if self.has("packed"):
            self.make_odd_types()
        # (One joined with what it counts, and with other numbers.)
        self.structure("box", self.random.sample(
            [("int[4]", "items"), ("unsigned", "len"), ("int", "k"), ("int *", "cur"),
             ("int[4]", "order")], 5))

        if self.has("kept"):
            self.structure("meter", [("unsigned", "level"), ("short", "mark"),
                                     ("int[4]", "steps"), ("short[3]", "links")])
            # What else may write these members, than what keeps them in bounds.
            self.loose = self.chance(25)

    def make_odd_types(self):
        kind = self.random.choice(["packed", "bits", "wide"])
        if kind == "packed":
            members = [("uchar", "c")] + self.some(
                [("int", "i"), ("short", "h"), ("long", "l"), ("uchar[3]", "b")], 70)
            self.structure("odd", members, attribute="__attribute__((packed)) ")
        elif kind == "bits":
            self.structure("odd", [("uchar", "c"), ("bits:5", "f"), ("bits:7", "g")] +
                           self.some([("int", "i"), ("uchar[9]", "name")]))
        else:
            self.structure("odd", [("int", "k"), ("wide", "i"), ("uchar[3]", "b")])

    # Variables.

    def variable(self, kind, name, initial="", prefix="", static=None):
        static = self.chance(75) if static is None else static
        alias = self.others.random() < 0.15
        self.unit.variables.append(Variable(
            kind, name, static and not prefix, initial, prefix,
            alias and static and not prefix and self.has("aliases")))

    def make_variables(self):
        own, pick = self.has("self"), self.random.choice
        self.variable("int", "first", pick(["", "1"]))
        self.variable("int *", "cur", "&first" if own and self.chance(70) else "")
        if self.chance(60):
            self.variable("node", "head", ".next = &head" if own else "")
            self.in_braces()
        if self.chance(40):
            self.variable("node[3]", "pool")
            self.variable("node *", "top", pick(["pool", "&pool[1]"]) if own else "")
        elif self.chance(60):
            self.variable("node *", "last", "&head" if own and self.named("head") else "")
        if self.has("indices"):
            self.variable("int[4]", "ring", pick(["", "{1, 2, 3, 4}"]))
            self.variable(pick(["unsigned", "int"]), "at", pick(["", "1"]))
        if self.has("counters"):
            self.variable(pick(["int", "unsigned"]), "count", pick(["", "2"]))
        self.make_tables()
        more = [("int **", "where", "&cur" if own else ""), ("box", "bx", ""),
                ("float", "level", "")]
        more += [("word", "w", ""), ("cell", "c", "")] if self.has("unions") else []
        more += [("odd", "od", "")] if self.has("packed") else []
        for each in self.some(more, 45):
            self.variable(*each)
        if self.has("weak"):
            self.make_weak()
        if self.has("kept") and self.chance(60):
            self.variable("meter", "gauge", pick(["", "{1, 2}", "{3}"]))

    def in_braces(self):
        last = self.unit.variables.pop()
        initial = f"{{{last.initial}}}" if last.initial else ""
        self.unit.variables.append(last._replace(initial=initial))

    def named(self, name):
        return any(v.name == name for v in self.unit.variables)

    def make_tables(self):
        if not self.has("tables"):
            return
        pick = self.random.choice
        if self.chance(60):
            self.variable("ops", "table", pick(["{one, two}", "{one, one}", "{two, one}"]))
            if self.chance(40):
                self.variable("ops *", "active", "&table" if self.has("self") else "")
        if self.chance(50):
            self.variable("fn", "now", pick(["one", "two", ""]))
        if self.chance(40):
            self.variable("fn[3]", "steps", pick(["{one, two, one}", "{one, 0, two}"]))

    def make_weak(self):
        weak, pick = "__attribute__((weak)) ", self.random.choice
        if self.chance(50):
            constant = self.chance(50)
            self.variable("const int" if constant else "int", "limit", "3", weak)
            self.unit.other.append(f"{'const ' if constant else ''}int limit = "
                                   f"{pick([3, 4, 7])};")
        if self.chance(60):
            hook = Function("hook", "int", [("int", "x")], prefix=weak)
            hook.statements = [[f"return {pick(['1', 'x', '2'])};"]]
            self.unit.functions.append(hook)
            self.unit.other.append(f"int hook(int x) {{ return {pick(['1', '5', 'x'])}; }}")
        if self.chance(60):
            self.unit.declarations.append(f"extern {weak}int maybe(int);")
            if self.chance(60):
                self.unit.other.append("int maybe(int x) { return x + 1; }")
        if self.chance(30):
            self.unit.declarations.append(f"extern {weak}int elsewhere;")
            if self.chance(60):
                self.unit.other.append("int elsewhere = 2;")

    # Places of memory that a function can name.

    def steps(self, place, inner):
        """The places in this one, and what it leads to."""
        kind, text, guards = place.type, place.text, place.guards
        structures = self.unit.structures
        if kind in structures:
            packed = structures[kind].attribute.startswith("__attribute__((packed")
            union = structures[kind].word == "union"
            dotted = text[2:-1] + "->" if text.startswith("(*") else text + "."
            names = {m for _, m in structures[kind].members}
            for t, m in structures[kind].members:
                if kind == "meter" and m != "steps" and not self.loose:
                    continue
                for index in sorted(names & {"k", "len"}) if m == "items" else []:
                    if self.has("indices") and self.chance(60):
                        yield Place(f"{dotted}items[{dotted}{index}]", t.split("[")[0],
                                    guards, place.root, place.addressable)
                # One type of pointers leads into a union's bytes.
                lone = not union or m in ("i", "p")
                yield Place(dotted + m, "int" if t == "wide" else t, guards, place.root,
                            place.addressable and not packed and lone
                            and not t.startswith("bits"))
        elif kind.endswith("]"):
            base, _, size = kind[:-1].partition("[")
            for index in inner(int(size)):
                yield Place(f"{text}[{index}]", base, guards, place.root,
                            place.addressable)
        elif kind.endswith("*") and kind != "void *" and len(guards) < 2:
            base = kind[:-1].strip()
            if base in structures:
                yield Place(f"(*{text})", base, [*guards, text], place.root, True)
            elif base in ("int", "float", "int *"):
                yield Place(f"*{text}", base, [*guards, text], place.root, True)

    def indices(self, size):
        found = [str(self.random.randrange(size))]
        if self.has("indices") and self.named("at") and self.chance(40):
            found = [self.random.choice(["at", f"at & {size - 1}", f"at % {size}"])]
        return found

    def places(self):
        found, todo = [], [(Place(v, t, [], v, True), 0) for t, v in self.roots]
        while todo:
            place, depth = todo.pop()
            if place.type not in C_TYPES:
                found.append(place)
            if depth < 4 and place.type not in C_TYPES:
                todo += [(p, depth + 1) for p in self.steps(place, self.indices)]
        return found

    def pick(self, accept):
        """One that is accepted; each root is as likely."""
        good = [p for p in self.places() if accept(p)]
        if not good:
            return None
        root = self.random.choice(sorted({p.root for p in good}))
        return self.random.choice([p for p in good if p.root == root])

    def of_type(self, *types):
        return self.pick(lambda p: p.type in types or
                         (p.type.startswith("bits") and "bits" in types))

    def params(self, *types):
        return [n for t, n in self.roots if t in types and n in self.own]

    # Expressions.

    def number(self):
        place = self.of_type(*NUMBERS) if self.chance(40) else None
        if place and not place.guards:
            return self.random.choice([place.text, f"{place.text} & 3", place.text])
        return str(self.random.randint(0, 4))

    def pointer(self, kind):
        """A value of a type of pointers."""
        base = kind[:-1].strip()
        if self.chance(55) and self.has("stores"):
            to = self.pick(lambda p: p.type == base and p.addressable
                           and not p.text.startswith(("*", "(*")))
            if to and self.usable(to):
                return f"&{to.text}"
        other = self.of_type(kind)
        if other and self.usable(other) and self.chance(80):
            return other.text
        if self.chance(50) and self.has("free") and base != "int *":
            return f"calloc(1, sizeof({base}))"
        return "0"

    def usable(self, place):
        """Whether it needs no test (that its variables are null is for its callers)."""
        return not place.guards or self.chance(15)

    def function_value(self):
        other = self.of_type("fn")
        if other and self.usable(other) and self.chance(50):
            return other.text
        return self.random.choice(["one", "two", "three"])

    def value(self, kind):
        if kind == "fn":
            return self.function_value()
        if kind.endswith("*"):
            return self.pointer(kind)
        if kind == "float":
            return self.random.choice(["1", "2", "0.5f"])
        return self.number()

    @staticmethod
    def guarded(places, statement):
        tests = list(dict.fromkeys(g for p in places for g in p.guards))
        return f"if ({' && '.join(tests)}) {statement}" if tests else statement

    def perhaps_guarded(self, places, statement):
        return self.guarded(places, statement) if self.chance(85) else statement

    # Statements; each is a list of lines, or nothing if it cannot be made.

    def writable(self):
        return self.pick(lambda p: (p.type in SCALARS or p.type.startswith("bits")
                                    or p.type in ("uchar", "fn") or p.type.endswith("*"))
                         and p.root not in ("limit",))

    def assignment(self):
        to = self.writable()
        return [self.perhaps_guarded([to], f"{to.text} = {self.value(to.type)};")]

    def copy(self):
        """Moves what is in one place to another of the same type, in some way."""
        to = self.pick(lambda p: p.addressable and p.root != "limit" and (
            p.type in self.unit.structures or p.type == "fn" or p.type.endswith("*")
            or p.type in ("int", "float")))
        source = self.pick(lambda p: p.type == to.type and p.addressable
                           and p.text != to.text)
        if not source:
            return None
        a, b, size = to.text, source.text, f"sizeof({to.type})"
        ways = [f"{a} = {b};"]
        if self.has("copies"):
            ways += [f"memcpy(&{a}, &{b}, {size});", f"memmove(&{a}, &{b}, {size});",
                     f"for (unsigned k = 0; k < {size}; k++) "
                     f"((uchar *)&{a})[k] = ((uchar *)&{b})[k];"]
            ways += [f"{{ {declared(to.type + ' *', 'to')} = &{a}; *to = {b}; }}",
                     f"{{ {declared(to.type, 'tmp')} = {a}; {a} = {b}; {b} = tmp; }}"]
            if to.type == "fn" or to.type.endswith("*"):
                ways += [f"{{ uintptr_t bits = (uintptr_t){b}; {a} = ({to.type})bits; }}",
                         f"__atomic_store_n(&{a}, {b}, __ATOMIC_SEQ_CST);",
                         f"{{ union {{ {declared(to.type, 'x')}; long n; }} u = {{{b}}}, "
                         f"t; t.n = u.n; {a} = t.x; }}"]
        return [self.perhaps_guarded([to, source], self.random.choice(ways))]

    def release(self):
        if not self.has("free"):
            return None
        p = self.pick(lambda p: p.type in ("int *", "node *", "box *", "odd *", "word *"))
        if not p:
            return None
        base = p.type[:-1].strip()
        way = self.random.choice([
            f"free({p.text});", f"{{ free({p.text}); {p.text} = 0; }}",
            f"{{ free({p.text}); {p.text} = calloc(1, sizeof({base})); }}",
            f"{{ {base} *more = realloc({p.text}, 2 * sizeof({base})); "
            f"if (more) {p.text} = more; }}",
            f"{p.text} = calloc(1, sizeof({base}));"])
        return [self.perhaps_guarded([p], way)]

    def counter(self):
        if not self.named("count") or not self.has("counters"):
            return None
        most = self.random.randint(2, 4)
        return [self.random.choice([
            f"if (count < {most}) count++;", "count = 0;", f"count = (count + 1) % {most};",
            f"if (++count >= {most}) count = 0;", f"if (count > {most}) count = {most};",
            f"assert(count <= {most});", f"assert(count <= {most});",
            f"{{ static int calls; if (calls < {most}) calls++; assert(calls <= {most}); }}"])]

    def index(self):
        if not self.named("ring"):
            return None
        return [self.random.choice([
            "if (at < 3) at++;", "at = (at + 1) & 3;", "ring[at] = 1;", "x += ring[at];",
            "if (at < 4) ring[at++] = 2;", "if (at > 0) x += ring[--at];", "at = 0;",
            "assert(at <= 4);", "assert(at < 4);", f"at = {self.number()};"])]

    def meter(self):
        """What keeps numbers in structures in bounds, most often."""
        place = self.of_type("meter") if self.has("kept") else None
        if not place:
            return None
        m, n = place.text + ".", self.random.randint(2, 5)
        ways = [f"{m}level = ({m}level + 1) % {n};", f"if ({m}level < {n}) {m}level++;",
                f"if (++{m}level >= {n}) {m}level = 0;", f"{m}level = {n - 2};",
                f"if ({m}mark < {n}) {m}mark++;", f"if ({m}mark > -2) {m}mark--;",
                f"{m}mark = -1;", f"{m}mark = {m}links[{n % 3}];",
                f"{m}links[x & 1] = {m}mark;", f"{m}links[{n % 3}] = {n};"]
        tests = [f"assert({m}level < {n});", f"assert({m}level <= {n});",
                 f"x += {m}steps[{m}level];", f"if ({m}level < 4) {m}steps[{m}level] = 1;",
                 f"assert({m}mark >= -2 && {m}mark <= {n});",
                 f"assert({m}links[{n % 3}] <= {n});", f"assert({m}mark < {n});"]
        others = [f"memset(&{place.text}, 0, sizeof(meter));",
                  f"{place.text} = (meter){{{n}, 1}};"]
        if self.loose:
            others += [f"{m}level = x;", f"memcpy(&{place.text}, &x, 4);",
                       f"memset(&{place.text}, {n}, 3);", f"*(uchar *)&{place.text} = 9;",
                       f"{{ unsigned *q = &{m}level; *q += {n}; }}"]
        text = self.random.choice(self.random.choice([ways, ways, tests, tests, others]))
        return [self.perhaps_guarded([place], text)]

    def call_pointer(self):
        f = self.of_type("fn")
        if not f:
            return None
        return [self.guarded([f._replace(guards=[*f.guards, f.text])]
                             if self.chance(60) else [f], f"x += {f.text}(1);")]

    def bytes_of(self):
        """What is done with memory that has any type."""
        raw, unaligned = self.params("raw"), self.params("unaligned")
        pair, array = self.params("pair"), self.params("array")
        ways = []
        for r in raw:
            ways += [f"{{ int bits = {self.number()}; memcpy({r}, &bits, 4); }}",
                     f"memset({r}, {self.number()}, 4);", f"*(uchar *){r} = 7;",
                     f"{{ int bits; memcpy(&bits, {r}, 4); x += bits & 3; }}"]
            if self.has("may-alias"):
                ways += [f"*(aint *){r} = {self.number()};", f"x += *(aint *){r} & 3;"] * 2
        for p in pair:
            ways += [f"*(along *){p} = 3;", f"x += *(along *){p} & 1;", f"{p}[1] = 2;"]
        for o in unaligned:
            ways += [f"x += *(int *){o} & 3;", f"*(int *){o} = 1;", f"*(short *){o} = 1;",
                     f"memcpy(&x, {o}, 4);", f"{o}[1] = 0;"]
        for a in array:
            n = "n" + a
            ways += [f"for (int k = 0; k < {n}; k++) {a}[k] = k;",
                     f"if ({n} > 0) x += {a}[{n} - 1];", f"if ({n} > 1) {a}[1] = x & 3;",
                     f"memset({a}, 0, {n} * sizeof *{a});"]
            ways += [f"memmove({a}, {b}, {n} * sizeof *{a});" for b in array if b != a]
        return [self.random.choice(ways)] if ways else None

    def walk(self):
        start = self.of_type("node *")
        if not start:
            return None
        end = "&head" if self.named("head") else "0"
        return [self.perhaps_guarded(
            [start], f"for (node *k = {start.text}; k && k != {end} && x < 6; k = k->next) "
            "x += 1 + (k->v & 1);")]

    def link(self):
        if not self.named("head"):
            return None
        node = self.of_type("node *")
        text = node.text if node else "0"
        return [self.random.choice([
            f"if ({text}) {{ {text}->next = head.next; head.next = {text}; }}",
            "head.next = &head;", "if (head.next != &head) head.next = head.next->next;",
            f"if (head.next) head.next->v = {self.number()};"])]

    def call(self):
        """Of a function of the file, with what is there."""
        if not self.callable:
            return None
        f = self.random.choice(self.callable)
        given = []
        for kind, _ in f.params:
            if kind in C_TYPES:
                return None
            given.append("one" if kind == "fn" else self.value(kind))
        text = f"{f.name}({', '.join(given)})"
        if f.result == "int":
            return [f"x += {text};"]
        if f.result.endswith("*"):
            to = self.of_type(f.result)
            if to and self.usable(to):
                return [f"{to.text} = {text};"]
        return [text + ";"]

    def weak_call(self):
        functions = {f.name for f in self.unit.functions}
        ways = ["assert(hook(1) == 1);", "x += hook(2);"] if "hook" in functions else []
        declared_ = " ".join(self.unit.declarations)
        if "maybe" in declared_:
            ways += ["assert(maybe);", "if (maybe) x += maybe(1);", "x += maybe(1);",
                     "if (maybe) assert(maybe(1) == 2);", "assert(!maybe);"]
        if "elsewhere" in declared_:
            ways += ["assert(&elsewhere);", "if (&elsewhere) x += elsewhere;"]
        if self.named("limit"):
            ways += ["assert(limit == 3);", "assert(limit < 4);"]
            ways += ["x += ring[limit];"] if self.named("ring") else []
        return [self.random.choice(ways)] if ways else None

    # Assertions.

    def kept(self):
        """That a place is what was stored there, after something else."""
        place = self.writable()
        if not place:
            return None
        value = self.value(place.type)
        if value.startswith("calloc") or not (value.lstrip("-").isdigit()
                                              or value.startswith("&")
                                              or value in ("one", "two", "three", "0.5f")):
            value = {"fn": "one"}.get(place.type, "0" if place.type.endswith("*") else "1")
        lines = [[self.guarded([place], f"{place.text} = {value};")]]
        for _ in range(self.random.randint(1, 2)):
            other = self.random.choice([
                self.assignment, self.assignment, self.copy, self.bytes_of, self.release,
                self.call, self.call_pointer, self.link])()
            lines += [other] if other else []
        lines.append([self.guarded([place], f"assert({place.text} == {value});")])
        return lines

    def claim(self):
        """Something that a short look at the file may take to be true."""
        pick = self.random.choice
        fn, pointer = self.of_type("fn"), self.pick(lambda p: p.type.endswith("*"))
        found = []
        if fn:
            value = pick(["one", "two", "three"])
            found += [([fn], f"assert({fn.text} != {value});"),
                      ([fn._replace(guards=[*fn.guards, fn.text])],
                       f"assert({fn.text}(1) != {pick([1, 2, 3])});")]
        if pointer:
            other = self.pick(lambda p: p.type == pointer.type and p.text != pointer.text)
            own = self.pick(lambda p: p.type == pointer.type[:-1].strip() and p.addressable
                            and not p.guards)
            if other:
                found.append(([pointer, other],
                              f"assert({pointer.text} != {other.text});"))
            if own:
                found.append(([pointer], f"assert({pointer.text} != &{own.text});"))
                found.append(([pointer], f"assert({pointer.text} == &{own.text});"))
            found.append(([pointer], f"assert({pointer.text} != 0);"))
        number = self.of_type("int", "short", "unsigned", "bits")
        if number:
            found.append(([number], f"assert({number.text} {pick(['<=', '!=', '<'])} "
                          f"{pick([0, 1, 3, 4])});"))
        if not found:
            return None
        places, statement = pick(found)
        return [self.guarded(places, statement)]

    def statements(self, count):
        found = []
        makers = [self.assignment] * 4 + [self.copy] * 3 + [self.release] * 2 + [
            self.counter, self.index, self.index, self.call_pointer, self.bytes_of,
            *([self.meter] * 3 if self.has("kept") else []),
            self.bytes_of, self.walk, self.link, self.call, self.call, self.weak_call,
            self.claim, self.claim]
        while len(found) < count:
            if self.chance(25):
                found += self.kept() or []
                continue
            made = self.random.choice(makers)()
            if made and self.chance(15) and not made[0].startswith("{"):
                made = [f"if ({self.number()} > 1) {made[0]}", *made[1:]]
            found += [made] if made else []
        return found

    # Functions.

    def param_types(self):
        types = ["int *", "int *", "node *", "node *", "box *", "int", "int"]
        types += ["word *", "word *", "float *", "cell *"] if self.has("unions") else []
        types += ["ops *", "ops *", "fn"] if self.has("tables") else []
        types += ["odd *", "odd *"] if self.has("packed") else []
        types += ["raw", "raw", "float *"] if self.has("copies") or self.has(
            "may-alias") else []
        types += ["unaligned", "pair"] if self.has("misaligned") else []
        types += ["array"]
        types += ["meter *"] * 4 if self.has("kept") else []
        types += ["int **", "node **"] if self.has("stores") else []
        return types

    def make_params(self):
        names, params = iter("pqrs"), []
        for _ in range(self.random.choice([0, 0, 1, 1, 2, 2, 3])):
            kind = self.random.choice(self.param_types())
            if params and self.chance(30):
                kind = params[-1][0] if params[-1][0] != "count" else "array"
            name = next(names)
            params.append((kind, name))
            if kind == "array":
                params.append(("int", "n" + name))
        return params

    def make_function(self, number):
        params = self.make_params()
        result = self.random.choice(["void", "int", "int", "int *", "node *"])
        f = Function(f"f{number}", result, params, self.chance(20))
        self.own = {n for _, n in params}
        names = [(v.type, v.name) for v in self.unit.variables if v.type != "const int"]
        self.roots = names + params * 2
        tests = [f"!{n}" for t, n in params if "*" in C_TYPES.get(t, t) or t == "fn"]
        body = self.statements(self.random.randint(1, 5))
        if tests and self.chance(60):
            value = " 0" if result != "void" else ""
            body.insert(0, [f"if ({' || '.join(tests)}) return{value};"])
        if any("x " in line or "&x" in line for s in body for line in s) or \
                result == "int":
            body.insert(0, ["int x = 0;"])
        if result != "void":
            value = "x" if result == "int" else self.pointer(result)
            body.append([f"return {value};"])
        f.statements = body
        return f

    def make_targets(self):
        """The functions that pointers lead to."""
        pick = self.random.choice
        extra = ["return x;", "return 3;"]
        extra += ["count = 0; return 3;"] if self.named("count") else []
        extra += ["cur = 0; return 3;", "first = x; return x;", "return *cur;"]
        for name, body in ("one", "return 1;"), ("two", "return 2;"), ("three", pick(extra)):
            f = Function(name, "int", [("int", "x")], self.chance(80))
            f.statements = [[body]]
            self.unit.functions.append(f)

    def make(self):
        self.make_types()
        self.make_variables()
        self.make_targets()
        self.callable = []
        for number in range(self.random.randint(3, 6)):
            f = self.make_function(number)
            self.unit.functions.append(f)
            self.callable.append(f)
        return self.unit


def random_unit(seed, features=tuple(FEATURES)):
    return Maker(seed, features).make()
