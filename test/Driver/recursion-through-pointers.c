// A function that is summarized where it is called may be called by one that is
// looked into, and that it calls itself through a pointer. That is no recursion
// that would have to be followed: its calls need what it needs.
// RUN: sooth %s --check=memory --timeout=60 | FileCheck %s
// CHECK: {{^}}Safe
// CHECK: run: 22 checks: 22 proved if
// CHECK-NEXT: needs: next (in each struct machine) and log (in each struct machine) do not overlap
// CHECK-NEXT: needs: m and log (in each struct machine) do not overlap
// CHECK-NEXT: needs: run()'s own requirements are met
// CHECK: again: 1 check: 1 proved if
// CHECK-NEXT: needs: next (in each struct machine) and log (in each struct machine) do not overlap
// CHECK-NEXT: needs: m and log (in each struct machine) do not overlap
// CHECK-NEXT: needs: run()'s own requirements are met
// CHECK-NEXT: needs: m != NULL

// Where such a call does not pass what is needed, that is not claimed.
// RUN: not sooth %s -DNEXT=1 --check=memory --timeout=60 | FileCheck %s --check-prefix=WRONG
// WRONG: run: 22 checks: 21 proved if, 1 unknown
// WRONG-NEXT: needs: next (in each struct machine) and log (in each struct machine) do not overlap
// WRONG-NEXT: needs: m and log (in each struct machine) do not overlap
// WRONG-NEXT: needs: run()'s own requirements are met

#ifndef NEXT
#define NEXT 0
#endif

struct machine {
  int (*hook)(struct machine *);
  int steps;
  int *log;
  struct machine *next;
};

static int again(struct machine *m);

int run(struct machine *m) {
  if (!m)
    return 0;
  if (m->steps > 1000)
    return run(m->next);
  m->log[0] = m->steps;
  int result = m->hook ? m->hook(m) : 0;
  m->log[0] = result;
  return result;
}

static int again(struct machine *m) { return run(m + NEXT); }

void start(struct machine *m) { m->hook = again; }
