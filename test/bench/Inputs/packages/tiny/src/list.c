#include <made.h>
struct node { struct node *next; int values[SIZE]; };
int first(const struct node *n) { return n->values[0]; }
int half(int x) { return x / 2; }
int twice(int x) { return MADE * x + x; }
