// What a model of the C library leaves open ends a run. What comes after needs
// that this is not so, and does not stay open.
// RUN: not sooth %s --check=memory --timeout=20 | FileCheck %s
// RUN: not sooth %s --check=memory --timeout=20 --json | FileCheck %s --check-prefix=JSON
// CHECK: number: {{[0-9]+}} checks: {{.*}} proved if
// CHECK: needs: what is done in line [[# @LINE + 7]] is allowed by C and supported by Sooth
// JSON: "kind": "modelled"

#include <stdio.h>

int number(const char *text, int *to) {
  double value = 0;
  int n = sscanf(text, "%lg", &value);
  *to = n;
  return n;
}
