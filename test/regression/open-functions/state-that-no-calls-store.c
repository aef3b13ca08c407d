// Code that is right was accused for numbers that its variables never hold when a
// function is called, though the file stores them for a moment, or for some
// arguments. What other calls can have stored is found out from the beginning of
// the program on.
// RUN: sooth --check=memory,div %s | FileCheck %s --implicit-check-not=violated
// CHECK: {{^}}Safe
static int at;
static int four[4];
void run(void) {
  at = 4;
  four[0] = at;
  at = 0;
}
// CHECK: between: 1 check: 1 proved
int between(void) { return four[at]; }

static int divisor;
void divide_by(int n) {
  if (n != 4)
    divisor = n;
}
// CHECK: divided: 1 check: 1 proved
int divided(void) { return 10 / (divisor - 4); }

static int indices[4];
void set(unsigned i, int v) {
  if (i < 4 && v >= 0 && v < 4)
    indices[i] = v;
}
// CHECK: get: 2 checks: 2 proved
int get(unsigned i) { return four[indices[i & 3]]; }

static int last;
static int clamped(int x) { return x < 0 ? 0 : x > 3 ? 3 : x; }
void choose(int x) { last = clamped(x); }
// CHECK: chosen: 1 check: 1 proved
int chosen(void) { return four[last]; }

static int is_open, handle = -1;
void open_it(void) {
  if (!is_open) {
    handle = 2;
    is_open = 1;
  }
}
void close_it(void) {
  if (is_open) {
    is_open = 0;
    handle = -1;
  }
}
// CHECK: ask: 1 check: 1 proved
int ask(void) { return is_open ? four[handle] : 0; }
