// Pointers that callers have put where numbers are, too, were numbers that are no
// object's address, so that no run went on behind them, and what is there held.
// RUN: not sooth --check=memory --all %s | FileCheck %s
struct item {
  union { struct item *next; long number; } is;
  int value;
};
struct text {
  union { struct text *next; char bytes[8]; } is;
  int value;
};

// CHECK-DAG: in-unions.c:19:18: no read through a null pointer: holds if
// CHECK-DAG: in-unions.c:21:18: no read through a null pointer: can fail
int mixed(struct item *p, int is_number) {
  if (is_number)
    return p->is.number > 0;
  struct item *q = p->is.next;
  int found = q->value;
  int *nowhere = 0;
  return found + *nowhere;
}

// CHECK-DAG: in-unions.c:30:32: no read through a null pointer: can fail
int written(struct item *p, int is_number) {
  if (is_number)
    p->is.number = is_number;
  if (!is_number) {
    int *nowhere = 0;
    return p->is.next->value + *nowhere;
  }
  return 0;
}

// CHECK-DAG: in-unions.c:38:22: no read through a null pointer: can fail
int stored(struct item *p, long number) {
  p->is.number = number;
  return p->is.next->value;
}

// The harness could not put it there.
// CHECK-DAG: in-unions.c:47:27: no read through a null pointer: holds if
// CHECK-DAG: in-unions.c:49:18: no read through a null pointer: unknown
int bytes(struct text *p, unsigned i) {
  if (i)
    return p->is.bytes[i & 7];
  int found = p->is.next->value;
  int *nowhere = 0;
  return found + *nowhere;
}
