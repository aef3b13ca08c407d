// What fails in a static function that is verified by itself, whatever the
// callers of another function pass to that, is violated there. Where the calls
// see to it, it is not.
// RUN: not sooth --check=memory,bounds --timeout-each=100 %s | FileCheck %s
struct node {
  struct node *left, *right;
  int kind;
};
struct names {
  int seen[4];
};
// CHECK: {{^}}Unsafe
// CHECK-NEXT: violations-in-what-is-called.c:[[@LINE+7]]:22: index out of bounds
// CHECK-NOT: : index out of bounds
static int note(struct names *all, const struct node *n, int depth) {
  if (!n || depth > 3)
    return 0;
  if (n->kind < 0 || n->kind > 4)
    return 0;
  all->seen[n->kind] = 1;
  return 1 + note(all, n->left, depth + 1) + note(all, n->right, depth + 1);
}
// CHECK: look: {{.*}}1 violated
int look(struct names *all, const struct node *n) { return note(all, n, 0); }
static int count(struct names *all, const struct node *n, int kind) {
  if (!n || kind > 4)
    return 0;
  all->seen[kind] = 1;
  return 1 + count(all, n->left, kind) + count(all, n->right, kind);
}
int look_up(struct names *all, const struct node *n) {
  return count(all, n, 3);
}
// CHECK: 4 functions, {{.*}} 1 violated
