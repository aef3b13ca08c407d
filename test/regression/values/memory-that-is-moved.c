// Pointers stay what they are in memory that is moved, also where it is not known how much is
// copied; but not where a copy may end within one of them.
// RUN: sooth --emit=values --check=memory %s | FileCheck %s
#include <stdlib.h>
#include <string.h>
static int a, b, *from[2] = {&a, &b};
static void grow(int rounds) {
  size_t n = 2;
  int **all = malloc(n * sizeof *all);
  all[0] = &a;
  all[1] = &b;
  for (int i = 0; i < rounds; i++) {
    n += 2;
    all = realloc(all, n * sizeof *all);
  }
  int *first = all[0];
  // CHECK: :[[@LINE+1]]:10: access: holds
  *first = 1;
  free(all);
}
int main(int argc, char **argv) {
  grow(argc);
  int *parts[2];
  memcpy(parts, from, (unsigned)argc % 3 * sizeof *from);
  int *part = parts[0];
  // CHECK: :[[@LINE+1]]:9: access: holds
  *part = 1;
  int *other[2] = {&a, &b};
  memmove(other + 1, other, (unsigned)argc % 2 * sizeof *other);
  int *same = other[0];
  // CHECK: :[[@LINE+1]]:9: access: holds
  *same = 1;
  int *cut[2] = {&b, &a};
  memcpy(cut, from, (unsigned)argc % 16);
  int *piece = cut[0];
  // CHECK: :[[@LINE+1]]:10: access: may fail
  *piece = 1;
  return a;
}
