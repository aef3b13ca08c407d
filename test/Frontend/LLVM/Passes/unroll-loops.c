// Loops of a few rounds through memory are copied; others stay.
// RUN: %clang19 -O0 -Xclang -disable-O0-optnone -fno-discard-value-names -S -emit-llvm %s -o %t.ll
// RUN: %soothpass -passes='function(mem2reg,unroll-loops,instsimplify,simplifycfg)' -S %t.ll | FileCheck %s
// RUN: %soothpass -passes='sooth-prepare<no-inline;no-slice;entry=fill>' -S %t.ll | FileCheck %s --check-prefix=PREPARED
// RUN: %soothpass -passes='sooth-prepare<no-inline;no-slice;no-unroll;entry=fill>' -S %t.ll | FileCheck %s --check-prefix=WRITTEN

int input(void);

// PREPARED-LABEL: define {{.*}} @fill(
// PREPARED-NOT:   alloca
// PREPARED-NOT:   for.body
// PREPARED:       }
// WRITTEN-LABEL: define {{.*}} @fill(
// WRITTEN:         alloca [4 x i32]
// WRITTEN:         for.body:
// CHECK-LABEL: define {{.*}} @fill(
// CHECK-COUNT-4: call i32 @input()
// CHECK-NOT:     call i32
// CHECK:       }
int fill(void) {
  int a[4], sum = 0;
  for (int i = 0; i < 4; i++)
    a[i] = input();
  for (int i = 3; i >= 0; i--)
    sum += a[i];
  return sum;
}

// Known to be at most three.
// CHECK-LABEL: define {{.*}} @bounded(
// CHECK-COUNT-3: call i32 @input()
// CHECK-NOT:     call i32
// CHECK:       }
int bounded(int n) {
  int a[3], sum = 0;
  for (int i = 0; i < (n & 3); i++) {
    a[i] = n;
    sum += a[i] + input();
  }
  return sum;
}

// CHECK-LABEL: define {{.*}} @nested(
// CHECK-COUNT-6: call i32 @input()
// CHECK-NOT:     call i32
// CHECK:       }
int nested(void) {
  int a[2][3], sum = 0;
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 3; k++) {
      a[i][k] = input();
      sum += a[i][k];
    }
  return sum;
}

// CHECK-LABEL: define {{.*}} @many(
// CHECK:         call i32 @input()
// CHECK-NOT:     call i32
// CHECK:       }
int many(void) {
  int a[10], sum = 0;
  for (int i = 0; i < 10; i++) {
    a[i] = input();
    sum += a[i];
  }
  return sum;
}

// CHECK-LABEL: define {{.*}} @unknown(
// CHECK:         call i32 @input()
// CHECK-NOT:     call i32
// CHECK:       }
int unknown(int n) {
  int a[4], sum = 0;
  for (int i = 0; i < n; i++) {
    a[i] = input();
    sum += a[i];
  }
  return sum;
}

// Nothing is gained.
// CHECK-LABEL: define {{.*}} @scalars(
// CHECK:         call i32 @input()
// CHECK-NOT:     call i32
// CHECK:       }
int scalars(int *to) {
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    sum += input();
    *to = sum;
  }
  return sum;
}
