// What a function that is not seen returns leads to memory that is not seen. A
// run that uses it goes on: what comes after it was said to hold, whatever n is.
// RUN: not sooth --check=access --all --timeout=60 --entry=after %s | FileCheck %s --check-prefix=AFTER
// RUN: not sooth --check=access --timeout=60 %s | FileCheck %s
// AFTER: unknown-pointers.c:[[# @LINE + 12]]:10: no read outside of 'a' (8 bytes, line [[# @LINE + 11]]): unknown
// CHECK: after: 5 checks: 4 proved if, 1 unknown
// CHECK: before: 5 checks: 1 proved, 4 proved if
struct words {
  const char *first;
};
struct words *get(void);

int after(int n) {
  struct words *w = get();
  char c = w->first[0];
  int a[2] = {0, 1};
  return a[n ^ 1] + c;
}

int before(int n) {
  int a[2] = {0, 1};
  int sum = n >= 0 && n < 2 ? a[n] : 0;
  struct words *w = get();
  return sum + w->first[0];
}
