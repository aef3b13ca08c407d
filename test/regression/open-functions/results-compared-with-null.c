// What strchr returns is compared with null, not the string that it is given: that
// callers pass a string is told as a need. It was told that a null pointer is read.
// RUN: sooth %s --check=memory --all | FileCheck %s
// CHECK: after: {{.*}} proved if{{$}}
// CHECK: needs: text != NULL
// CHECK: best: {{.*}} checks: {{[0-9]+}} proved, {{[0-9]+}} proved if{{$}}
// CHECK: needs: {{a|b}} != NULL
// CHECK: tested: {{.*}}checks: {{[0-9]+}} proved, {{[0-9]+}} proved if{{$}}
// CHECK-NEXT: needs: p is NULL or has at least 4 bytes

#include <stddef.h>
#include <string.h>

char after(const char *text) {
  const char *end = strchr(text, '%');
  return end != NULL ? *end : 0;
}

int best(const int *a, const int *b, int which) {
  const int *found = which == 1 ? a : which == 2 ? b : NULL;
  *(volatile const int *)a;
  return found ? *found + b[1] % 2 : 0;
}

int tested(const int *p, const int *q, int which) {
  const int *found = which ? p : q;
  return found ? *found : 0;
}
