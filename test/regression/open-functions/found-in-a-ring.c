// Null that a search returns where it finds nothing does not say that what is
// in a ring, which ends where it began, may be null.
// RUN: sooth --check=memory --timeout=60 %s | FileCheck %s --implicit-check-not=violated
// RUN: not sooth --check=memory --timeout=60 -DTESTED %s | FileCheck %s --check-prefix=TESTED
#include <stddef.h>

struct link {
  struct link *next, *before;
};
struct pair {
  struct link link;
  int key, value;
};
struct table {
  struct link all;
  int size;
};

static struct pair *find(struct table *t, int key) {
  for (struct link *l = t->all.next; l != &t->all; l = l->next) {
    struct pair *p = (struct pair *)l;
    if (p->key == key)
      return p;
  }
  return NULL;
}

int table_get(struct table *t, int key) {
  struct pair *p = find(t, key);
  if (!p)
    return -1;
  return p->value;
}

// CHECK: {{^}}Safe
// TESTED: {{^}}Unsafe
// TESTED: [[#@LINE+8]]:12: read through a null pointer
int table_has(struct table *t, int key) {
#ifdef TESTED
  if (!t->all.next->next)
    return 0;
#endif
  for (struct link *l = t->all.next; l != &t->all; l = l->next) {
    struct pair *p = (struct pair *)l;
    if (p->key == key)
      return 1;
  }
  return 0;
}
