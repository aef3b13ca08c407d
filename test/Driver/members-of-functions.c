// A pointer that is read from a member of a structure leads to functions that
// are stored in that member, unless they are stored elsewhere, too. In a
// program with main any function of its type is possible.
// RUN: not sooth %s --check=div | FileCheck %s
// RUN: sooth %s --check=div --entry=use --environment=valid --json \
// RUN:   | FileCheck %s --check-prefix=USE
// RUN: sooth %s --check=div --entry=other --environment=valid \
// RUN:   | FileCheck %s --check-prefix=OTHER
// RUN: not sooth %s --check=div --entry=later --environment=valid \
// RUN:   | FileCheck %s --check-prefix=LATER
// RUN: not sooth %s --check=div --entry=last --environment=valid \
// RUN:   | FileCheck %s --check-prefix=LATER
// RUN: not sooth %s --check=div --entry=taken --environment=valid \
// RUN:   | FileCheck %s --check-prefix=LATER
// RUN: not sooth %s --check=div -DMAIN | FileCheck %s --check-prefix=MAIN
typedef int function(int);
struct operations {
  function *get, *put[2], *risky;
};
struct device {
  struct operations operations;
  function *reset, *finish, *last, *taken;
};

static int get(int n) { return n > 0; }
static int put(int n) { return n ? 10 / n : 0; }
static int clear(int n) { return 10 / n; }
static int both(int n) { return 20 / n; }

static int risky(int n) { return 10 / (n - 2); }

const struct operations table = {get, {put, both}, risky};

void install(struct device *d, int which) {
  d->reset = which ? clear : both;
}

// CHECK-NOT: c:{{[0-9]+}}: use:
// CHECK: c:26: put: 1 check: 1 proved
// USE-NOT: "line": 27
// USE: "result": "Safe"
int use(struct device *d, int n) {
  return d->operations.get(n) + d->operations.put[n & 1](n | 1);
}

// OTHER: {{^}}Safe
int other(struct device *d) { return d->reset(2); }

// What is in one member may be stored in another, as it is or by way of
// variables and functions.
void move(struct device *d) { d->finish = d->operations.risky; }
static function *chosen(struct device *d) { return d->operations.risky; }
static void set(struct device *d, function *f) { d->last = f; }
void choose(struct device *d) { set(d, chosen(d)); }
void take(struct device *d, function **from) { d->taken = *from; }
int taken(struct device *d) { return d->taken(2); }
// LATER: {{^}}Unsafe
// LATER-NEXT: c:30:{{[0-9]+}}: division by zero
int later(struct device *d) { return d->finish(2); }
int last(struct device *d) {
  function *f = d->last;
  return f(2);
}

#ifdef MAIN
// MAIN: {{^}}Unsafe
// MAIN-NEXT: c:27:{{[0-9]+}}: division by zero
int main(void) {
  struct operations own = {clear, {put, put}, put};
  struct device d = {table, clear, clear, clear, clear};
  // Memory says what is called, whatever its type.
  function **first = (function **)&own;
  return d.operations.get(0) + (*first)(0);
}
#endif
