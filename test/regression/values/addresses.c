// Which addresses may be equal, and what a step from null may lead to.
// RUN: sooth --emit=values --check=access,div %s | FileCheck %s
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static int one[4], other[4];

int main(int argc, char **argv) {
  int z = 1, sum = 0;
  // Memory that is freed may be what is allocated next.
  int *old = malloc(4);
  free(old);
  int *next = malloc(4);
  if (next == old)
    z = 0;
  // CHECK-DAG: :[[#@LINE+1]]:14: div: may fail
  sum += 100 / z;
  int *previous = 0;
  z = 1;
  for (int i = 0; i < 3; i++) {
    int *each = malloc(4);
    if (each == previous)
      z = 0;
    previous = each;
    free(each);
  }
  // CHECK-DAG: :[[#@LINE+1]]:14: div: may fail
  sum += 100 / z;
  // Another variable may begin where one ends.
  z = 1;
  int *end = one + 4;
  if (end == other)
    z = 0;
  // CHECK-DAG: :[[#@LINE+1]]:14: div: may fail
  sum += 100 / z;
  // Elements of two are never the same.
  z = 1;
  end = one + 3;
  if (end == other)
    z = 0;
  // CHECK-DAG: :[[#@LINE+1]]:14: div: holds
  sum += 100 / z;
  // Linkers join texts.
  z = 1;
  const char *text = "text", *longer = "longer text";
  if (text == longer + 7)
    z = 0;
  // CHECK-DAG: :[[#@LINE+1]]:14: div: may fail
  sum += 100 / z;
  // A step from null may be none,
  char *base = 0;
  base += argc == 3;
  z = 1;
  if (base == 0)
    z = 0;
  // CHECK-DAG: :[[#@LINE+1]]:14: div: may fail
  sum += 100 / z;
  // or as far as to an object.
  int here = 1;
  int *far = (int *)((char *)0 + (uintptr_t)&here);
  *far = 0;
  // CHECK-DAG: :[[#@LINE+1]]:14: div: may fail
  sum += 100 / here;
  return sum;
}
