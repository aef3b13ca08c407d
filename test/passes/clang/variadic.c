// Functions that read their variable arguments: verified, and compiled as ever.
// DEFINE: %{verify} = %sooth_clang -fverify-assertions -fverify-timeout=60
// RUN: %{verify} -Werror -fverify-remarks -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=SAFE
// SAFE: remark: the only assertion holds
// RUN: %{verify} -DBUG -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=BUG
// RUN: mv %t.o %t.verified && %clang19 -DBUG -c %s -o %t.o && cmp %t.o %t.verified
#include <assert.h>
#include <stdarg.h>

static int sum(int n, ...) {
  va_list list;
  int s = 0;
  va_start(list, n);
  while (n-- > 0)
    s += va_arg(list, int);
  va_end(list);
  return s;
}

int main(int argc, char **argv) {
  unsigned char x = argc;
  // BUG: variadic.c:[[@LINE+2]]:3: warning: {{.*}}'sum(2, x, 5) < 260' failed
#ifdef BUG
  assert(sum(2, x, 5) < 260);
#else
  assert(sum(2, x, 5) <= 260);
#endif
  // BUG: note: variable arguments of sum[0] = 255
}
