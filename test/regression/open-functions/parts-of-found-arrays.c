// Two pointers of one kind may lead to parts of one array, also where they are
// found in memory: that they do not is a need, unless they may lead anywhere.
// RUN: sooth --check=div %s | FileCheck %s
struct two {
  int *a, *b;
};
struct names {
  struct names *next;
  char *name;
};

// CHECK: :[[@LINE+1]]: of_one_structure: 1 check: 1 proved if
int of_one_structure(struct two *t, int n) {
  // CHECK-NEXT: needs: t->a and t->b do not overlap
  if (n)
    t->a = t->b;
  t->a[2] = 1;
  t->b[1] = 0;
  return 6 / t->a[2];
}

// CHECK: :[[@LINE+1]]: found_and_given: 1 check: 1 proved if
int found_and_given(struct two *t, int *p, int n) {
  // CHECK-NEXT: needs: p and t->a do not overlap
  if (n)
    t->a = p;
  t->a[2] = 1;
  p[1] = 0;
  return 6 / t->a[2];
}

// CHECK: :[[@LINE+1]]: of_two_structures: 1 check: 1 proved if
int of_two_structures(struct names *l) {
  // CHECK: needs: memory that different pointers name (in each struct names) lead to does not overlap
  struct names *next = l->next;
  if (!next)
    return 0;
  l->name[2] = 1;
  next->name[1] = 0;
  return 6 / l->name[2];
}

// One pointer, and what is only read, need nothing.
// CHECK: :[[@LINE+1]]: one: 1 check: 1 proved if
int one(struct names *l) {
  // CHECK-NOT: different pointers
  l->name[2] = 1;
  l->name[1] = 0;
  return 6 / l->name[2];
}

// CHECK: :[[@LINE+1]]: only_read: 1 check: 1 proved
int only_read(struct names *l) {
  // CHECK-NOT: different pointers
  int d = l->name[2] != 0;
  return 6 / (l->name[1] ? d + 1 : 1);
}

// CHECK: :[[@LINE+1]]: elements: 1 check: 1 proved
int elements(struct two *t, struct two *u, int n) {
  // CHECK-NOT: different pointers
  *t->a = 1;
  *u->a = 2;
  return 6 / *t->a;
}
