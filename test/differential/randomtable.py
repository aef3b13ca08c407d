# ===- randomtable.py - Arrays in structures in arrays --------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""What randommem.py does with tables: arrays of structures that contain arrays,
one and two deep, on the stack, on the heap and in other structures. They are
indexed, walked over, filled, copied and assigned as a whole and in part, through
the names of their members and through pointers that are kept in variables and
in memory. A pointer or an index may leave its array, but not the object."""

TYPES = """\
struct item { unsigned char tag, name[4], value; };
struct table { unsigned char count; struct item item[4];
               unsigned char *cursor; unsigned char last; };
struct page { unsigned char tag; short word[2]; };
struct shelf { int id; struct page page[2]; };
struct book { short first; struct shelf shelf[2]; unsigned char end[3]; };
static void put_bytes(unsigned char *to, unsigned count, unsigned value) {
  for (unsigned i = 0; i < count; i++)
    to[i] = value + i;
}
static void put_string(unsigned char *to, const unsigned char *from) {
  while ((*to++ = *from++) != 0)
    ;
}
"""
PREFERRED = {"item": 5, "table": 4, "book": 3}


class Tables:
    """Part of randommem.Generator."""

    def declare_table(self):
        kind = self.r.choice([k for k, n in PREFERRED.items()
                              for _ in range(n)])
        name = self.fresh("k")
        if kind == "item":
            self.emit(f"struct item {name}[4] = {{{{{self.expression(1)}}}}};")
        elif self.chance(50):
            pointer, name = name, f"(*{name})"
            self.emit(f"struct {kind} *{pointer} = malloc(sizeof *{pointer});")
            self.emit(f"__VERIFIER_assume({pointer} != 0);")
            self.emit(f"memset({pointer}, 0, sizeof *{pointer});")
            self.heap[-1].append(pointer)
        else:
            self.emit(f"struct {kind} {name} = {{{self.expression(1)}}};")
        if kind == "table":
            self.emit(f"{name}.cursor = {name}.item[{self.mask(4)}].name;")
        self.tables[-1].append((name, kind))

    def items(self, name, kind):
        """The array of items in a table."""
        return name if kind == "item" else f"{name}.item"

    def table_places(self, level=None):
        """Scalars in tables: (lvalue, type)."""
        found = []
        for name, kind in self.visible(self.tables, level):
            if kind == "book":
                page = f"{name}.shelf[{self.mask(2)}].page[{self.mask(2)}]"
                found += [(f"{name}.first", "short"),
                          (f"{name}.end[{self.r.randrange(3)}]",
                           "unsigned char"),
                          (f"{name}.shelf[{self.mask(2)}].id", "int"),
                          (f"{page}.tag", "unsigned char"),
                          (f"{page}.word[{self.mask(2)}]", "short")]
                continue
            item = f"{self.items(name, kind)}[{self.mask(4)}]"
            found += [(f"{item}.{m}", "unsigned char")
                      for m in ["tag", "value", f"name[{self.mask(4)}]"]]
            if kind == "table":
                found += [(f"{name}.{m}", "unsigned char")
                          for m in ["count", "last"]]
        return found

    def table_statement(self):
        tables = self.visible(self.tables)
        if not tables:
            return self.declare_table()
        name, kind = self.r.choice(tables)
        if kind == "book":
            return self.book_statement(name)
        self.r.choice([self.item_write, self.item_beyond, self.item_walk,
                       self.item_pointer, self.item_copy, self.item_copy,
                       self.item_bytes, self.item_bytes, self.item_call,
                       self.table_cursor])(name, kind)

    def item_write(self, name, kind):
        items = self.items(name, kind)
        member = self.r.choice(["tag", "value", f"name[{self.some_index(2)}]"])
        self.emit(f"{items}[{self.some_index(2)}].{member} "
                  f"{self.r.choice(['', '+', '^'])}= {self.expression(1)};")

    def item_beyond(self, name, kind):
        """From a name to the next item, or the one before."""
        items = self.items(name, kind)
        value = self.expression(1)
        if self.chance(50):
            self.emit(f"{items}[{self.some_index(1)}].name"
                      f"[{self.some_index(3)}] = {value};")
        else:
            self.emit(f"{items}[1 + {self.some_index(1)}].name"
                      f"[(int){self.some_index(2)} - 4] = {value};")

    def item_walk(self, name, kind):
        items, p = self.items(name, kind), self.fresh("q")
        i, value = self.some_index(2), self.expression(1)
        if self.chance(50):
            self.emit(f"for (unsigned char *{p} = {items}[{i}].name; "
                      f"{p} != {items}[{i}].name + 4; {p}++)")
            self.emit(f"  *{p} = {value};")
        else:
            self.emit(f"for (struct item *{p} = {items}; "
                      f"{p} < {items} + 4; {p}++)")
            self.emit(f"  {p}->name[{self.some_index(2)}] = {value};")

    def item_pointer(self, name, kind):
        items, p = self.items(name, kind), self.fresh("q")
        self.emit(f"{{ struct item *{p} = &{items}[{self.some_index(2)}];")
        self.emit(f"  {p}->name[{self.some_index(2)}] = {self.expression(1)};")
        if self.chance(40):
            self.emit(f"  {p} = {p} > {items} ? {p} - 1 : {p} + 1;")
        member = self.r.choice(["tag", "value", "name[1]"])
        self.emit(f"  {p}->{member} ^= {p}->name[{self.some_index(2)}]; }}")

    def item_copy(self, name, kind):
        items = self.items(name, kind)
        other, other_kind = self.r.choice(
            [t for t in self.visible(self.tables) if t[1] != "book"])
        source = self.items(other, other_kind)
        i, j = self.some_index(2), self.some_index(2)
        self.emit(self.r.choice([
            f"{items}[{i}] = {source}[{j}];",
            f"memmove(&{items}[{i}], &{source}[{j}], sizeof(struct item));",
            f"memmove({items}[{i}].name, {source}[{j}].name, "
            f"{self.r.randrange(1, 5)});",
            f"memmove({items} + {self.some_index(1)}, "
            f"{source} + {self.some_index(1)}, 2 * sizeof(struct item));",
            f"memmove({items}, {source}, 4 * sizeof(struct item));"]))

    def item_bytes(self, name, kind):
        items = self.items(name, kind)
        i, value = self.some_index(2), self.r.choice([0, 1, 255, "i & 255"])
        if value == "i & 255":
            value = self.some_index(3)
        self.emit(self.r.choice([
            f"memset(&{items}[{i}], {value}, sizeof(struct item));",
            f"memset({items}[{i}].name, {value}, {self.r.randrange(1, 5)});",
            f"memset({items}, {value}, 4 * sizeof(struct item));",
            f"memset(&{items}[{self.some_index(1)}].value, {value}, "
            f"{self.r.randrange(1, 8)});"]))

    def item_call(self, name, kind):
        items, i = self.items(name, kind), self.some_index(2)
        if self.chance(60):
            count = self.r.choice(["4", self.some_index(2)])
            return self.emit(f"put_bytes({items}[{i}].name, {count}, "
                             f"{self.expression(1)});")
        self.emit(f"{items}[{i}].name[{self.r.randrange(4)}] = 0;")
        self.emit(f"put_string({items}[{self.some_index(2)}].name, "
                  f"{items}[{i}].name);")

    def table_cursor(self, name, kind):
        if kind != "table":
            return self.item_write(name, kind)
        # At the first or the second byte of a name.
        self.emit(f"{name}.cursor = {name}.item[{self.some_index(2)}].name"
                  f"{self.r.choice(['', ' + 1', f' + {self.some_index(1)}'])};")
        self.emit(f"{name}.cursor[{self.some_index(1)}] = "
                  f"{self.expression(1)};")
        self.emit(f"{name}.cursor = {name}.item[{self.mask(4)}].name;")

    def book_statement(self, name):
        def some():
            return self.some_index(1)
        shelf, value = f"{name}.shelf[{some()}]", self.expression(1)
        p = self.fresh("q")
        other = self.r.choice([n for n, kind in self.visible(self.tables)
                               if kind == "book"])
        self.emit(self.r.choice([
            f"{shelf}.page[{some()}].word[{some()}] = {value};",
            f"{shelf}.page[{some()}].tag = {value};",
            f"{shelf}.id = {value};",
            f"{name}.end[{some()}] = {value};",
            f"{shelf}.page[{some()}] = {other}.shelf[{some()}].page[{some()}];",
            f"{shelf} = {other}.shelf[{some()}];",
            f"{name} = {other};",
            f"memset(&{shelf}.page[{some()}], {some()}, sizeof(struct page));",
            f"memset(&{name}, {self.r.choice([0, 0, 1])}, sizeof {name});",
            f"memset({shelf}.page, 255, sizeof {shelf}.page);",
            f"for (struct page *{p} = {shelf}.page + 2; "
            f"{p}-- != {shelf}.page;) {p}->word[{some()}] = {value};",
            f"{{ short *{p} = {shelf}.page[{some()}].word; "
            f"{p}[{some()}] ^= {p}[1]; }}",
            f"{{ struct shelf *{p} = &{shelf}; "
            f"{p}->page[{some()}].word[{some()}] += {p}->id; }}"]))
