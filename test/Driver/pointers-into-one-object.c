// Pointers that a function orders or subtracts may lead to any element of an
// array, or to its end, and lead into one object, or the order means nothing.
// RUN: not sooth %s --check=memory --timeout=60 --all >%t
// RUN: FileCheck %s --check-prefix=ALL <%t
// RUN: FileCheck %s <%t
// All checks of it hold, and so the function is safe.
// RUN: sooth %s --check=memory --entry=count --environment=valid | FileCheck %s --check-prefix=VALID
// VALID: {{^}}Safe
// VALID: needs: pointers that are compared by order

// ALL-NOT: can fail
// CHECK: needs: pointers that are compared by order or subtracted in line [[# @LINE + 5]] lead into the same object
// CHECK-NEXT: needs: p != NULL{{$}}
// CHECK-NEXT: needs: end != NULL{{$}}
int count(const char *p, const char *end) {
  int n = 0;
  while (p < end)
    n += *p++ == 'x';
  return n;
}

// As much as the difference says.
// CHECK: c:[[# @LINE + 1]]: both: 6 checks: {{[0-9]}} proved, {{[0-9]}} proved if{{$}}
int both(const char *p, const char *end) { return end - p < 2 ? 0 : p[0] + p[1] + p[1]; }

// One more is not there.
// CHECK: c:[[# @LINE + 2]]: more: 2 checks: 1 proved if, 1 open
// CHECK: open unless: p[2] is valid
int more(const char *p, const char *end) { return end - p < 2 ? 0 : p[2]; }

// The end itself is none.
// CHECK: c:[[# @LINE + 2]]: at_end: 2 checks: 1 proved if, 1 open
// CHECK: open unless: *p is valid
int at_end(const char *p, const char *end) { return p > end ? 0 : *p; }

// What is accessed before is needed.
// CHECK: c:[[# @LINE + 3]]: first: 4 checks: {{(1 proved, )?}}{{[34]}} proved if
// CHECK-NEXT: needs: p != NULL, with at least 1 byte
// CHECK-NEXT: needs: end != NULL{{$}}
int first(const char *p, const char *end) {
  int c = *p;
  while (++p < end)
    c = *p;
  return c;
}

// Elements are where elements can be.
// CHECK: c:[[# @LINE + 1]]: sum: 2 checks: 2 proved if{{$}}
int sum(const int *p, const int *end) {
  int all = 0;
  while (p < end)
    all ^= *p++;
  return all;
}

// The same of pointers that are found.
struct buffer {
  char *now, *end;
};
// CHECK: c:[[# @LINE + 1]]: put: {{[0-9]+}} checks: {{.*}} proved if{{$}}
void put(struct buffer *b, char c) {
  if (b->now < b->end)
    *b->now++ = c;
}
// What is at the end callers may see to.
// CHECK: c:[[# @LINE + 2]]: behind: 2 checks: 1 proved if, 1 open
// CHECK: open unless: *end is valid
int behind(const char *p, const char *end) { return p < end ? *end : 0; }

// Two that are followed.
// CHECK: c:[[# @LINE + 2]]: both_ends: 4 checks: 4 proved if
// CHECK-NEXT: needs: p != NULL, with at least 1 byte
int both_ends(const char *p, const char *end) { return p < end ? *p + *end : 0; }

// Half of a pair may be there.
// CHECK: c:[[# @LINE + 1]]: pairs: {{.*}} 1 unknown
int pairs(const char *p, const char *end) {
  int sum = 0;
  for (; p < end; p += 2)
    sum = p[0] ^ p[1];
  return sum;
}
// CHECK: c:[[# @LINE + 2]]: mixed: 2 checks: 1 proved if, 1 open
// CHECK: open unless: *p is valid
int mixed(const int *p, const char *end) { return (const char *)p < end ? *p : 0; }
