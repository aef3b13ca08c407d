# ===- randomtags.py - Nodes linked by addresses with tags -----------------===#
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""A part of randommem.py: nodes that keep the address of another node and three
bits of their own in one number. They are variables, elements of arrays, members
of structures, or allocated; tags are set, cleared, flipped and read, nodes are
copied, and the program walks over them without the tags.

What the programs compute does not depend on where their objects are."""

NUMBER = "__UINTPTR_TYPE__"
TAGS = f"~({NUMBER})7"

DEFINITIONS = f"""\
struct tag {{ _Alignas(8) {NUMBER} n; int v; unsigned char c; }};
struct tagged {{ int before; struct tag in; }};
static struct tag *tnext(const struct tag *t) {{
  return (struct tag *)(t->n & {TAGS});
}}
static void tlink(struct tag *t, struct tag *next) {{
  t->n = (t->n & 7) | ({NUMBER})next;
}}
static int tsum(const struct tag *t, int limit) {{
  int sum = 0;
  while (t && limit-- > 0) {{
    sum += t->v + (int)(t->n & 7);
    t = tnext(t);
  }}
  return sum;
}}
"""


class Tags:
    def start_tags(self):
        self.tags = [[]]  # lists of pointers to nodes that live equally long
        self.has_tags = False

    # -- declarations -----------------------------------------------------------

    def declare_tags(self):
        nodes = []
        for _ in range(self.r.randrange(1, 4)):
            nodes += self.r.choice([self.tag_variable, self.tag_elements,
                                    self.tag_member, self.tag_allocated,
                                    self.tag_allocated])()
        for node in nodes:
            self.emit(f"{node}->v = {self.expression(1)};")
            self.emit(f"{node}->c = {self.r.randrange(9)};")
            if self.chance(50):
                self.emit(f"{node}->n = {self.r.randrange(8)};")
            else:
                self.emit(f"{node}->n = ({NUMBER}){self.r.choice(nodes)} "
                          f"{self.r.choice('+|^')} {self.r.randrange(8)};")
        self.tags[-1].append(nodes)

    def tag_variable(self):
        name = self.fresh("d")
        value = self.r.choice(["", f" = {{.n = {self.r.randrange(8)}}}",
                               " = {0}"])
        self.emit(f"struct tag {name}{value};")
        return [f"(&{name})"]

    def tag_elements(self):
        name, size = self.fresh("d"), self.r.choice([2, 3])
        self.emit(f"struct tag {name}[{size}];")
        return [f"(&{name}[{i}])" for i in range(size)]

    def tag_member(self):
        name = self.fresh("d")
        self.emit(f"struct tagged {name};")
        return [f"(&{name}.in)"]

    def tag_allocated(self):
        name = self.fresh("d")
        self.emit(f"struct tag *{name} = malloc(sizeof *{name});")
        self.emit(f"__VERIFIER_assume({name} != 0);")
        self.heap[-1].append(name)
        return [name]

    # -- values -------------------------------------------------------------------

    def tag_atom(self):
        groups = self.visible(self.tags)
        if not groups:
            return None
        nodes = self.r.choice(groups)
        node, other = self.r.choice(nodes), self.r.choice(nodes)
        return self.r.choice([
            f"(int)({node}->n & {self.r.choice([1, 2, 4, 7])})",
            f"(tnext({node}) == {other})",
            f"(tnext({node}) != 0)",
            f"({node}->n == {self.r.randrange(8)})",
            f"({node}->n == {other}->n)",
            f"({node}->n == (({NUMBER}){other} | {self.r.randrange(4)}))",
            f"tsum({node}, {self.r.randrange(1, 4)})",
            f"{node}->v",
            f"{node}->c",
        ])

    # -- statements -----------------------------------------------------------------

    def tag_statement(self):
        groups = self.visible(self.tags)
        if not groups:
            return self.declare_tags()
        nodes = self.r.choice(groups)
        node, other = self.r.choice(nodes), self.r.choice(nodes)
        bits = self.r.randrange(8)
        tag = self.r.choice([str(bits), f"(({self.expression(1)}) & 7)"])
        kind = self.r.randrange(11)
        if kind < 2:
            self.emit(f"tlink({node}, {self.r.choice([other, other, '0'])});")
        elif kind < 3:
            self.emit(f"{node}->n {self.r.choice('|^')}= {tag};")
        elif kind < 4:
            self.emit(f"{node}->n &= ~({NUMBER}){bits};")
        elif kind < 5:
            self.emit(f"{node}->n = ({node}->n & {TAGS}) + {tag};")
        elif kind < 6:
            self.emit(f"{node}->n -= {node}->n & {bits};")
        elif kind < 7:
            self.emit(f"if (tnext({node})) tnext({node})->v = "
                      f"{self.expression(1)};")
        elif kind < 8:
            value = self.expression(1)
            copied = self.r.choice([f"*{node} = *{other};",
                                    f"memmove({node}, {other}, "
                                    f"sizeof *{node});",
                                    f"*{node} = (struct tag){{.n = {bits}, "
                                    f".v = {value}}};",
                                    f"memset({node}, 0, sizeof *{node});",
                                    f"{node}->n = {other}->n;"])
            self.emit(copied)
        elif kind < 9:
            self.walk(node)
        elif kind < 10:
            name = self.fresh("e")
            self.emit(f"{{ {NUMBER} {name} = ({self.condition()}) ? "
                      f"{node}->n : ({NUMBER}){other} | {bits};")
            self.emit(f"  {node}->n = {name} ^ {self.r.randrange(8)}; }}")
        else:
            self.emit(f"if ({self.condition()}) {node}->n = "
                      f"({NUMBER})&{other}->n;")

    def walk(self, node):
        p, i = self.fresh("e"), self.fresh("i")
        self.emit(f"{{ int {i} = 0;")
        self.emit(f"  for (struct tag *{p} = {node}; {p} && {i} < "
                  f"{self.r.randrange(1, 4)}; {p} = tnext({p}), {i}++)")
        self.emit("    " + self.r.choice([
            f"{p}->v ^= {i};", f"{p}->n ^= {self.r.randrange(8)};",
            f"{p}->c += {p}->n & 3;"]) + " }")
