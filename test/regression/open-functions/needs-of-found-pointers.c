// That pointers in the memory that callers pass are valid was taken to be true
// and not told where they lead to more of the same structure.
// RUN: sooth --check=memory %s | FileCheck %s
// CHECK: needs: p != NULL, with at least 12 bytes
// CHECK-NEXT: needs: pointers that other functions stored in memory are valid (NULL only
struct node {
  struct node *next;
  int v;
};
int second(const struct node *p) { return p->next->v; }
