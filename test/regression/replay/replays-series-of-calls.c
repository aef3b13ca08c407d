// The harness of a violation that earlier calls lead to makes these calls.
// RUN: rm -rf %t && mkdir %t
// RUN: not sooth --check=memory --harness=%t/ %s > %t/out 2>&1
// RUN: clang-19 -fsanitize=address,bounds -fno-sanitize-recover=all %s %t/put-*.c -o %t/put
// RUN: not %t/put 2>&1 | FileCheck %s --check-prefix=PUT
// RUN: clang-19 -fsanitize=address,bounds -fno-sanitize-recover=all %s %t/add-*.c -o %t/add
// RUN: not %t/add 2>&1 | FileCheck %s --check-prefix=ADD
// PUT: global-buffer-overflow
// ADD: index 2 out of bounds for type 'int[2]'
struct pair {
  int first, second;
};
struct large {
  long all[4];
};
static struct pair queue[5];
static unsigned used;
struct large put(struct pair p, double weight, struct large all) {
  if (used <= 5 && weight > 2)
    queue[used++] = p;
  return all;
}

struct timer {
  struct timer *next;
};
static struct timer *timers;
static int count;
static int slots[2];
void add(struct timer *t, char id) {
  t->next = timers;
  timers = t;
  slots[count++] = id;
}
