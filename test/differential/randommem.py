# ===- randommem.py - Seeded random C programs about memory ----------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""The programs of randomc.py with structures, unions, arrays of structures,
pointers to all of these, pointers to pointers, objects from malloc, copies of
memory, accesses to bytes, nodes that are linked by addresses with tags, and
calls through function pointers.

Structures contain arrays, which are indexed, walked over by pointers that are
kept in variables and in memory, and read as parts of the whole, byte by byte.
Nothing is ever outside of its object, but a pointer into an array may get to
what lies behind or before it in the same structure: the members of "struct
frame" are bytes only, so that all of them have a place of their own. Arrays of
structures with arrays are in randomtable.py.

Otherwise every run is defined. Indices are masked, every object is initialized, and a
pointer never points to something that ends before it does: it may only be
given places of its own scope or of outer ones. Bytes are read of integers only,
for the padding of structures has no defined value."""

import randomaddr
import randomc
import randomtable
import randomtags

PROLOGUE = randomc.PROLOGUE + """\
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
extern void *memmove(void *, const void *, __SIZE_TYPE__);
extern void *memset(void *, int, __SIZE_TYPE__);

"""

FIELD_TYPES = ["int", "int", "unsigned char", "short", "unsigned", "char",
               "long long"]
FRAME = """\
struct part { unsigned char tag, text[4]; };
struct frame {
  unsigned char first[4];
  unsigned char a, ring[4];
  struct part part;
  unsigned char *cursor;
  unsigned char last[4], z;
};
"""
UNION = """\
union u {
  unsigned w;
  unsigned short h[2];
  unsigned char b[4];
  signed char c;
};
"""


class Struct:
    """A structure type: its scalar members as (suffix, type), arrays among
    them as (suffix, type, size). Bit-fields have no address."""

    def __init__(self, name):
        self.name, self.text = name, []
        self.fields, self.bit_fields, self.arrays = [], [], []


class Generator(randomtable.Tables, randomaddr.Addresses, randomtags.Tags,
                randomc.Generator):
    def __init__(self, seed):
        super().__init__(seed)
        self.use_arrays = self.use_pointers = True
        self.structs = []
        self.objects = [[]]  # (lvalue, Struct), as scopes
        self.unions = [[]]  # lvalues
        self.struct_pointers = [[]]  # (name, Struct, can be assigned to)
        self.pointer_pointers = [[]]  # (name, type, scope of what is pointed to)
        self.frames = [[]]  # lvalues
        self.tables = [[]]  # (lvalue, kind), see randomtable.py
        self.heap = [[]]  # pointers to free at the end of the scope
        self.fixed_pointers = set()  # that must not be assigned to
        self.pointer_functions = []  # (name, types pointed to)
        self.twins = []  # (names of two functions, result, parameter types)
        self.resets = []
        self.start_addresses()
        self.start_tags()

    def all_scopes(self):
        return (self.scopes, self.arrays, self.pointers, self.objects,
                self.unions, self.frames, self.tables, self.struct_pointers,
                self.pointer_pointers, self.heap, self.numbers, self.shared,
                self.trees, self.tags)

    # -- types ----------------------------------------------------------------

    def struct(self):
        s = Struct(self.fresh("s"))
        for _ in range(self.r.randrange(2, 5)):
            field, ctype = self.fresh("m"), self.r.choice(FIELD_TYPES)
            kind = self.r.randrange(10)
            if kind < 5:
                s.text.append(f"{ctype} {field};")
                s.fields.append((field, ctype))
            elif kind < 7:
                size = self.r.choice([2, 4])
                s.text.append(f"{ctype} {field}[{size}];")
                s.arrays.append((field, ctype, size))
            elif kind < 8 or not self.structs:
                bits = self.r.randrange(1, 9)
                sign = self.r.choice(["unsigned", "signed"])
                s.text.append(f"{sign} {field} : {bits};")
                s.bit_fields.append((field, sign))
            else:
                inner = self.r.choice(self.structs)
                s.text.append(f"struct {inner.name} {field};")
                s.fields += [(f"{field}.{f}", t) for f, t in inner.fields]
                s.arrays += [(f"{field}.{f}", t, n)
                             for f, t, n in inner.arrays]
                s.bit_fields += [(f"{field}.{f}", t)
                                 for f, t in inner.bit_fields]
        self.depth = 0
        self.emit(f"struct {s.name} {{ {' '.join(s.text)} }};")
        self.structs.append(s)

    # -- places ---------------------------------------------------------------

    def mask(self, size):
        if self.chance(40):
            return str(self.r.randrange(size))
        names = self.variables()
        index = self.r.choice(names)[0] if names else "1"
        return f"{index} & {size - 1}"

    def visible(self, scoped, level=None):
        return [x for scope in scoped[:level] for x in scope]

    def structures(self, level=None):
        """Lvalues of structures."""
        found = list(self.visible(self.objects, level))
        found += [(f"(*{name})", s)
                  for name, s, _ in self.visible(self.struct_pointers, level)]
        return found

    def members(self, level=None):
        """Scalars in structures and unions: (lvalue, type), with an
        address."""
        found = []
        for lvalue, s in self.structures(level):
            found += [(f"{lvalue}.{f}", t) for f, t in s.fields]
            found += [(f"{lvalue}.{f}[{self.mask(n)}]", t)
                      for f, t, n in s.arrays]
        for name in self.visible(self.frames, level):
            found += [(f"{name}.{self.frame_byte()}", "unsigned char")
                      for _ in range(3)]
        found += self.table_places(level)
        for u in self.visible(self.unions, level):
            found += [(f"{u}.w", "unsigned"), (f"{u}.c", "signed char"),
                      (f"{u}.h[{self.mask(2)}]", "unsigned short"),
                      (f"{u}.b[{self.mask(4)}]", "unsigned char")]
        return found

    def bit_field(self):
        found = [f"{lvalue}.{f}" for lvalue, s in self.structures()
                 for f, _ in s.bit_fields]
        return self.r.choice(found) if found else None

    def byte(self):
        """A byte of an integer that is not a truth value."""
        names = [(n, t) for n, t in self.assignable() if t != "_Bool"]
        if not names:
            return None
        name, ctype = self.r.choice(names)
        size = randomc.TYPES[ctype][0] // 8
        return f"((unsigned char *)&{name})[{self.mask(size)}]"

    def place(self):
        kind = self.r.randrange(100)
        if kind < 40:
            members = self.members()
            if members:
                return self.r.choice(members)[0]
        if kind < 50 and (found := self.bit_field()):
            return found
        if kind < 58 and (found := self.byte()):
            return found
        if self.has_numbers and kind < 62 and (found := self.number_place()):
            return found
        if kind < 66 and (pp := self.visible(self.pointer_pointers)):
            return f"(**{self.r.choice(pp)[0]})"
        return super().place()

    def atom(self):
        if self.chance(5) and (found := self.comparison_of_pointers()):
            return found
        if self.has_tags and self.chance(15) and (found := self.tag_atom()):
            return found
        if self.has_numbers and self.chance(15) and \
                (found := self.number_atom()):
            return found
        if self.chance(15) and (found := self.place()):
            return found
        return super().atom()

    def comparison_of_pointers(self):
        pointers = self.visible(self.pointers)
        if not pointers:
            return None
        name, ctype = self.r.choice(pointers)
        places = self.addresses(ctype)
        return f"({name} {self.r.choice(['==', '!='])} " \
               f"{self.r.choice(places)})" if places else None

    def addresses(self, ctype, level=None):
        """Of places of a type in the outermost scopes."""
        names = [v for v in self.visible(self.scopes, level)
                 if v[0] not in self.readonly]
        found = [f"&{n}" for n, t in names if t == ctype]
        found += [f"&{lvalue}" for lvalue, t in self.members(level)
                  if t == ctype]
        for name, t, size in self.visible(self.arrays, level):
            if t == ctype:
                found += [f"&{name}[{self.mask(size)}]",
                          f"{name} + ({self.mask(size)})"]
        found += [n for n, t in self.visible(self.pointers, level)
                  if t == ctype]
        return found

    def level_of(self, scoped, name):
        """How many scopes something in the scope of \\p name may use."""
        for level, scope in enumerate(scoped):
            if any(x[0] == name for x in scope):
                return level + 1
        return 0

    # -- declarations ---------------------------------------------------------

    def value_for(self, s):
        """An initializer of a structure: some members, the rest zero."""
        parts = []
        for f, _ in s.fields + s.bit_fields:
            if self.chance(60):
                parts.append(f".{f} = {self.expression(1)}")
        for f, _, n in s.arrays:
            if self.chance(50):
                parts.append(f".{f} = {{{self.expression(1)}}}")
        return "{" + (", ".join(parts) or "0") + "}"

    def declare_struct(self):
        s, name = self.r.choice(self.structs), self.fresh("o")
        if self.chance(30):
            size = self.r.choice([2, 4])
            values = ", ".join(self.value_for(s)
                               for _ in range(self.r.randrange(1, size + 1)))
            self.emit(f"struct {s.name} {name}[{size}] = {{{values}}};")
            self.objects[-1] += [(f"{name}[{i}]", s) for i in range(size)]
            return
        self.emit(f"struct {s.name} {name} = {self.value_for(s)};")
        self.objects[-1].append((name, s))

    def declare_union(self):
        name = self.fresh("w")
        self.emit(f"union u {name} = {{{self.expression(1)}}};")
        self.unions[-1].append(name)

    # -- arrays in structures --------------------------------------------------

    def frame_byte(self):
        """A byte of a frame, with its index in bounds."""
        kind = self.r.randrange(9)
        if kind < 3:
            return ["a", "z", "part.tag"][kind]
        array = self.r.choice(["first", "ring", "part.text", "last"])
        return f"{array}[{self.mask(4)}]"

    def declare_frame(self):
        name = self.fresh("k")
        if self.chance(40):
            pointer = self.fresh("h")
            self.emit(f"struct frame *{pointer} = "
                      f"malloc(sizeof *{pointer});")
            self.emit(f"__VERIFIER_assume({pointer} != 0);")
            self.emit(f"memset({pointer}, 0, sizeof *{pointer});")
            self.heap[-1].append(pointer)
            name = f"(*{pointer})"
        else:
            self.emit(f"struct frame {name} = {{{{{self.expression(1)}}}}};")
        self.emit(f"{name}.cursor = {name}.{self.frame_array()};")
        self.frames[-1].append(name)

    def frame_array(self):
        return self.r.choice(["first", "ring", "ring", "part.text", "last"])

    def some_index(self, bits):
        """At least 0 and less than 2 to the \\p bits."""
        names = self.variables()
        index = self.r.choice(names)[0] if names else "3"
        return f"({index} & {2 ** bits - 1})"

    def frame_statement(self):
        frames = self.visible(self.frames)
        if not frames:
            return self.declare_frame()
        name = self.r.choice(frames)
        value, p = self.expression(1), self.fresh("q")
        array = self.frame_array()
        kind = self.r.randrange(10)
        if kind < 3:  # The bytes around the first three arrays are its own.
            array, bits = self.r.choice([("first", 3), ("ring", 3),
                                         ("part.text", 2), ("last", 2)])
            self.emit(f"{name}.{array}[{self.some_index(bits)}] = {value};")
        elif kind < 5:
            self.emit(f"{{ unsigned char *{p} = {name}.{array};")
            self.emit(f"  while ({p} < {name}.{array} + "
                      f"{self.r.choice([2, 4, self.some_index(2)])})")
            self.emit(f"    *{p}++ = {value}; }}")
        elif kind < 6:
            self.emit(f"{{ unsigned char *{p} = {name}.{array} + 4;")
            self.emit(f"  do *--{p} = {value};")
            self.emit(f"  while ({p} > {name}.{array}); }}")
        elif kind < 7:
            self.emit(f"{name}.cursor = {name}.{array}"
                      f"{self.r.choice(['', ' + 1', f' + {self.some_index(1)}'])};")
        elif kind < 8:
            # The cursor is at the first or the second byte of an array, which
            # has four.
            if self.chance(50):
                self.emit(f"{name}.cursor[{self.some_index(1)}] = {value};")
            else:
                self.emit(f"*{name}.cursor++ = {value};")
                self.emit(f"{name}.cursor--;")
        elif kind < 9:
            self.emit(f"{{ unsigned char *{p} = (unsigned char *)&{name};")
            self.emit(f"  {p}[{self.some_index(3)}] = {value};")
            if self.chance(50):
                self.emit(f"  *({p} + __builtin_offsetof(struct frame, ring) - "
                          f"{self.some_index(1)}) ^= 1;")
            self.emit("}")
        else:
            self.copy_frame(name, frames)

    def copy_frame(self, name, frames):
        other = self.r.choice(frames)
        if self.chance(50):
            self.emit(f"memmove({name}.{self.frame_array()}, "
                      f"{other}.{self.frame_array()}, "
                      f"{self.r.randrange(1, 5)});")
            return
        # The cursor would point to what might end earlier.
        self.emit(f"{name} = {other};")
        self.emit(f"{name}.cursor = {name}.{self.frame_array()};")

    def some_address(self, ctype, level=None):
        places = self.addresses(ctype, level)
        if not places:
            return None
        a, b = self.r.choice(places), self.r.choice(places)
        return a if a == b or self.chance(40) else \
            f"({self.condition()}) ? {a} : {b}"

    def declare_pointer(self):
        ctype = self.r.choice(randomc.COMMON_TYPES + FIELD_TYPES)
        found = self.some_address(ctype)
        if not found:
            return super().declare_pointer()
        name = self.fresh("q")
        self.emit(f"{ctype} *{name} = {found};")
        self.pointers[-1].append((name, ctype))

    def struct_address(self, s, level=None):
        found = [f"&{lvalue}" for lvalue, t in self.structures(level)
                 if t is s]
        return self.r.choice(found) if found else None

    def declare_struct_pointer(self):
        found = self.structures()
        if not found:
            return self.declare_struct()
        _, s = self.r.choice(found)
        name = self.fresh("t")
        a, b = self.struct_address(s), self.struct_address(s)
        self.emit(f"struct {s.name} *{name} = ({self.condition()}) ? {a} : "
                  f"{b};")
        self.struct_pointers[-1].append((name, s, True))

    def declare_pointer_pointer(self):
        pointers = [p for p in self.visible(self.pointers)
                    if p[0] not in self.fixed_pointers]
        if not pointers:
            return self.declare_pointer()
        a, ctype = self.r.choice(pointers)
        b = self.r.choice([n for n, t in pointers if t == ctype])
        name = self.fresh("z")
        self.emit(f"{ctype} **{name} = ({self.condition()}) ? &{a} : &{b};")
        level = min(self.level_of(self.pointers, n) for n in (a, b))
        self.pointer_pointers[-1].append((name, ctype, level))

    def allocate(self):
        name, size = self.fresh("h"), self.r.choice([1, 2, 4])
        if self.structs and self.chance(50):
            s = self.r.choice(self.structs)
            self.emit(f"struct {s.name} *{name} = malloc(sizeof *{name});")
            self.emit(f"__VERIFIER_assume({name} != 0);")
            self.emit(f"*{name} = (struct {s.name}){self.value_for(s)};")
            self.struct_pointers[-1].append((name, s, False))
        else:
            ctype = self.some_type()
            self.emit(f"{ctype} *{name} = malloc({size} * sizeof *{name});")
            self.emit(f"__VERIFIER_assume({name} != 0);")
            for i in range(size):
                self.emit(f"{name}[{i}] = {self.expression(1)};")
            self.arrays[-1].append((name, ctype, size))
        self.heap[-1].append(name)

    def declare(self, initial=None):
        kind = self.r.randrange(100)
        if self.has_tags and initial is None and self.chance(15):
            return self.declare_tags()
        if self.has_numbers and initial is None and self.chance(30):
            return self.declare_address()
        if initial is not None or kind < 40:
            return super().declare(initial)
        if kind < 50 and self.structs:
            return self.declare_struct()
        if kind < 55:
            return self.declare_frame()
        if kind < 62:
            return self.declare_union()
        if kind < 75:
            return self.declare_pointer()
        if kind < 83 and self.structs:
            return self.declare_struct_pointer()
        if kind < 90:
            return self.declare_pointer_pointer()
        return self.allocate()

    # -- statements -----------------------------------------------------------

    def move_pointer(self):
        """Lets a pointer point elsewhere."""
        pointers = [p for p in self.visible(self.pointers)
                    if p[0] not in self.fixed_pointers]
        pointer_pointers = self.visible(self.pointer_pointers)
        if pointer_pointers and self.chance(40):
            name, ctype, level = self.r.choice(pointer_pointers)
            name = f"*{name}"
        elif pointers:
            name, ctype = self.r.choice(pointers)
            level = self.level_of(self.pointers, name)
        else:
            return self.declare_pointer()
        if found := self.some_address(ctype, level):
            self.emit(f"{name} = {found};")
        else:
            self.assignment()

    def swap(self):
        pointers = [p for p in self.visible(self.pointers)
                    if p[0] not in self.fixed_pointers]
        pairs = [(a, b, t) for a, t in pointers for b, u in pointers
                 if a < b and t == u and self.level_of(self.pointers, a) ==
                 self.level_of(self.pointers, b)]
        if not pairs:
            return self.move_pointer()
        a, b, ctype = self.r.choice(pairs)
        name = self.fresh("q")
        self.emit(f"{{ {ctype} *{name} = {a}; {a} = {b}; {b} = {name}; }}")

    def move_struct_pointer(self):
        pointers = [(n, s) for n, s, free
                    in self.visible(self.struct_pointers) if free]
        if not pointers:
            return self.copy_struct()
        name, s = self.r.choice(pointers)
        level = self.level_of(self.struct_pointers, name)
        if found := self.struct_address(s, level):
            self.emit(f"{name} = {found};")

    def copy_struct(self):
        found = self.structures()
        if not found:
            return self.assignment()
        to, s = self.r.choice(found)
        source = self.r.choice([lvalue for lvalue, t in found if t is s])
        if self.chance(50):
            return self.emit(f"{to} = {source};")
        kind = self.r.choice(["memmove", "memmove", "memcpy", "memset"])
        if kind == "memset":
            self.emit(f"memset(&{to}, {self.r.choice([0, 1, 255])}, "
                      f"sizeof {to});")
        else:
            # memcpy may be given the same object twice here, which it bears.
            self.emit(f"{kind}(&{to}, &{source}, sizeof {to});")

    def copy_elements(self):
        arrays = [a for a in self.visible(self.arrays) if a[2] > 1]
        if not arrays:
            return self.copy_struct()
        name, ctype, size = self.r.choice(arrays)
        count = self.r.randrange(1, size)
        to, source = self.r.randrange(size - count + 1), \
            self.r.randrange(size - count + 1)
        self.emit(f"memmove({name} + {to}, {name} + {source}, "
                  f"{count} * sizeof *{name});")

    def memory_call(self):
        """Of a function with pointer parameters, or through a pointer."""
        if self.twins and self.chance(50):
            (a, b), result, params = self.r.choice(self.twins)
            args = ", ".join(self.expression(1) for _ in params)
            inner = ", ".join(params) or "void"
            name = self.fresh("fp")
            self.emit(f"{result} (*{name})({inner}) = ({self.condition()}) ? "
                      f"{a} : {b};")
            targets = self.assignable()
            target = f"{self.r.choice(targets)[0]} = " if targets else ""
            return self.emit(f"{target}{name}({args});")
        if not self.pointer_functions:
            return self.call()
        name, ctypes = self.r.choice(self.pointer_functions)
        args = [self.some_address(t) for t in ctypes]
        if all(args):
            self.emit(f"{name}({', '.join(args)});")
        else:
            self.move_pointer()

    def statement(self):
        has_frames = self.visible(self.frames)
        has_tables = self.visible(self.tables)
        if self.statements_left > 0 and (has_frames or has_tables) and \
                self.chance(50):
            self.statements_left -= 1
            if has_tables and (not has_frames or self.chance(60)):
                self.table_statement()
            else:
                self.frame_statement()
        elif self.statements_left > 0 and self.has_tags and self.chance(35):
            self.statements_left -= 1
            self.tag_statement()
        elif self.statements_left > 0 and self.has_numbers and self.chance(25):
            self.statements_left -= 1
            self.address_statement()
        elif self.statements_left > 0 and self.chance(30):
            self.statements_left -= 1
            self.r.choice([self.move_pointer, self.move_pointer, self.swap,
                           self.move_struct_pointer, self.copy_struct,
                           self.copy_struct, self.copy_elements,
                           self.memory_call, self.memory_call])()
        else:
            super().statement()

    def block(self, size):
        self.depth += 1
        for scope in self.all_scopes():
            scope.append([])
        for _ in range(size):
            self.statement()
        for name in self.heap[-1]:
            self.emit(f"free({name});")
        for scope in self.all_scopes():
            scope.pop()
        self.depth -= 1

    # -- the program ----------------------------------------------------------

    def open_function(self, text):
        self.depth = 0
        self.emit(text)
        for scope in self.all_scopes():
            scope.append([])
        self.depth = 1

    def close_function(self):
        for name in self.heap[-1]:
            self.emit(f"free({name});")
        for scope in self.all_scopes():
            scope.pop()
        self.depth = 0
        self.emit("}")
        self.emit("")

    def pointer_function(self):
        name = self.fresh("g")
        ctypes = [self.r.choice(FIELD_TYPES)
                  for _ in range(self.r.randrange(1, 3))]
        params = [(self.fresh("p"), t) for t in ctypes]
        inner = ", ".join(f"{t} *{n}" for n, t in params)
        self.open_function(f"static void {name}({inner}) {{")
        self.pointers[-1] += params
        # Their targets end later, but only those of the caller.
        self.fixed_pointers |= {n for n, _ in params}
        self.loops, self.statements_left = 1, 3
        for _ in range(self.r.randrange(1, 3)):
            target = self.r.choice(params)[0]
            self.emit(f"*{target} {self.r.choice(['', '+', '^', '-'])}= "
                      f"{self.expression(2)};")
        self.block(1)
        self.loops = 0
        self.close_function()
        self.pointer_functions.append((name, ctypes))

    def twin_functions(self):
        result = self.some_type()
        params = [self.some_type() for _ in range(self.r.randrange(0, 3))]
        names = [self.fresh("f"), self.fresh("f")]
        for name in names:
            named = [(self.fresh("p"), t) for t in params]
            inner = ", ".join(f"{t} {n}" for n, t in named) or "void"
            self.open_function(f"static {result} {name}({inner}) {{")
            self.scopes[-1] += named
            if self.chance(50):
                self.assignment()
            self.emit(f"return {self.expression(2)};")
            self.close_function()
        self.twins.append((names, result, params))

    def global_objects(self):
        for _ in range(self.r.randrange(0, 3)):
            ctype, name = self.some_type(), self.fresh("g")
            value = self.r.randrange(0, 20)
            self.emit(f"static {ctype} {name} = {value};")
            self.resets.append(f"{name} = {value};")
            self.scopes[0].append((name, ctype))
        for _ in range(self.r.randrange(0, 2)):
            s, name = self.r.choice(self.structs), self.fresh("g")
            self.emit(f"struct {s.name} {name};")
            self.resets.append(f"{name} = (struct {s.name}){{0}};")
            self.objects[0].append((name, s))
        if self.chance(50):
            ctype, name = self.some_type(), self.fresh("g")
            size = self.r.choice([2, 4])
            self.emit(f"{ctype} {name}[{size}];")
            self.resets += [f"{name}[{i}] = 0;" for i in range(size)]
            self.arrays[0].append((name, ctype, size))
            if self.chance(60):
                pointer = self.fresh("q")
                self.emit(f"{ctype} *{pointer} = {name};")
                self.resets.append(f"{pointer} = {name};")
                self.pointers[0].append((pointer, ctype))

    def program(self):
        self.depth = 0
        self.scopes = [[]]
        self.emit(FRAME.rstrip())
        self.emit(UNION.rstrip())
        self.emit(randomtable.TYPES.rstrip())
        self.emit(randomaddr.DEFINITIONS.rstrip())
        self.emit(randomtags.DEFINITIONS.rstrip())
        for _ in range(self.r.randrange(1, 3)):
            self.struct()
        self.global_objects()
        self.emit("")
        for _ in range(self.r.randrange(0, 3)):
            self.r.choice([self.pointer_function, self.twin_functions])()
        # Only there, and not in all programs.
        self.has_numbers = self.chance(40)
        self.has_tags = self.chance(30)
        self.open_function("int main(void) {")
        self.inputs()
        if self.has_tags:
            self.declare_tags()
        if self.chance(40):
            self.declare_frame()
        if self.chance(60):
            self.declare_table()
        for _ in range(self.r.randrange(2, 6)):
            self.declare()
        self.statements_left = self.r.randrange(6, 16)
        for _ in range(self.r.randrange(3, 8)):
            self.statement()
        if self.checkpoints == 0 or self.chance(60):
            self.checkpoint()
        self.close_function()
        return "\n".join(self.lines) + "\n"

    def checkpoint(self):
        """Half of the time about memory."""
        found = self.place() if self.chance(50) else None
        if not found:
            return super().checkpoint()
        self.emit(f"CHECKPOINT({self.checkpoints}, {found});")
        self.checkpoints += 1


class Program:
    """As in randomc.py."""

    def __init__(self, seed):
        g = Generator(seed)
        self.text = g.program()
        self.checkpoints = g.checkpoints
        self.resets = g.resets

    def reset_function(self):
        return "\n".join(["void reset_globals(void) {"] +
                         ["  " + line for line in self.resets] + ["}", ""])
