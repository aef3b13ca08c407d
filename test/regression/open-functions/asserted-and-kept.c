// An assertion that an argument is not null says what callers have to see to, also
// where the argument is put into a member that is compared with null. It was told
// to be violated.
// RUN: not sooth %s --check=memory --all | FileCheck %s
// CHECK: c:19:3: assertion '!reader->read' failed
// CHECK-NOT: assertion 'read' failed
// CHECK: c:20:3: assertion 'read': holds if {{.*}}read != NULL
// CHECK: set_read: 9 checks: 4 proved, 4 proved if, 1 violated

#include <assert.h>

struct reader {
  int kind;
  int (*read)(void *data, unsigned n);
  void *data;
};
void set_read(struct reader *reader, int (*read)(void *, unsigned), void *data) {
  assert(reader);
  assert(!reader->read);
  assert(read);
  reader->read = read;
  reader->data = data;
}
