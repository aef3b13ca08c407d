// What is read where only calls write is what was found there at first, or what
// the last call has left, whichever of them has been on the way there.
// RUN: sooth %s --check=memory --all --timeout=30 | FileCheck %s
// RUN: not sooth %s --check=memory --all --timeout=12 -DSTORES | FileCheck %s --check-prefix=STORES
struct item { struct item *next; int value, values[4]; };
struct list { struct item *first, *last; int trap, traps[4]; };
void out(struct list *s);

// CHECK: sum: [[N:[0-9]+]] checks: [[N]] proved if
// STORES: sum: {{.*}} unknown
int sum(struct list *s, unsigned n, unsigned long other) {
  int result = 0;
  while (n--) {
    if (s->trap)
      out(s);
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++) {
        result ^= s->first->values[i] & s->last->values[j];
        if (s->traps[i])
          out(s);
        result ^= s->first->value & s->last->value;
      }
#ifdef STORES
    s->first = s->first->next + other;
#endif
    result ^= s->first->value;
  }
  return result;
}
