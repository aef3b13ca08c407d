// A large structure that is passed by value is copied first: two objects of
// which members are passed to one function stay two, with cells of their own.
// What is copied is read, which is checked. The function's own copy is there,
// whatever its callers pass.
//
// RUN: sooth --check=memory --entry=both --calls=summarized --emit=regions %s | FileCheck --check-prefix=REGIONS %s
// RUN: not sooth --check=memory %s | FileCheck %s

struct mark {
  long index, line, column;
};
struct parser {
  int error;
  struct mark mark;
  int depth;
};
struct key {
  char *name;
  int number;
  struct mark mark;
  struct key *next;
};

// REGIONS: region key: integers of 4 bytes at 8
// REGIONS: region parser: integers of 8 bytes at 8, never written
// CHECK: {{^}}Unsafe
// CHECK-NEXT: by-value.c:51:10: read through a null pointer
// CHECK: both: 16 checks: 16 proved if
// CHECK: later: 13 checks: 13 proved{{$}}
// CHECK-NEXT: wrong: 1 check: 1 violated
// CHECK-NEXT: given: 4 checks: 4 proved{{$}}
static int later(struct mark mark, int tries) {
  if (tries)
    return later(mark, tries - 1);
  mark.line++;
  return mark.line > mark.column;
}

int both(struct parser *parser, struct key *key) {
  int n = 0;
  for (; key; key = key->next) {
    key->number = later(key->mark, 1);
    n += later(parser->mark, key->number);
  }
  parser->depth = n > 5;
  return parser->error;
}

int wrong(void) {
  struct parser *none = 0;
  return later(none->mark, 0);
}

int given(struct mark mark) { return mark.line == mark.index; }
