// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

// Arrays in structures in arrays in structures in an array on the heap.
struct cell {
  char tag;
  short value[3];
};
struct row {
  int used;
  struct cell cell[4];
};
struct grid {
  int rows;
  struct row row[5];
  int sum;
};
int main(void) {
  struct grid *g = malloc(sizeof *g);
  if (!g)
    return 0;
  unsigned i = sooth_nondet_uint() % 5, j = sooth_nondet_uint() % 4,
           k = sooth_nondet_uint() % 3, l = sooth_nondet_uint() % 4;
  g->rows = 5;
  g->sum = 9;
  g->row[i].cell[j].value[k] = 7;
  g->row[i].cell[j].tag = 1;
  g->row[i].used = 3;
#ifndef BUG
  sooth_assume(l != j);
#endif
  g->row[i].cell[l].value[k] = 8;
  struct row *r = &g->row[i];
  struct cell *c = r->cell + j;
  assert(c->value[k] == 7 && c->tag == 1 && r->used == 3);
  assert(g->rows == 5 && g->sum == 9);
  free(g);
}
