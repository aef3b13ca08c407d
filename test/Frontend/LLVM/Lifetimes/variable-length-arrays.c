// Variable length arrays end with their block, with the function, and where control
// goes back over their declaration. So does what alloca gave, with the function.
// RUN: not sooth --check=memory %s -DCASE=1 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=2 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=3 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=4 | FileCheck %s
// RUN: not sooth --check=memory %s -DCASE=5 | FileCheck %s
// CHECK: {{^}}Unsafe{{$}}
// CHECK-NEXT: after its end
#include <alloca.h>

#if CASE == 1
int main(void) {
  int *p = 0;
  for (int n = 1; n < 4; n++) {
    int a[n];
    a[0] = n;
    if (p)
      return *p;
    p = a;
  }
  return 0;
}

#elif CASE == 2
static int *f(int n) {
  int a[n];
  a[0] = 2;
  int *p = a;
  return p;
}
int main(void) { return *f(3); }

#elif CASE == 3
int main(void) {
  int n = 2, (*p)[2];
  {
    int a[n][2];
    a[1][1] = 4;
    p = a;
  }
  return p[1][1];
}

#elif CASE == 4
int main(void) {
  int n = 2, *p = 0;
again:;
  int a[n];
  a[0] = 1;
  if (p)
    return *p;
  p = a;
  n++;
  goto again;
}

#elif CASE == 5
static int *f(void) {
  int *p = alloca(8);
  p[0] = 1;
  return p;
}
int main(void) { return *f(); }
#endif
