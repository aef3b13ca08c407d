// How far an array goes that a function is given, the function itself says where a loop, a mask, a
// remainder or a test bounds the index. That an index has few bits says nothing, nor does a bound
// of one side; where an array in a structure is as long as its type says, that is what counts.
// RUN: not sooth --check=memory %s | FileCheck %s
// RUN: not sooth --check=memory,call -DCALLERS %s | FileCheck %s --check-prefix=CALLERS
#include <stddef.h>

// CHECK: loop: 2 checks: 2 proved if
// CHECK-NEXT: needs: name != NULL, with at least 16 bytes
void loop(char *name) {
  for (int i = 0; i < 16; i++)
    name[i] = 'a';
}
// CHECK: last: 2 checks: 2 proved if
// CHECK-NEXT: needs: v != NULL, with at least 132 bytes
int last(const int *v) {
  int all = 0;
  for (size_t i = 12; i <= 32; ++i)
    all ^= v[i];
  return all;
}
// CHECK: masked: 2 checks: 2 proved if
// CHECK-NEXT: needs: table != NULL, with at least 64 bytes
int masked(const int *table, unsigned x) { return table[x & 15]; }
// CHECK: rest: 2 checks: 2 proved if
// CHECK-NEXT: needs: table != NULL, with at least 40 bytes
int rest(const int *table, unsigned x) { return table[x % 10]; }
// CHECK: tested: 2 checks: 2 proved if
// CHECK-NEXT: needs: table != NULL, with at least 24 bytes
int tested(const int *table, int i) { return i < 0 || i > 5 ? 0 : table[i]; }
// CHECK: byte: 2 checks: 1 proved if, 1 open
// CHECK-NEXT: needs: table != NULL, with at least 4 bytes
int byte(const int *table, unsigned char i) { return table[i]; }
// CHECK: above: 2 checks: 1 proved if, 1 open
// CHECK-NEXT: needs: table != NULL, with at least 4 bytes
int above(const int *table, int i) { return i > 5 ? 0 : table[i]; }

struct message {
  char text[12];
  char *rest;
};
// An index that leaves the array of a structure is no need for a larger one.
// CHECK: member: {{.*}}1 unknown
// CHECK: needs: m != NULL, with at least 12 bytes
void member(struct message *m) {
  for (int i = 0; i <= 12; i++)
    m->text[i] = 0;
}
// CHECK: found: 4 checks: 4 proved if
void found(struct message *m) {
  for (int i = 0; i < 40; i++)
    m->rest[i] = 0;
}

#ifdef CALLERS
// CALLERS: :[[@LINE+3]]:3: argument 'name' of 'loop' must have at least 16 bytes
void gives_too_little(void) {
  char small[12];
  loop(small);
}
#endif
