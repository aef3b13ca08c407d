# ===- randomaddr.py - Addresses as numbers, and linked structures ---------===#
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""A part of randommem.py: pointers that are kept as numbers, with tags in their
lowest bits or without, unions of a pointer, a number and bytes, and trees into
which nodes are put through a pointer to a pointer.

What the programs compute does not depend on where their objects are."""

NUMBER = "__UINTPTR_TYPE__"
TAGS = f"~({NUMBER})3"
KINDS = ["int", "unsigned"]  # whose addresses are multiples of four

DEFINITIONS = f"""\
union pn0 {{ int *p; {NUMBER} n; unsigned char b[sizeof(void *)]; }};
union pn1 {{ unsigned *p; {NUMBER} n; unsigned char b[sizeof(void *)]; }};
struct tnode {{ int v; struct tnode *l, *r; }};
static void tinsert(struct tnode **at, struct tnode *n) {{
  while (*at)
    at = n->v < (*at)->v ? &(*at)->l : &(*at)->r;
  n->l = n->r = 0;
  *at = n;
}}
static int tleast(const struct tnode *t) {{
  while (t->l)
    t = t->l;
  return t->v;
}}
static int thas(const struct tnode *t, int v) {{
  while (t && t->v != v)
    t = v < t->v ? t->l : t->r;
  return t != 0;
}}
"""


class Addresses:
    def start_addresses(self):
        self.numbers = [[]]  # (name, type pointed to): an address and a tag
        self.shared = [[]]  # (name, index in KINDS): a union with an address
        self.trees = [[]]  # roots
        self.has_numbers = False

    # -- values -----------------------------------------------------------------

    def untagged(self, number):
        name, ctype = number
        return f"(({ctype} *)({name} & {TAGS}))"

    def number_place(self):
        """What an address leads to."""
        places = [f"(*{self.untagged(n)})" for n in self.visible(self.numbers)]
        places += [f"(*{name}.p)" for name, _ in self.visible(self.shared)]
        return self.r.choice(places) if places else None

    def number_atom(self):
        atoms = [f"(int)({name} & 3)"
                 for name, _ in self.visible(self.numbers)]
        for root in self.visible(self.trees):
            atoms += [f"tleast({root})", f"thas({root}, {self.expression(0)})"]
        for number in self.visible(self.numbers):
            if places := self.addresses(number[1]):
                atoms.append(f"({self.untagged(number)} == "
                             f"{self.r.choice(places)})")
        for name, kind in self.visible(self.shared):
            if places := self.addresses(KINDS[kind]):
                atoms.append(f"({name}.n == "
                             f"({NUMBER})({self.r.choice(places)}))")
        return self.r.choice(atoms) if atoms else None

    # -- declarations -------------------------------------------------------------

    def declare_number(self):
        ctype = self.r.choice(KINDS)
        if not (found := self.some_address(ctype)):
            return self.declare_pointer()
        name = self.fresh("n")
        self.emit(f"{NUMBER} {name} = ({NUMBER})({found}) | "
                  f"({self.expression(1)} & 3);")
        self.numbers[-1].append((name, ctype))

    def declare_shared(self):
        kind = self.r.randrange(len(KINDS))
        if not (found := self.some_address(KINDS[kind])):
            return self.declare_pointer()
        name = self.fresh("v")
        self.emit(f"union pn{kind} {name};")
        if self.chance(50):
            self.emit(f"{name}.p = {found};")
        else:
            self.emit(f"{name}.n = ({NUMBER})({found});")
        self.shared[-1].append((name, kind))

    def declare_tree(self):
        root, nodes = self.fresh("r"), self.fresh("m")
        size = self.r.randrange(1, 4)
        self.emit(f"struct tnode *{root} = 0, {nodes}[{size}];")
        for i in range(size):
            self.emit(f"{nodes}[{i}].v = {self.expression(1)};")
            self.emit(f"tinsert(&{root}, &{nodes}[{i}]);")
        self.trees[-1].append(root)

    def declare_address(self):
        self.r.choice([self.declare_number, self.declare_number,
                       self.declare_shared, self.declare_shared,
                       self.declare_tree])()

    # -- statements -----------------------------------------------------------------

    def change_number(self):
        found = self.visible(self.numbers)
        if not found:
            return self.declare_number()
        name, ctype = number = self.r.choice(found)
        kind = self.r.randrange(4)
        if kind == 0:
            return self.emit(f"{name} = ({name} & {TAGS}) | "
                             f"({self.expression(1)} & 3);")
        if kind == 1:
            return self.emit(f"*{self.untagged(number)} = "
                             f"{self.expression(1)};")
        level = self.level_of(self.numbers, name)
        if place := self.some_address(ctype, level):
            sign = self.r.choice(["+", "|", "^"])
            self.emit(f"{name} = ({NUMBER})({place}) {sign} "
                      f"({self.expression(0)} & 3);")

    def change_shared(self):
        found = self.visible(self.shared)
        if not found:
            return self.declare_shared()
        name, kind = self.r.choice(found)
        level = self.level_of(self.shared, name)
        others = [n for n, k in self.visible(self.shared, level)
                  if k == kind and n != name]
        way = self.r.randrange(6)
        if others and way < 4:
            other = self.r.choice(others)
            return self.emit([
                f"{name} = {other};", f"{name}.n = {other}.n;",
                f"memcpy(&{name}, &{other}, sizeof {name});",
                f"for (unsigned i = 0; i < sizeof {name}.b; i++) "
                f"{name}.b[i] = {other}.b[i];"][way])
        if way == 4:
            return self.emit(f"*{name}.p = {self.expression(1)};")
        if place := self.some_address(KINDS[kind], level):
            self.emit(f"{name}.n = ({NUMBER})({place});")

    def address_statement(self):
        self.r.choice([self.change_number, self.change_shared])()
