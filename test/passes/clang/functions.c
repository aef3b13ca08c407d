// What is known of each function that others call, as remarks.
// RUN: %sooth_clang -fverify=memory -fverify-remarks -fverify-timeout=100 \
// RUN:   -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %sooth_clang -fverify=memory -fverify-timeout=100 -c %s -o %t.o 2>&1 | \
// RUN:   count 0

struct item {
  struct item *next;
  int type;
};

// CHECK: functions.c:[[@LINE+2]]:1: remark: checked: 2 checks: 1 proved, 1
// proved if CHECK: note: needs: it is NULL or has at least 12 bytes
int checked(const struct item *it) { return it ? it->type : -1; }

// CHECK: functions.c:[[@LINE+3]]:1: remark: raw: 2 checks: 2 proved if
// CHECK: note: needs: it != NULL, with at least 12 bytes
// CHECK-NOT: remark: nothing
int raw(const struct item *it) { return it->type; }

int nothing(int x) { return x; }

// CHECK: remark: all assertions hold if callers do what is needed
