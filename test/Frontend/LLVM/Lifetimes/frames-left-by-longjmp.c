// longjmp ends what it leaves, also blocks of the function that it comes back to.
// RUN: not sooth --check=memory %s -DCASE=1 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=2 | FileCheck %s
// CHECK: {{^}}Unsafe{{$}}
// CHECK-NEXT: after its end
#include <setjmp.h>

#if CASE == 1
static jmp_buf jb;
static int *p;
static void g(void) { longjmp(jb, 1); }
int main(void) {
  if (!setjmp(jb)) {
    int k = 1;
    p = &k;
    g();
  }
  return *p;
}

#elif CASE == 2
static jmp_buf jb;
static int *p;
static void h(int n) {
  int a[3] = {n};
  p = a;
  if (n)
    longjmp(jb, 1);
}
static void g(int n) { h(n); }
int main(void) {
  if (setjmp(jb) == 0) {
    g(0);
    g(1);
  }
  return *p;
}
#endif
