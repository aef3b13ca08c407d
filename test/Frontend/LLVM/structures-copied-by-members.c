// A structure that is copied from a member of one object to a member of another
// does not make one of both: each member keeps its cells. Where it is not known
// what is copied, both have the same.
// RUN: sooth %s --entry=mark --check=memory --explain-regions | FileCheck %s --check-prefix=MARK
// RUN: sooth %s --entry=mark --check=memory --environment=valid | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s --entry=either --check=memory --explain-regions | FileCheck %s --check-prefix=EITHER
// RUN: sooth %s --entry=text --check=memory --explain-regions | FileCheck %s --check-prefix=TEXT
// RUN: sooth %s --check=memory --all -DMAIN | FileCheck %s --check-prefix=MAIN
// RUN: not sooth %s --check=memory --all -DMAIN -DUNSET | FileCheck %s --check-prefix=UNSET
// RUN: not sooth %s --check=memory --all -DMAIN -DOVERLAP | FileCheck %s --check-prefix=OVERLAP
#include <assert.h>
#include <stddef.h>
#include <string.h>

struct mark { size_t index, line; char kind; };
struct token { int type; struct mark begin, end; };
struct parser { struct token *tail; int depth; struct mark now; };

// MARK-NOT: of 1 bytes at 0 + 1k
// MARK-DAG: region p: integers of 8 bytes at 16, never written
// MARK-DAG: region t outside: integers of 8 bytes at 8
// MARK-NOT: of 1 bytes at 0 + 1k
// SAFE: {{^}}Safe
void mark(struct parser *p, struct token *t) {
  t->begin = p->now;
  const struct mark here = p->now;
  t->end = here;
  *p->tail = *t;
}

// A union may hold either of its members.
union number { long whole; double real; char *text; };
struct cell { int kind; union number value; };
struct row { long key; struct cell cells[2]; };
// EITHER: region r c: {{.*}}of 8 bytes
long either(struct row *r, struct cell *c) {
  r->cells[1] = *c;
  return r->cells[1].value.whole + c->value.whole + (c->value.text == 0);
}

// Bytes of a buffer are no structure.
// TEXT: region buffer m: integers of 1 bytes
char text(struct mark *m) {
  char buffer[sizeof *m];
  memcpy(buffer, m, sizeof *m);
  return buffer[m->index % sizeof *m];
}

#ifdef MAIN
// MAIN: {{^}}Safe
// UNSET: read of uninitialized
// OVERLAP: overlaps
int main(void) {
  struct token t = {0};
  struct parser p = {&t, 1, {3, 4, 'a'}};
  struct mark unset;
  unset.line = 7;
#ifdef UNSET
  t.begin = unset;
  return t.begin.index == 3;
#elif defined(OVERLAP)
  memcpy((char *)&t.begin + 8, &t.begin, sizeof t.begin);
  struct mark *second = (struct mark *)((char *)&t.begin + 8);
  *second = t.begin;
#else
  // What is not read need not be initialized.
  t.begin = unset;
  t.end = p.now;
  p.now = t.end;
  t.begin = *&t.begin;
  assert(t.begin.line == 7 && p.now.index == 3 && p.now.kind == 'a');
#endif
  return 0;
}
#endif
