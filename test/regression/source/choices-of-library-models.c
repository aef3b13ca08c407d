// What a model of the C library chooses was told under a name that only the
// model has.
//
// RUN: not sooth --check=access %s > %t
// RUN: FileCheck %s < %t --implicit-check-not=sooth_
// CHECK: second free
// CHECK: call fopen
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  FILE *f = fopen("settings", "r");
  int *p = malloc(4);
  free(p);
  if (f) {
    fclose(f);
    free(p);
  }
}
