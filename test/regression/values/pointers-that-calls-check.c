// A function that has accessed what it was given has not been given null.
// RUN: sooth --emit=values --check=access %s | FileCheck %s
#include <stdlib.h>
struct text {
  char *start;
};
static char first(const struct text *t) { return *t->start; }
static char look(const char *of, int deep) {
  return deep ? look(of, deep - 1) : *of;
}
static char maybe(const char *of) { return of ? *of : 0; }
int main(int argc, char **argv) {
  static char all[4];
  char *a = argc > 1 ? all : NULL, *b = argc > 2 ? all : NULL,
       *c = argc > 3 ? all : NULL;
  struct text t = {a};
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: access: holds
  char sum = first(argc > 4 ? &t : NULL);
  // CHECK: :[[@LINE+1]]:10: access: may fail
  sum += a[1];
  sum += look(b, argc);
  // CHECK: :[[@LINE+1]]:10: access: holds
  sum += b[1];
  sum += maybe(c);
  // CHECK: :[[@LINE+1]]:10: access: may fail
  sum += c[1];
  return sum;
}
