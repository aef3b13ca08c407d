// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Pointers to functions of which only the result is said.
#include <assert.h>
#include <sooth.h>

struct device {
  int (*read)();
  void (*write)();
};

static int last;
static int read_last(void) { return last; }
static void write_last(int value, int more) { last = value + more; }
static struct device device = {read_last, write_last};

static struct device *find(void) { return &device; }

int main(void) {
  int x = sooth_nondet_int();
  struct device *d = find();
  d->write(x, 1);
#ifdef BUG
  assert(d->read() > x);
#endif
  assert(d->read() == x + 1);
  struct device local = *d;
  assert(local.read() == last);
}
