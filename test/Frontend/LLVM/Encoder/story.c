// What a trace tells: assignments where the user wrote them, inputs, branches
// taken, calls entered and left.
// RUN: %clang19 -O0 -Xclang -disable-O0-optnone -g -S -emit-llvm -w -fno-discard-value-names %s -o - \
// RUN:   | %soothpass -passes='sooth-prepare<no-slice>,encode-cfa<steps>' -disable-output \
// RUN:   | FileCheck %s
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

enum Mode { Low, High };
struct Pair {
  short first;
  _Bool second;
};
static int level = 7;

// CHECK-DAG: variable level : (_ BitVec 32) for level
// CHECK-DAG: variable i : (_ BitVec 32) for i
// CHECK-DAG: variable u : (_ BitVec 32) for u
// CHECK-NOT: variable
// CHECK: error error: reach_error() is reached at {{.*}}story.c:26:5

static int check(int limit) {
  level += limit;
  if (level > 100)
    reach_error();
  return limit + 1;
}

int main(void) {
  int i = 0;
  struct Pair pair;
  unsigned u = __VERIFIER_nondet_uint();
  // CHECK: entry -> {{.*}}
  // CHECK: assignment at {{.*}}story.c:[[@LINE-4]]:7: i = #x00000000 (signed)
  // CHECK-NEXT: input at {{.*}}story.c:[[@LINE-3]]:16: __VERIFIER_nondet_uint result = __VERIFIER_nondet_uint!0 (unsigned)
  // CHECK-NEXT: assignment at {{.*}}story.c:[[@LINE-4]]:12: u = __VERIFIER_nondet_uint!0 (unsigned)
  pair.first = 3;
  // CHECK-NEXT: assignment at {{.*}}story.c:[[@LINE-1]]:14: pair.first = #x0003 (signed)
  pair.second = u > 5;
  // CHECK-NEXT: assignment at {{.*}}story.c:[[@LINE-1]]:15: pair.second = {{.*}} (bool)
  char letter = 'x';
  // CHECK-NEXT: assignment at {{.*}}story.c:[[@LINE-1]]:8: letter = #x78 (character)
  // CHECK-NOT: condition
  // CHECK: while.cond -> while.body
  // CHECK: condition at {{.*}}story.c:[[@LINE+1]]:3: true
  while (i < pair.first) {
    // CHECK-NEXT: call at {{.*}}story.c:[[@LINE+1]]:9: check
    i = check(i);
  }
  switch (pair.second) {
  case 1:
    i = __VERIFIER_nondet_int();
  }
  // CHECK: while.end -> sw.bb when
  // CHECK-NEXT: case at {{.*}}story.c:[[@LINE-5]]:3: if {{.*}} = #x00000001 (signed)
  // CHECK: return at {{.*}}: main{{$}}
  return i;
}

// CHECK: while.body -> if.then.i
// CHECK-NEXT: assignment at {{.*}}story.c:23:22: limit = i (signed)
// CHECK-NEXT: assignment at {{.*}}story.c:24:9: level = (bvadd i level) (signed)
// CHECK-NEXT: condition at {{.*}}story.c:25:7: true
// CHECK: if.then.i -> error when true
// CHECK: check.exit -> while.cond
// CHECK-NEXT: return at {{.*}}story.c:[[@LINE-18]]:9: check
// CHECK-NEXT: assignment at {{.*}}story.c:[[@LINE-19]]:7: i = (bvadd i #x00000001) (signed)
