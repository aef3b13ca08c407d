// RUN: not sooth --check=access --engine=run %s | FileCheck %s
// RUN: not sooth --check=access --engine=run %s -DMOVED | FileCheck %s --check-prefix=MOVED
// CHECK: {{^}}Unsafe{{$}}
// CHECK: runs-of-memory-that-is-bytes.c:37:{{.*}}: read through a null pointer
// MOVED: {{^}}Unsafe{{$}}
// MOVED: runs-of-memory-that-is-bytes.c:72:{{.*}} after it was freed
// A pool of blocks with pointers in them, and an array that grows and has
// constants with addresses copied into it: where objects are does not decide
// what happens. Compiled runs were dropped, as some addresses cannot be, and
// for long runs no solver saw that all others lead to the same.
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
struct node {
  struct node *next;
  unsigned id;
};
static struct pool {
  union {
    unsigned char bytes[4 * sizeof(struct node)];
    void *align;
  } memory;
  short next[4], first;
  struct node head;
} pool;
static struct node *add(unsigned id) {
  struct node *n =
      (struct node *)(pool.memory.bytes + pool.first * sizeof(struct node));
  pool.first = pool.next[pool.first];
  n->id = id;
  n->next = pool.head.next;
  pool.head.next = n;
  return n;
}
static void remove_all(unsigned id) {
  for (struct node *at = pool.head.next; at != &pool.head; at = at->next)
    if (at->id == id)
      at->next = NULL;
}
static void fill(void) {
  pool.head.next = &pool.head;
  for (short i = 0; i < 4; ++i)
    pool.next[i] = i + 1;
  for (unsigned i = 0; i < 3; ++i)
    add(__VERIFIER_nondet_uint() % 4);
}
struct point {
  int x;
  const char *name;
};
struct list {
  char *items;
  size_t count, capacity, size;
};
static void *push(struct list *l, const void *item) {
  if (l->count == l->capacity) {
    l->capacity = l->capacity ? 2 * l->capacity : 2;
    l->items = realloc(l->items, l->capacity * l->size);
    if (!l->items)
      abort();
  }
  return memcpy(l->items + l->count++ * l->size, item, l->size);
}
static int use(void) {
  struct list l = {0, 0, 0, sizeof(struct point)};
  struct point p = {1, "a"}, q = {2, "bc"};
  push(&l, &p);
  struct point *r = push(&l, &q);
  if (r->x != 2 || strcmp(r->name, "bc") != 0)
    return *(int *)0;
  push(&l, &p);
  return r->x;
}
int main(void) {
#ifdef MOVED
  return use();
#else
  fill();
  remove_all(__VERIFIER_nondet_uint() % 4);
  return 0;
#endif
}
