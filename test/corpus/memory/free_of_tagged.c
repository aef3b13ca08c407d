// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: safe --check=memory -m32
// EXPECT: unsafe --check=memory -DBUG
// EXPECT: unsafe --check=memory -DBUG -m32
// What is freed must have no tag.
#include <assert.h>
#include <sooth.h>
#include <stdint.h>
#include <stdlib.h>
struct n {
  uintptr_t pc;
  int v;
};
int main(void) {
  struct n *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  if (!a || !b)
    return 0;
  a->pc = (uintptr_t)b | 1;
#ifdef BUG
  free((void *)a->pc);
#else
  free((void *)(a->pc & ~(uintptr_t)1));
#endif
  free(a);
}
