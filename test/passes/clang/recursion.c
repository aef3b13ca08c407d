// Recursive functions, verified from functions that others may call.
// DEFINE: %{compile} = %sooth_clang -fverify-assertions -fverify-timeout=60 -fsyntax-only
// RUN: %{compile} -Werror -fverify-remarks %s 2>&1 | FileCheck %s --check-prefix=SAFE
// SAFE: remark: all 2 assertions hold
// RUN: %{compile} -DBUG %s 2>&1 | FileCheck %s --check-prefix=BUG
#include <assert.h>

int mc(int n) {
  if (n > 100)
    return n - 10;
  return mc(mc(n + 11));
}

int half(int n) {
  int r = n > 100 ? mc(n) : 91;
  // BUG: recursion.c:[[@LINE+2]]:3: warning: {{.*}}'r != 92' failed
#ifdef BUG
  assert(r != 92);
#else
  assert(r >= 91);
#endif
  return r;
}

int whole(int n) {
  int r = mc(n);
  // BUG-NOT: warning:
  assert(r >= 91);
  return r;
}
