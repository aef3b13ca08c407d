// Where slicing leaves no error at all, each check has its answer before engines
// are asked.
// RUN: sooth --check=memory --all --json %s | FileCheck %s
// CHECK: "engine": "cells"
#include <stdlib.h>
int main(void) {
  int *p = malloc(4);
  if (!p)
    return 0;
  *p = 1;
  int v = *p;
  free(p);
  return v;
}
