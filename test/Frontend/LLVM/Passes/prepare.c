// From clang's output to what is encoded: globals and static locals are
// registers, calls are gone, what does not matter for an error is gone, and the
// places and names of the source are still known.
// RUN: %clang19 -g -O0 -Xclang -disable-O0-optnone -fno-discard-value-names -emit-llvm -c %s -o %t.bc
// RUN: %soothpass -passes=sooth-prepare -S %t.bc -o - | FileCheck %s
// RUN: %soothpass -passes='sooth-prepare<no-inline>' -S %t.bc -o - | FileCheck %s --check-prefix=CALLS

extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern int printf(const char *, ...);
#define assert(c)                                                              \
  ((c) ? (void)0 : __assert_fail(#c, "prepare.c", 13, __func__))

int Total;
static struct {
  int Low, High;
} Range = {0, 9};
static int Useless;

// CHECK-NOT: @Total
// CHECK-NOT: @Range
// CHECK-NOT: alloca
// CHECK-LABEL: define {{.*}}i32 @main()
// CALLS-LABEL: define internal { i32, i32 } @next(ptr %Out, i32 %in_next.Calls)
static int next(int *Out, int Unused) {
  static int Calls;
  int Value = __VERIFIER_nondet_int();
  if (Value < Range.Low || Value > Range.High)
    return 0;
  *Out = Value;
  return ++Calls;
}

// X may be read although it was never written, then it is one arbitrary value.
// CHECK:       %[[X0:X.*]] = freeze i32 poison
// CHECK:       %[[Y0:Y.*]] = freeze i32 poison
// CHECK:       #dbg_value(i32 %[[Y0]], ![[Y:[0-9]+]],
// CHECK:       for.cond:
// CHECK-DAG:     %[[X:X.*]] = phi i32 [ %[[X0]], %entry ]
// CHECK-DAG:     %[[TOTAL:Total.*]] = phi i32 [ 0, %entry ]
// CHECK-DAG:     #dbg_value(i32 %[[TOTAL]], ![[TOTALVAR:[0-9]+]],
// CHECK:         call i32 @__VERIFIER_nondet_int(){{.*}}, !dbg ![[INPUT:[0-9]+]]
// CHECK-NOT:     mul
// CHECK-NOT:     printf
// CHECK:         %[[Y1:Y.*]] = phi i32 [ 5, %{{.*}} ], [ %[[Y0]], %{{.*}} ]
// CHECK:         icmp eq i32 %[[Y1]], 5
// CHECK:         call void @__assert_fail(
// CHECK-NEXT:    unreachable
// CHECK:         ret i32 0
int main(void) {
  int X, Y;
  for (int I = 0; I < 10; I++)
    if (next(&X, Useless))
      Total += X;
  if (__VERIFIER_nondet_int())
    Y = 5;
  Useless = X;
  int Square = Total * Total;
  if (Total != 50)
    printf("%d\n", Square);
  assert(Total != 90 || Y == 5);
  while (Square > 3)
    ;
  return Total;
}

// CHECK-DAG: ![[TOTALVAR]] = !DILocalVariable(name: "Total", scope: ![[MAIN:[0-9]+]]
// CHECK-DAG: ![[Y]] = !DILocalVariable(name: "Y", scope: ![[MAIN]]
// CHECK-DAG: ![[MAIN]] = distinct !DISubprogram(name: "main"
// CHECK-DAG: ![[INPUT]] = !DILocation(line: {{[0-9]+}}, column: 15, scope: ![[NEXT:[0-9]+]], inlinedAt: ![[AT:[0-9]+]])
// CHECK-DAG: ![[NEXT]] = distinct !DISubprogram(name: "next"
// CHECK-DAG: ![[AT]] = distinct !DILocation(line: {{[0-9]+}}, column: 9
