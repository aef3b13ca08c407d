// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A driver behind a structure of function pointers.
#include <assert.h>
#include <sooth.h>

struct device { const struct operations *ops; int open, writes; };
struct operations {
  int (*open)(struct device *);
  int (*write)(struct device *, int);
  void (*close)(struct device *);
};
static int do_open(struct device *d) {
  if (d->open)
    return -1;
  d->open = 1;
  return 0;
}
static int do_write(struct device *d, int x) {
  assert(d->open);
  d->writes++;
  return x;
}
static void do_close(struct device *d) { d->open = 0; }
static const struct operations ops = {do_open, do_write, do_close};
int main(void) {
  struct device d = {&ops};
  while (sooth_nondet_bool()) {
#ifdef BUG
    if (sooth_nondet_bool())
      d.ops->open(&d);
    d.ops->write(&d, 1);
#else
    if (d.ops->open(&d) == 0)
      d.ops->write(&d, 1);
#endif
    d.ops->close(&d);
  }
}
