// A static variable whose address only functions of the file get was taken to be apart from
// what they are given, with no need that says so: `proved`, and wrong.
// RUN: sooth %s --check=memory,div --calls=summarized --all 2>&1 | FileCheck %s
// CHECK: {{^}}{{.*}}: passed: 5 checks: 5 proved if
// CHECK-NEXT: needs: p and given do not overlap
// CHECK: {{^}}{{.*}}: found: 7 checks: 7 proved if
// CHECK-NEXT: needs: pointers that other functions stored in memory do not lead to held
// CHECK: {{^}}{{.*}}: other: 5 checks: 5 proved
// CHECK-NOT: needs

struct holder {
  int *in;
};
static int given, held, unknown;

static int passed(int *p, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum ^= i > 3 ? sum + i : sum - 5;
  given = 1;
  *p = 0;
  sum ^= 6 / given;
  return n > 0 ? passed(p, n - 1) ^ sum : sum;
}

static int found(struct holder *h, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum ^= i > 3 ? sum + i : sum - 5;
  held = 1;
  *h->in = 0;
  sum ^= 6 / held;
  return n > 0 ? found(h, n - 1) ^ sum : sum;
}

// Never called with that variable.
static int other(int *p, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum ^= i > 3 ? sum + i : sum - 5;
  unknown = 1;
  *p = 0;
  sum ^= 6 / unknown;
  return n > 0 ? other(p, n - 1) ^ sum : sum;
}

int user(int n) {
  int own = 0;
  struct holder h = {&held};
  return passed(&given, n & 3) ^ found(&h, n & 3) ^ other(&own, n & 3);
}
