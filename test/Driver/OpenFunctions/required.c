// What says itself what it requires is proved under that, and needs no more.
// RUN: not sooth --check=memory %s | FileCheck %s
#include <sooth.h>
enum { ROOM = 8 };
struct stack { int items[ROOM]; unsigned count; };
// CHECK: push: {{.*}}{{unknown|violated}}
// CHECK-NOT: items
// CHECK-NOT: accesses in line
int push(struct stack *s, int v) {
  sooth_requires(sooth_valid(s, sizeof *s) && s->count <= ROOM);
  sooth_assigns(s->count, sooth_elements(s->items, ROOM));
  sooth_ensures(s->count <= ROOM);
  if (s->count > ROOM) // should be >=
    return 0;
  s->items[s->count++] = v;
  return 1;
}
// CHECK: 1 function
