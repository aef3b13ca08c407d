// Where control comes by a declaration, clang's debug records say so; the
// function's own block is executed once, and parameters have a value.
// RUN: %clang19 -O0 -Xclang -disable-O0-optnone -fno-discard-value-names -g -S -emit-llvm %s -o %t.ll
// RUN: %soothpass -passes=mark-lifetimes -S %t.ll | FileCheck %s
// RUN: %clang19 -O0 -Xclang -disable-O0-optnone -fno-discard-value-names -S -emit-llvm %s -o %t.ll
// RUN: %soothpass -passes=mark-lifetimes -S %t.ll | FileCheck %s --check-prefix=NODEBUG

// NODEBUG-NOT: call void @llvm.lifetime.start
// CHECK-LABEL: define {{.*}} @sum(
// CHECK:       entry:
// CHECK-NOT:   lifetime
// CHECK:       for.body:
// CHECK:         call void @llvm.lifetime.start.p0(i64 4, ptr %square)
// CHECK:         mul
// CHECK:       again:
// CHECK:         call void @llvm.lifetime.start.p0(i64 12, ptr %parts)
// CHECK-NOT:   lifetime.start
// CHECK:       }
int sum(int n) {
  int total = 0;
  for (int i = 0; i < n; i++) {
    int square = i * i;
    total += square;
  }
again:;
  int parts[3];
  parts[n & 1] = total;
  if (parts[0] > n)
    goto again;
  return parts[1];
}
