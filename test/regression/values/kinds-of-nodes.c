// Nodes of several kinds: where the kind was tested, a pointer leads to a node of that kind.
// RUN: sooth --emit=values --check=access,div %s | FileCheck %s
#include <stdlib.h>
enum kind { NUMBER = 1, TEXT };
struct node {
  enum kind kind;
};
struct number {
  struct node node;
  int value;
};
struct text {
  struct node node;
  char room[60];
  char *start;
};
static struct node *number(int value) {
  struct number *n = malloc(sizeof *n);
  n->node.kind = NUMBER;
  n->value = value;
  return &n->node;
}
static struct node *text(char *start) {
  struct text *t = malloc(sizeof *t);
  t->node.kind = TEXT;
  t->start = start;
  return &t->node;
}
int main(int argc, char **argv) {
  struct node *n = argc > 1 ? number(argc) : text(argv[0]), *other = n;
  switch (n->kind) {
  case NUMBER:
    // CHECK: :[[@LINE+1]]:39: access: holds
    return 10 / ((struct number *)n)->value;
  case TEXT:
    // CHECK: :[[@LINE+1]]:29: access: holds
    if (((struct text *)n)->start[0] == 'x')
      n->kind = NUMBER;
    break;
  default:
    // CHECK: :[[@LINE+1]]:14: div: holds
    return 1 / (argc - argc);
  }
  if (other->kind == NUMBER)
    // CHECK: :[[@LINE+1]]:82: access: may fail
    return ((struct number *)other)->value ? ((struct text *)(void *)number(1))->start[0] : 0;
  return 0;
}
