// A function that takes variable arguments, where runs start: callers pass any
// number of them, of the types that it reads.
// RUN: not sooth %s --check=memory,overflow --all | FileCheck %s

#include <assert.h>
#include <stdarg.h>

// CHECK-DAG: c:[[#@LINE+11]]:13: no read through a null pointer: holds if variable arguments != NULL, with at least 8 bytes{{$}}
// CHECK-DAG: c:[[#@LINE+10]]:13: no read outside of what 'variable arguments' points to: holds if {{.*}}variable arguments has at least n * 8 bytes
// CHECK-DAG: c:[[#@LINE+10]]:7: no signed addition overflow: can fail
// CHECK-DAG: c:[[#@LINE+12]]:3: assertion 'n > 2 || s == 0 || n': holds{{( if variable arguments != NULL, with at least 8 bytes)?$}}
int sum(int n, ...) {
  va_list args;
  int s = 0;
  if (n < 0 || n > 3)
    return 0;
  va_start(args, n);
  for (int i = 0; i < n; i++) {
    int x = va_arg(args, int);
    s += x;
  }
  va_end(args);
  assert(n > 2 || s == 0 || n);
  return s;
}

// Behind what is read nothing is lost.
// CHECK-DAG: c:[[#@LINE+9]]:3: assertion 'd != 17': can fail
// CHECK-DAG: c:[[#@LINE+9]]:3: assertion 'p || d != 17': holds
int last(const char *p, ...) {
  va_list args, again;
  va_start(args, p);
  va_copy(again, args);
  double d = va_arg(args, double);
  double e = va_arg(again, double);
  va_end(args);
  assert(d != 17);
  assert(p || d != 17);
  return d < e;
}

// CHECK-DAG: c:[[#@LINE+6]]:9: no read outside of memory of the caller's: holds if
// CHECK-DAG: c:[[#@LINE+8]]:3: assertion 'n < 10': holds
void tell(int n, ...) {
  va_list args;
  va_start(args, n);
  for (n = 0; n < 9; ++n)
    if (*va_arg(args, const char *) == 'x')
      break;
  va_end(args);
  assert(n < 10);
}

// No harness passes any.
// RUN: mkdir -p %t
// RUN: not sooth %s --check=memory,overflow --harness=%t/ 2>&1 | FileCheck %s --check-prefix=REPLAY
// REPLAY: c:20:7: the run cannot be replayed: it may depend on variable arguments
