// What a caller's list is changed to while it is walked is of the kind that was
// there: each link has its first content, or a pointer of which the same is true.
//
// RUN: sooth --check=memory --timeout=60 %s | FileCheck %s

#include <stddef.h>

struct block {
  struct block *next;
  int size;
};

struct pool {
  struct block *blocks, *free;
};

struct block *reversed(struct block *b) {
  struct block *done = NULL;
  while (b) {
    struct block *next = b->next;
    b->next = done;
    done = b;
    b = next;
  }
  return done;
}
// CHECK: reversed: {{[0-9]+}} checks: {{([0-9]+ proved, )?}}{{[0-9]+}} proved if
// CHECK-NOT: unknown

void clear(struct pool *p) {
  struct block *b = p->blocks;
  while (b) {
    struct block *next = b->next;
    b->next = p->free;
    p->free = b;
    b = next;
  }
}
// CHECK: clear: {{[0-9]+}} checks: {{([0-9]+ proved, )?}}{{[0-9]+}} proved if
// CHECK-NOT: unknown
