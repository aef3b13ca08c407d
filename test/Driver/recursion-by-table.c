// Small functions that others call may turn out to call themselves only when it
// is known where pointers lead. They are verified by themselves, so that their
// calls need not be followed: what is not known of one call costs nothing else.
// RUN: sooth %s --check=memory --timeout=60 | FileCheck %s
// CHECK: {{^}}Safe
// CHECK: start: 18 checks: 18 proved if
// CHECK-NEXT: needs: finish()'s own requirements are met
// CHECK: finish: 16 checks: 16 proved if
// CHECK-NEXT: needs: finish()'s own requirements are met

// What they need is not asked where they are called through pointers: that it is
// so is needed.
// RUN: sooth %s -DNONE --check=memory --timeout=60 | FileCheck %s --check-prefix=NONE
// NONE: start: 16 checks: 16 proved if
// NONE-NEXT: needs: finish()'s own requirements are met
struct coder {
  void (*end)(struct coder *);
  struct coder *next;
  int *buffer;
};
static void end_next(struct coder *c) {
  if (c->next && c->next->end)
#ifdef NONE
    c->next->end(0);
#else
    c->next->end(c->next);
#endif
}
static void finish(struct coder *c) {
  end_next(c);
  c->buffer = 0;
}
int start(struct coder *c, int *out) {
  end_next(c);
  c->end = finish;
  *out = 1;
  return 0;
}
