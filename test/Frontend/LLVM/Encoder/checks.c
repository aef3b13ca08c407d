// A sanitizer's check says which operation failed, and on what.
// RUN: %clang19 -O0 -Xclang -disable-O0-optnone -g -S -emit-llvm -w -fno-discard-value-names %s -o - \
// RUN:   -fsanitize=signed-integer-overflow,unsigned-integer-overflow,shift,integer-divide-by-zero -fsanitize-trap=all \
// RUN:   | %soothpass -passes='sooth-prepare,encode-cfa<steps>' -disable-output \
// RUN:   | FileCheck %s
extern int __VERIFIER_nondet_int(void);

// CHECK-DAG: error [[ADD:.*]]: signed addition overflow at {{.*}}checks.c:[[@LINE+15]]:13
// CHECK-DAG: error {{.*}}: unsigned subtraction overflow at {{.*}}checks.c:[[@LINE+15]]:28
// CHECK-DAG: error {{.*}}: signed multiplication overflow at {{.*}}checks.c:[[@LINE+15]]:13
// CHECK-DAG: error {{.*}}: signed negation overflow at {{.*}}checks.c:[[@LINE+15]]:11
// CHECK-DAG: error [[DIV:.*]]: division by zero or overflow at {{.*}}checks.c:[[@LINE+15]]:13
// CHECK-DAG: error [[SHL:.*]]: shift out of bounds at {{.*}}checks.c:[[@LINE+15]]:13
// CHECK-NOT: branch
// CHECK: -> [[ADD]] when true
// CHECK-NEXT: operands at {{.*}}: x = x (signed) y = y (signed)
// CHECK: -> [[DIV]] when true
// CHECK-NEXT: operands at {{.*}}: x = x (signed) y = y (signed)
// CHECK: -> [[SHL]] when true
// CHECK-NEXT: operands at {{.*}}: x = x (signed) y = y (signed)
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int a = x + y;
  unsigned b = (unsigned)x - 1;
  int c = x * x;
  int d = -x;
  int e = x / y;
  int f = x << y;
  return a + b + c + d + e + f;
}
