// Nothing is taken to be true of members that something else may write than
// stores of numbers in the bounds.
// RUN: not sooth --check=memory,bounds %s | FileCheck %s --implicit-check-not=keeps
// RUN: not sooth --check=memory,bounds -m32 %s | FileCheck %s --implicit-check-not=keeps
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MEMBERS(NAME)                                                          \
  struct NAME { unsigned k, other; };                                          \
  void next_##NAME(struct NAME *p) { p->k = (p->k + 1) % 4; }

// CHECK: {{^}}Unsafe
MEMBERS(untested)
void untested(struct untested *p, unsigned k) { p->k = k; }
// CHECK: :[[@LINE+2]]: get_untested: {{.*}}1 open{{$}}
// CHECK: open unless: 0 <= p->k < 4
void get_untested(struct untested *p) { assert(p->k < 4); }

MEMBERS(passed)
void change(unsigned *k);
void passed(struct passed *p) { change(&p->k); }
// CHECK: :[[@LINE+1]]: get_passed: {{.*}}1 open{{$}}
void get_passed(struct passed *p) { assert(p->k < 4); }

MEMBERS(copied)
void copied(struct copied *p, const char *from) { memcpy(p, from, sizeof *p); }
// CHECK: :[[@LINE+1]]: get_copied: {{.*}}1 open{{$}}
void get_copied(struct copied *p) { assert(p->k < 4); }

MEMBERS(filled)
void filled(struct filled *p) { memset(p, 1, sizeof *p); }
// CHECK: :[[@LINE+1]]: get_filled: {{.*}}1 open{{$}}
void get_filled(struct filled *p) { assert(p->k < 4); }

struct from_there { int before; unsigned k, other; };
void next_from_there(struct from_there *p) { p->k = (p->k + 1) % 4; }
void from_there(struct from_there *p) {
  memset(&p->before, 1, sizeof *p - offsetof(struct from_there, before));
}
// CHECK: :[[@LINE+1]]: get_from_there: {{.*}}1 open{{$}}
void get_from_there(struct from_there *p) { assert(p->k < 4); }

MEMBERS(joined)
union joined_bytes { struct joined is; unsigned char bytes[8]; };
void joined(union joined_bytes *u, int b) { u->bytes[0] = (unsigned char)b; }
// CHECK: :[[@LINE+1]]: get_joined: {{.*}}1 open{{$}}
void get_joined(struct joined *p) { assert(p->k < 4); }

MEMBERS(alike)
struct alike_too { unsigned k, other; };
void alike(struct alike *p, unsigned k) { ((struct alike_too *)p)->k = k; }
// CHECK: :[[@LINE+1]]: get_alike: {{.*}}1 open{{$}}
void get_alike(struct alike *p) { assert(p->k < 4); }

MEMBERS(inner)
struct outer { int n; struct inner in[2]; };
void inner(struct outer *o, unsigned k) { o->in[1].k = k; }
// CHECK: :[[@LINE+1]]: get_inner: {{.*}}1 open{{$}}
void get_inner(struct inner *p) { assert(p->k < 4); }

MEMBERS(part)
struct whole { int n; struct part in[2]; };
void part(struct whole *w, const char *from) { memcpy(w, from, sizeof *w); }
// CHECK: :[[@LINE+1]]: get_part: {{.*}}1 open{{$}}
void get_part(struct part *p) { assert(p->k < 4); }

MEMBERS(byte)
void byte(struct byte *p, unsigned i) { ((unsigned char *)p)[i % 8] = 7; }
// CHECK: :[[@LINE+1]]: get_byte: {{.*}}1 open{{$}}
void get_byte(struct byte *p) { assert(p->k < 4); }

MEMBERS(both)
void both(void *v) {
  struct both *p = v;
  unsigned char *bytes = v;
  p->k = 0;
  bytes[0] = 9;
}
// CHECK: :[[@LINE+1]]: get_both: {{.*}}1 open{{$}}
void get_both(struct both *p) { assert(p->k < 4); }

MEMBERS(kept_in)
struct box { void *what; };
void put_in(struct box *b, struct kept_in *p) { b->what = p; }
void kept_in(struct box *b) { *(char *)b->what = 77; }
// CHECK: :[[@LINE+1]]: get_kept_in: {{.*}}1 open{{$}}
void get_kept_in(struct kept_in *p) { assert(p->k < 4); }

MEMBERS(moved)
void moved(struct moved **to, const struct box *from) { *to = from->what; }
// CHECK: :[[@LINE+1]]: get_moved: {{.*}}1 open{{$}}
void get_moved(struct moved *p) { assert(p->k < 4); }

MEMBERS(called)
static void write_byte(void *v) { *(unsigned char *)v = 99; }
struct calls { void (*any)(void *); } calls = {write_byte};
void called(struct called *p, struct calls *c) { c->any(p); }
// CHECK: :[[@LINE+1]]: get_called: {{.*}}1 open{{$}}
void get_called(struct called *p) { assert(p->k < 4); }

MEMBERS(named)
static struct named first_named;
static void *any = &first_named;
struct named *named(void) { return &first_named; }
void write_any(void) { *(unsigned char *)any = 9; }
// CHECK: :[[@LINE+1]]: get_named: {{.*}}1 open{{$}}
void get_named(struct named *p) { assert(p->k < 4); }

MEMBERS(buffer)
static _Alignas(8) unsigned char memory[64];
struct buffer *buffer(void) { return (struct buffer *)memory; }
void write_buffer(unsigned i) { memory[i % 64] = 9; }
// CHECK: :[[@LINE+1]]: get_buffer: {{.*}}1 open{{$}}
void get_buffer(struct buffer *p) { assert(p->k < 4); }

MEMBERS(initial)
static struct initial initials[2] = {{1, 2}, {77, 8}};
struct initial *initial(unsigned i) { return &initials[i % 2]; }
// CHECK: :[[@LINE+1]]: get_initial: {{.*}}1 open{{$}}
void get_initial(struct initial *p) { assert(p->k < 4); }

// Each store counts, also one that is mended at once.
MEMBERS(for_a_while)
static void raise(struct for_a_while *p) { p->k++; }
void for_a_while(struct for_a_while *p) {
  raise(p);
  if (p->k >= 4)
    p->k = 0;
}
// CHECK: :[[@LINE+1]]: get_for_a_while: {{.*}}1 open{{$}}
void get_for_a_while(struct for_a_while *p) { assert(p->k < 4); }

MEMBERS(counted)
void counted(struct counted *p) { p->k++; }
// CHECK: :[[@LINE+1]]: get_counted: {{.*}}1 open{{$}}
void get_counted(struct counted *p) { assert(p->k < 100000); }

// Nobody wrote what is allocated, and what is a local variable.
MEMBERS(made)
struct made *made(void) { return malloc(sizeof(struct made)); }
// CHECK: :[[@LINE+1]]: get_made: {{.*}}1 open{{$}}
void get_made(struct made *p) { assert(p->k < 4); }

MEMBERS(made_often)
struct made_often *made_often(int n) {
  struct made_often *p = malloc(sizeof *p);
  if (p && n > 0)
    p->k = 0;
  return p;
}
// CHECK: :[[@LINE+1]]: get_made_often: {{.*}}1 open{{$}}
void get_made_often(struct made_often *p) { assert(p->k < 4); }

MEMBERS(enlarged)
struct enlarged *enlarged(struct enlarged *p, size_t n) {
  return realloc(p, n * sizeof *p);
}
// CHECK: :[[@LINE+1]]: get_enlarged: {{.*}}1 open{{$}}
void get_enlarged(struct enlarged *p) { assert(p->k < 4); }

MEMBERS(local)
void local(struct local *p) {
  struct local l;
  l.other = 3;
  *p = l;
}
// CHECK: :[[@LINE+1]]: get_local: {{.*}}1 open{{$}}
void get_local(struct local *p) { assert(p->k < 4); }

MEMBERS(from_file)
void from_file(struct from_file *p, FILE *f) { fread(p, sizeof *p, 1, f); }
// CHECK: :[[@LINE+1]]: get_from_file: {{.*}}1 open{{$}}
void get_from_file(struct from_file *p) { assert(p->k < 4); }

// Members that are first are no others, however they are reached.
struct table { short next[8]; short other; };
void init_table(struct table *t) {
  for (short i = 0; i < 8; ++i)
    t->next[i] = i;
}
void set_table(struct table *t, unsigned i, short to) { t->next[i % 8] = to; }
// CHECK: :[[@LINE+1]]: get_table: {{.*}}1 violated{{$}}
void get_table(struct table *t, unsigned i) { assert(t->next[i % 8] < 8); }

// What an access asks is not known because of the access.
struct asked { int table[20]; unsigned kind; };
// CHECK: :[[@LINE+1]]: ask: {{.*}} 1 {{unknown|open}}
int ask(struct asked *p) {
  p->kind++;
  return p->table[p->kind];
}

struct bits { unsigned k : 4, other : 4; };
void next_bits(struct bits *p) { p->k = (p->k + 1) % 4; }
void other_bits(struct bits *p, unsigned n) { p->other = n; }
// CHECK: :[[@LINE+1]]: get_bits: {{.*}}1 violated{{$}}
void get_bits(struct bits *p) { assert(p->k < 4); }
