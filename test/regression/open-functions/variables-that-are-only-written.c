// A write to a variable was removed before the model was made if nothing in sight reads the
// variable: that a pointer of the callers may lead there, and read it, did not count, and no need
// said that it does not.
// RUN: sooth %s --check=memory,div --calls=summarized --all 2>&1 | FileCheck %s
// CHECK-DAG: {{^}}{{.*}}: direct: 5 checks: 5 proved if{{$}}
// CHECK-DAG: needs: p and known do not overlap
// CHECK-DAG: {{^}}{{.*}}: called: 7 checks: 7 proved if{{$}}
// CHECK-DAG: needs: p and set do not overlap
int known;
static int set;

int direct(int *p) {
  *p = 1;
  known = 0;
  return 6 / *p;
}

static void clear(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum ^= i > 3 ? sum + i : sum - 5;
  set = 0;
  if (n > 0 && sum != 7)
    clear(n - 1);
}

static int called(int *p, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum ^= i > 3 ? sum + i : sum - 5;
  *p = 1;
  clear(n);
  sum ^= 6 / *p;
  return n > 0 ? called(p, n - 1) ^ sum : sum;
}

int user(int n) { return called(&set, n & 3); }
