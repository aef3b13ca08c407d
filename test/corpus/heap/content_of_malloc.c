// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// What was not written has any content, each byte its own.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct node {
  int key;
  struct node *next;
  short level;
};

int main(void) {
  struct node *n = malloc(sizeof *n);
  unsigned char *bytes = malloc(6);
  if (!n || !bytes)
    return 0;
  n->key = 1;
  bytes[0] = 2;
#ifdef BUG
  assert(n->level == 0 || bytes[5] == 0);
#else
  short level = n->level;
  n->key = 3;
  assert(bytes[0] == 2 && n->level == level);
#endif
}
