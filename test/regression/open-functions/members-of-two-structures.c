// A pointer leads to a member of one structure or to one of another, or to where
// a pointer from outside does. The objects begin at different places before what
// it leads to, which their numbers tell: once, all were taken to be bytes, and
// accesses in g were said to fail.
// RUN: not sooth --check=memory --timeout=100 %s | FileCheck %s
struct pool {
  char *start;
  char *end;
  int n;
};
struct table {
  int a;
  struct pool pool;
};
struct parser {
  int b[5];
  struct pool temp;
  struct table *table;
};
struct saved {
  int n;
  int limit[6][10];
  int *at;
};

// CHECK-NOT: write through
// CHECK: read through a null pointer
// CHECK: p->table->pool.n (7) == 7 is true
// CHECK-NOT: through a null pointer
// CHECK: again: {{[0-9]+}} checks: {{[0-9]+}} proved, {{[0-9]+}} proved if{{$}}
// CHECK-NEXT: needs: s != NULL
int again(struct saved *s, unsigned which) {
  int *p = s->n ? &s->limit[which % 6][0] : s->at;
  s->at = p;
  return s->limit[1][2];
}

// CHECK: g: 10 checks: {{[0-9]+}} proved, {{[0-9]+}} proved if{{$}}
int g(struct parser *p, int c) {
  struct pool *q = c ? &p->temp : &p->table->pool;
  q->n = 7;
  return q->n + p->table->a;
}

// CHECK: wrong: {{.*}} proved if, 1 violated{{$}}
int wrong(struct parser *p, int c) {
  struct pool *q = c ? &p->temp : &p->table->pool;
  p->table->pool.n = 1;
  q->n = 7;
  if (p->table->pool.n == 7)
    return *(int *)0;
  return 0;
}
