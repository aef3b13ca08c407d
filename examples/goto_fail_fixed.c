// goto_fail.c without the line too many: every success has passed f().
//
// RESULT: Safe
#include <sooth.h>

extern int hash_update(void);
extern int f(void);

static int f_called;

static int verify_signature(void) {
  f_called = 1;
  return f();
}

static int g(void) {
  int ret = 0;
  if ((ret = hash_update()) != 0)
    goto out;
  ret = verify_signature();

out:
  return ret;
}

int main(void) {
  int ret = g();
  sooth_assert(ret != 0 || f_called);
  return 0;
}
