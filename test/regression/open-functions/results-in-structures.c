// A function without a body returns bytes. That these are members of a
// structure which it was given once is taken to be so only if the call itself
// can find the structure; otherwise memory from a pool would make one of all
// structures, of whose pointers nothing is known then.
// RUN: not sooth --check=access --all --timeout=100 %s | FileCheck %s
// RUN: not sooth --check=memory --timeout=100 %s | FileCheck %s --check-prefix=CALLS
#include <assert.h>
#include <stddef.h>
struct code {
  unsigned char op, bits;
  unsigned short val;
};
struct state {
  struct state *next;
  struct code codes[8];
  unsigned n;
};
static const unsigned table[256];
void *pool(void *of, unsigned bytes);
void use(struct state *);
unsigned char *bits(struct state *);

// CHECK: apart: 9 checks: 9 proved if
// CHECK: needs: pool() returns only memory of its own or that it was given
// CHECK: found: {{.*}} unknown
// CHECK-NOT: needs: what bits
unsigned apart(struct state *s, void *of) {
  if (!s)
    return 0;
  use(s);
  unsigned char *window = pool(of, 100);
  if (!window)
    return 0;
  window[0] = 1;
  return table[s->next->codes[s->n % 8].op];
}

unsigned found(struct state *s) {
  unsigned char *at = bits(s);
  s->codes[0].bits = 1;
  *at = 2;
  assert(s->codes[0].bits == 1);
  return s->next != 0;
}

// What is needed of functions without a body is told where calls of others are
// checked, too.
// CALLS: again: {{[0-9]+}} checks: {{[0-9]+}} proved if
// CALLS: pointers that use() and pool() return or store are valid
// CALLS: pool() returns only memory of its own or that it was given
unsigned again(struct state *s, void *of, unsigned n) {
  if (n)
    return again(s, of, n - 1);
  return apart(s, of);
}
