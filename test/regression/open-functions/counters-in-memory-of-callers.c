// A counter with a sign in a structure of callers is as large as the program has
// let it become: that it may be the largest number before it is counted on is no
// violation, but for callers to see to.
// RUN: not sooth --check=default --timeout=20 %s | FileCheck %s
struct list {
  int items[8];
  int count, *last;
  long bytes;
};

// CHECK: {{^}}Unsafe
// CHECK-NEXT: [[#@LINE+20]]:17: signed addition overflow
// CHECK: [[#@LINE+21]]:51: signed multiplication overflow
// CHECK: [[#@LINE+24]]:23: signed addition overflow
// CHECK: list_count: 10 checks: 5 proved, 3 proved if, 2 open
// CHECK: open unless: l->bytes >= -9223372036854775792 and l->count <= 2147483646
// CHECK: list_take: 11 checks: 10 proved if, 1 open
// CHECK: open unless: l->count >= -2147483647

void list_count(struct list *l) {
  l->count++;
  l->bytes -= 16;
}
void list_take(struct list *l, int *to) {
  *to = l->items[0];
  l->last = to;
  --l->count;
}
// What the program makes of arguments, of more than a counter, or of a number
// that it has a bound for, is for itself to see to.
int next(int number) {
  return number + 1;
}
int twice(const struct list *l) { return l->count * 2; }
int list_fill(struct list *l) {
  if (l->count < 100)
    return 0;
  l->count = l->count + 1;
  return l->count > 2147483640;
}
