// A pointer that is read from a member of a structure leads to functions that are
// stored in that member, unless they are stored elsewhere, too. In a program
// with main any function of its type is possible.
// RUN: not sooth %s --check=div | FileCheck %s
// RUN: sooth %s --check=div --entry=use --environment=valid --json | FileCheck %s --check-prefix=USE
// RUN: sooth %s --check=div --entry=other --environment=valid | FileCheck %s --check-prefix=OTHER
// RUN: not sooth %s --check=div -DMAIN | FileCheck %s --check-prefix=MAIN
typedef int function(int);
struct operations {
  function *get, *put[2];
};
struct device {
  struct operations operations;
  function *reset;
};

static int get(int n) { return n > 0; }
static int put(int n) { return n ? 10 / n : 0; }
static int clear(int n) { return 10 / n; }
static int both(int n) { return 20 / n; }

const struct operations table = {get, {put, both}};

void install(struct device *d, int which) {
  d->reset = which ? clear : both;
}

// CHECK-NOT: c:{{[0-9]+}}: use:
// CHECK: c:18: put: 1 check: 1 proved
// USE-NOT: "line": 20
// USE: "result": "Safe"
int use(struct device *d, int n) {
  return d->operations.get(n) + d->operations.put[n & 1](n | 1);
}

// OTHER: {{^}}Safe
int other(struct device *d) { return d->reset(2); }

#ifdef MAIN
// MAIN: {{^}}Unsafe
// MAIN-NEXT: 19:{{[0-9]+}}: division by zero
int main(void) {
  struct operations own = {clear, {put, put}};
  struct device d = {table, clear};
  // Memory says what is called, whatever its type.
  function **first = (function **)&own;
  return d.operations.get(0) + (*first)(0);
}
#endif
