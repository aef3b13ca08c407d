// Memory that holds structures and bytes: what is declared to lead to a structure
// leads to all of one, and to where one may be.
// RUN: not sooth --check=memory %s | FileCheck %s

struct item {
  struct item *next;
  long n;
};
struct list {
  struct item *first;
  char *from, *end;
};

// An argument, from where bytes are read, too.
// CHECK: :[[@LINE+2]]: given: {{.*}}proved if, 1 open{{$}}
// CHECK: open unless: it->n is valid
long given(struct list *l, struct item *it) {
  long sum = 0;
  l->from = (char *)it;
  while (l->from < l->end)
    sum ^= *l->from++;
  return it->n ^ sum;
}

// What is found in memory.
// CHECK: :[[@LINE+6]]: found: {{.*}}proved if{{$}}
// CHECK: needs: pointers that other functions stored in memory are valid (NULL only where the code tests for it)
struct table {
  struct list *of;
  struct item *items[4];
};
long found(struct table *t, unsigned i) {
  struct item *it = t->items[i % 4];
  long sum = 0;
  t->of->from = (char *)t->items[0];
  while (t->of->from < t->of->end)
    sum ^= *t->of->from++;
  return t->items[i % 3]->n ^ it->n;
}

// What a function returns.
// CHECK: :[[@LINE+2]]: made: {{.*}}proved if{{$}}
struct item *make(struct table *t, unsigned which);
long made(struct table *t) {
  struct item *it = make(t, 3);
  long sum = 0;
  t->of->from = (char *)it;
  while (t->of->from < t->of->end)
    sum ^= *t->of->from++;
  return it->n ^ sum;
}
__attribute__((noinline)) struct item *make(struct table *t, unsigned which) {
  for (unsigned i = 0; i < which; ++i)
    if (t->items[i % 4]->n)
      return t->items[i % 3];
  return t->items[which % 4];
}
