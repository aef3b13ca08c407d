// What is used of a character would be within the array if it had no sign: the
// function means that it has none.
// RUN: not sooth --check=default %s | FileCheck %s
// RUN: not sooth --check=default %s | FileCheck --check-prefix=OPEN %s

static const unsigned char lengths[16] = {1, 1, 1, 1, 1, 1, 1, 1,
                                          0, 0, 0, 0, 2, 2, 3, 4};
static const unsigned char few[4] = {1, 2, 3, 4};

// CHECK: Unsafe
// CHECK-NEXT: :[[@LINE+1]]:{{[0-9]+}}: index out of bounds
unsigned length(char first) { return lengths[first >> 4]; }
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: index out of bounds
unsigned length_of(const char *text) { return lengths[*text >> 4]; }
// CHECK-NOT: index out of bounds
unsigned right(char first) { return lengths[(unsigned char)first >> 4]; }
// OPEN: :[[@LINE+1]]: other: {{.*}} 1 open
unsigned other(char first) { return few[first >> 4]; }
// OPEN: :[[@LINE+1]]: all: {{.*}} 1 open
unsigned all(int first) { return few[first >> 4]; }
