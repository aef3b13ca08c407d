// An index is within the array that it is applied to, also where the access
// stays in the structure.
// RUN: not sooth --check=bounds %s -DMAIN | FileCheck %s --check-prefix=MAIN
// RUN: not sooth %s -DMAIN | FileCheck %s --check-prefix=MAIN
// RUN: not sooth --check=memory,bounds %s | FileCheck %s --check-prefix=OPEN
// RUN: not sooth --check=bounds %s -DLAST -- -fstrict-flex-arrays=0 | FileCheck %s --check-prefix=NONE

struct peers {
  unsigned addresses[4];
  unsigned count;
};

#if defined(MAIN)
static void add(struct peers *p, unsigned address) {
  // MAIN: Unsafe
  // MAIN-NEXT: bounds.c:[[@LINE+1]]:{{[0-9]+}}: index out of bounds
  p->addresses[p->count++] = address;
}
int main(void) {
  struct peers p = {0};
  for (unsigned i = 0; i < 6; ++i)
    add(&p, i);
}
#elif defined(LAST)
// NONE: {{^}}nothing to check{{$}}
struct packet {
  unsigned char length, bytes[4];
};
int last(struct packet *p) { return p->bytes[p->length]; }
#else
// What the program has a bound for is its own business ...
// OPEN: bounds.c:[[@LINE+3]]:{{[0-9]+}}: index out of bounds
int add(struct peers *p, unsigned address) {
  if (p->count > 4)
    return 0; p->addresses[p->count++] = address;
  return 1;
}
// ... and what it never looks at is open.
// OPEN: :[[@LINE+2]]: latest: {{.*}}open{{$}}
// OPEN: open unless: 0 <= p->count - 1 < 4
unsigned latest(const struct peers *p) { return p->addresses[p->count - 1]; }
#endif
