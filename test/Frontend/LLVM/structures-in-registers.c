// A small structure is returned in registers, as integers that reach over several
// members. Where the call is inlined, the members stay apart.
// RUN: sooth --check=memory --emit=regions %S/../../bench/programs/message_queue.c | FileCheck %s
// CHECK: region {{.*}} m: integers of 4 bytes at 16 + 16k
// CHECK: region {{.*}} m: integers of 1 bytes at 21 + 16k
// RUN: sooth %s
// RUN: not sooth -DBUG %s
#include <assert.h>
#include <sooth.h>
#include <string.h>

struct message {
  unsigned id;
  unsigned char kind, length;
  char body[8];
};

static struct message slots[3];

static struct message make(unsigned id) {
  struct message m = {.id = id, .kind = 1};
  m.length = (unsigned char)(id % 8);
  memset(m.body, 'x', m.length);
  return m;
}

static void put(const struct message *m, unsigned at) { slots[at % 3] = *m; }
static void get(struct message *m, unsigned at) { *m = slots[at % 3]; }

int main(void) {
  unsigned id = sooth_nondet_uint(), at = sooth_nondet_uint();
  struct message m = make(id);
  put(&m, at);
  get(&m, at);
#ifdef BUG
  assert(m.id != 77);
#endif
  assert(m.id == id);
  assert(m.kind == 1);
}
