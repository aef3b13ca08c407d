// Where a macro is expanded, an array and what a pointer leads to are accessed at one place. Of the
// array that is read outside nobody is to be blamed who gives the pointer.
// RUN: not sooth --check=access,call %s | FileCheck %s
// CHECK: {{^}}Unsafe
// CHECK-NOT: argument 'n'
// CHECK: blame-for-macros.c:[[#@LINE+12]]:3: read outside of 'tab' (16 bytes, line 9)
// CHECK-NOT: argument 'n'
struct node { unsigned key; struct node *next; };
static unsigned tab[4];
#define ADD(s, n, i) ((s) += (n)->key + tab[i])

unsigned sum(const struct node *n, int i) {
  unsigned s = 0;
  if (!n)
    return 0;

  // One more round than there are elements.
  ADD(s, n, i);
  return s + sum(n->next, i + 1);
}

unsigned api(void) {
  struct node last = {1, 0}, first = {2, &last};
  return sum(&first, 3);
}
