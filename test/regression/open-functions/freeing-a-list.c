// That two pointers in memory which callers pass lead to one object is no
// reason to warn of what frees a list.
// RUN: not sooth --check=access --timeout=10 --entry=drop %s | FileCheck %s --check-prefix=DROP
// RUN: not sooth --check=access --timeout=20 --entry=twice %s | FileCheck %s --check-prefix=TWICE
// DROP: {{^}}Unknown
// DROP-NOT: violated
// TWICE: {{^}}Unsafe
// TWICE-NEXT: freeing-a-list.c:[[# @LINE + 20]]:5: second free
// TWICE: twice: {{.*}} 1 violated

#include <stdlib.h>
struct item { struct item *next, *child; char *text; };

void drop(struct item *p) {
  while (p) {
    struct item *next = p->next;
    if (p->child)
      free(p->child);
    free(p->text);
    free(p);
    p = next;
  }
}

void twice(struct item *p) {
  if (p->child) {
    free(p->child);
    free(p->child);
  }
}
