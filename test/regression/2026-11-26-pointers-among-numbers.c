// Where memory of callers holds numbers in some objects and pointers in others,
// at the same places, it is no violation that what a pointer is read from may
// be a number: callers put pointers there. That it is null may be one.
// RUN: not sooth --check=access %s | FileCheck %s
// CHECK: {{^}}Unsafe
// CHECK-NEXT: numbers.c:44:{{[0-9]+}}: read through a null pointer
// CHECK-NOT: {{^[^ ].*}}: read
// CHECK: last: {{.*}} unknown
// CHECK: none: {{.*}} 1 violated
#include <stdint.h>
struct node {
  uint64_t first, second;
  struct node *parent, *left, *right;
};
struct tree {
  struct node *root, *leftmost, *rightmost;
};
struct record {
  uint64_t sum, size;
};
struct group {
  struct node node;
  uint64_t base;
  unsigned long allocated, last;
  struct record records[];
};
struct stream {
  struct node node;
  uint32_t number;
  uint64_t base;
  struct tree groups;
  uint64_t count, size;
};

uint64_t last(const struct tree *streams) {
  const struct stream *s = (const struct stream *)streams->rightmost;
  const struct group *g = (const struct group *)s->groups.rightmost;
  return g ? g->records[g->last].size : 0;
}

uint64_t none(const struct tree *streams) {
  const struct stream *s = (const struct stream *)streams->rightmost;
  const struct group *g = (const struct group *)s->groups.rightmost;
  return g ? 0 : g->base;
}
