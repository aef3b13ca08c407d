// That memory which is found through pointers does not overlap is a need, where
// the types allow that and it would matter.
// RUN: sooth --check=div %s | FileCheck %s --check-prefix=DIV
// RUN: not sooth --check=memory %s | FileCheck %s
#include <assert.h>
#include <stdlib.h>
struct s { int n; int *p; float *f; };

// DIV: : writes: 1 check: 1 proved if
// DIV-NEXT: needs: s and s->p do not overlap
int writes(struct s *s) { s->n = 1; *s->p = 2; return 6 / s->n; }

// A float is no int (C17 6.5p7).
// DIV: : others: 1 check: 1 proved if
// DIV-NEXT: needs: s is NULL or has at least 24 bytes
// DIV-NOT: needs: {{.*}}overlap
int others(struct s *s) { if (!s || !s->f) return 0; s->n = 1; *s->f = 2; return 6 / s->n; }

// DIV: : reads: 1 check: 1 proved{{$}}
int reads(struct s *s, int d) { return d ? *s->p / d + s->n : 0; }

struct a { int *x; };
struct b { int *y; };
// CHECK: : frees: {{.*}} proved if{{$}}
// CHECK-DAG: needs: a->x and b->y do not overlap
void frees(struct a *a, struct b *b) { free(a->x); *b->y = 1; }

struct list { struct list *next; int *value; };
// CHECK: : sum: {{.*}} proved if{{$}}
// CHECK-NEXT: needs: sum and value (in each struct list) do not overlap
void sum(struct list *l, int *sum) { for (; l; l = l->next) *sum += *l->value; }

int *known;
// DIV: : variable: 1 check: 1 proved if
// DIV-NEXT: needs: s and known do not overlap
int variable(struct s *s) { s->n = 1; *known = 2; return 6 / s->n; }

struct many { int *a, *b, *c, *d; };
// CHECK: : many: {{.*}} proved if{{$}}
// CHECK-NEXT: needs: memory that different pointers lead to does not overlap
int many(struct many *m) { *m->a = *m->b = *m->c = *m->d = 1; return *m->a; }

// Both may be one here, and one is freed: who passes that is to blame.
// CHECK: : one: {{.*}} 1 unknown
// CHECK: no write of what 'b' points to after it was freed in line [[#@LINE+1]]: depends on what the callers pass
void one(struct a *a, struct a *b) { free(a); b->x = NULL; }
