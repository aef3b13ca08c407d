// A local that is used in many places, with thousands of instructions and calls
// of others between, still becomes a register: it plainly has a value.
// RUN: sooth --check=memory --emit=regions --entry=mix %s > %t
// RUN: FileCheck %s --allow-empty --input-file=%t
// CHECK-NOT: region seed
// CHECK-NOT: region sum
int other(void);

#define TEN(X) X X X X X X X X X X
int mix(int seed) {
  int sum = 0;
  TEN(TEN(TEN(TEN(sum ^= seed + other();))))
  return sum;
}
