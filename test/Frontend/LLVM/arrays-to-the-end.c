// An array that comes last in a structure and has no length, or 1, goes on to the
// end of the object: the members before it keep their cells.
// RUN: sooth %s --entry=count --check=memory --explain-regions | FileCheck %s --check-prefix=REGIONS
// REGIONS: region t: pointers of 8 bytes at 0, never written
// REGIONS: region t: integers of 4 bytes at 8, never written
// REGIONS: region t: integers of 1 bytes at 12 + 1k (to the end), never written
// RUN: not sooth %s --entry=count --check=memory --timeout=30 | FileCheck %s --check-prefix=COUNT
// COUNT: count: 8 checks: 7 proved if, 1 unknown
// COUNT: unknown: {{.*}}:28:9: no read outside of what 't' points to: depends on what the callers pass

// How long objects are is known; other structures may be in the same bytes.
// RUN: sooth %s --entry=main --check=memory --timeout=60 | FileCheck %s --check-prefix=SAFE
// SAFE: {{^}}Safe
// RUN: not sooth %s --entry=main --check=memory -DBEHIND | FileCheck %s --check-prefix=BEHIND
// BEHIND: write outside of memory of 12 bytes
// RUN: not sooth %s --entry=main -DOTHER | FileCheck %s --check-prefix=OTHER
// OTHER: assertion 'v->a == 0x0101' failed
// RUN: not sooth %s --entry=main -DMOVED | FileCheck %s --check-prefix=MOVED
// MOVED: assertion 't->bytes[2] != 9' failed
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct line { int *next; unsigned length; char text[1]; };
unsigned count(struct line *t, unsigned n) {
  unsigned k = 0;
  for (unsigned i = 0; i < n; ++i)
    if (t->text[i] == 'a')
      ++k;
  *t->next = 1;
  return k + t->length;
}

struct text { unsigned length; unsigned char bytes[]; };
struct view { unsigned length; unsigned short a, b; unsigned c; };
struct outer { int before; struct line in; };
struct text table = {3, "abc"};
unsigned any(void);

int main(void) {
  unsigned n = any() % 8;
  struct text *t = malloc(sizeof *t + 8);
  if (!t)
    return 0;
  t->length = 5;
  memset(t->bytes, 1, 8);
  t->bytes[n] = 7;
  struct view *v = (struct view *)t;
  assert(v->length == 5);
  assert(v->a == 0x0101 || v->a == 0x0107 || v->a == 0x0701);
#ifdef OTHER
  assert(v->a == 0x0101);
#endif
  v->c = 0;
  assert(t->bytes[4 + n % 4] == 0);
  unsigned char *p = t->bytes + 2;
  p[n % 4] = 9;
#ifdef MOVED
  assert(t->bytes[2] != 9);
#endif
#ifdef BEHIND
  t->bytes[any() % 9] = 1;
#endif
  free(t);
  assert(table.bytes[n % 3] >= 'a' && table.length == 3);
  struct outer some[2] = {{1, {0, 2, {3}}}, {4, {0, 5, {6}}}};
  some[n % 2].in.text[0] = 9;
  assert(some[0].before == 1 && some[1].before == 4);
  return 0;
}
