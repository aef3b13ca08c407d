// A text for which the function has a bound is to fit into the member that it is
// copied to.
// RUN: not sooth --check=access,bounds %s | FileCheck %s

#include <string.h>

struct item {
  char name[8];
  int number;
};

// CHECK: Unsafe
// CHECK-NEXT: :[[@LINE+4]]:3: write past the end of 'name' (8 bytes)
int without_end(struct item *i, const char *s) {
  if (strlen(s) > 8)
    return 0;
  strcpy(i->name, s);
  return 1;
}
// CHECK-NOT: :[[@LINE+4]]:{{[0-9]+}}: write past
int fits(struct item *i, const char *s) {
  if (strlen(s) >= sizeof i->name)
    return 0;
  strcpy(i->name, s);
  return 1;
}
