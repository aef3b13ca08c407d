// What a function is said to need of an argument may be more than it takes. A
// run goes on where that does not hold: later calls are checked all the same.
// RUN: not sooth --check=access,call %s | FileCheck %s
// CHECK: {{^}}Unsafe
// CHECK-NEXT: needs.c:23:{{[0-9]+}}: argument 'a' of 'reads' must not be NULL
static int takes(const int *p, const int *a, unsigned tries) {
  if (tries)
    return takes(p, a, tries - 1);
  int x = *a;
  if (!p)
    return 0;
  return x;
}
static int reads(const int *a, unsigned tries) {
  if (tries)
    return reads(a, tries - 1);
  return *a;
}

int top(unsigned n) {
  int one = 1;
  takes(0, &one, n);
  return reads(0, n);
}
