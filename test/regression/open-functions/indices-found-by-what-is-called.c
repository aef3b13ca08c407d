// An index that a function finds in memory of callers is for those to keep who
// store it, also where the function is called by others of the file, and where it
// is one of several. If the file has a constant as a bound for it, it means to.
// RUN: not sooth --check=bounds --timeout=20 %s | FileCheck %s
#include <string.h>

struct table {
  struct { short next; unsigned short key; int value; } entries[96];
  short buckets[31];
  int last;
  char arena[512];
};

// The links are written through pointers: nothing is known of them.
void table_link(struct table *t, unsigned hash, short to) {
  short *link = &t->buckets[hash % 31];
  while (*link != -1)
    link = &t->entries[*link].next;
  *link = to;
}
static unsigned hash_of(const char *key) {
  unsigned hash = 5381;
  for (; *key; ++key)
    hash = hash * 33 ^ (unsigned char)*key;
  return hash % 31;
}
static int find(const struct table *t, const char *key) {
  int i = t->buckets[hash_of(key)];
  while (i != -1) {
    if (strcmp(t->arena + t->entries[i].key, key) == 0)
      return i;
    i = t->entries[i].next;
  }
  return -1;
}
// CHECK: {{^}}Unsafe
// CHECK-NEXT: [[#@LINE+11]]:26: index out of bounds
// CHECK-NOT: 3{{[0-9]}}:{{[0-9]+}}: index out of bounds
// CHECK: table_has: 3 checks: 1 proved, 2 open
// CHECK: table_last: 2 checks: 2 violated
int table_has(const struct table *t, const char *key) {
  return find(t, key) >= 0;
}

static int is_last(const struct table *t, const char *key) {
  if (hash_of(key) == 3)
    return 0;
  return strcmp(t->arena + t->entries[t->last].key, key) == 0;
}
int table_last(const struct table *t, const char *key) {
  return t->last >= 0 && t->last <= 96 && is_last(t, key);
}

// How far the program counts is its own.
struct line { char text[160]; unsigned length; };
// CHECK: line_trim: {{.*}}1 violated
void line_trim(struct line *l) {
  unsigned end = l->length;
  if (end > 160)
    return;
  while (l->text[end - 1] == ' ')
    --end;
  l->length = end;
}
