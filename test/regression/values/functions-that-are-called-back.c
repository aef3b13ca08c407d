// What the library calls back: for how long it knows the function.
// RUN: sooth --emit=values --check=access,div %s | FileCheck %s
#include <locale.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
static int calls, orders;
static int by_name(const void *a, const void *b) {
  orders = 0;
  return strcoll(*(char *const *)a, *(char *const *)b);
}
static int in_reverse(const void *a, const void *b) {
  return strcoll(*(char *const *)b, *(char *const *)a);
}
static void last(void) {
  // CHECK: :[[@LINE+1]]:6: div: may fail
  10 / calls;
}
int main(int argc, char **argv) {
  int (*compare)(const void *, const void *) =
      argc > 5 ? by_name : in_reverse;
  setlocale(LC_ALL, "");
  orders = 1;
  size_t n = 1;
  lfind(&argv[0], &argv[argc > 2], &n, sizeof *argv, compare);
  // CHECK: :[[@LINE+1]]:6: div: may fail
  10 / orders;
  orders = 1;
  if (strcoll(argv[0], "b") < 0)
    return 1;
  // CHECK: :[[@LINE+1]]:6: div: holds
  10 / orders;
  calls = 1;
  atexit(last);
  if (argc > 7)
    calls = 0;
  return 0;
}
