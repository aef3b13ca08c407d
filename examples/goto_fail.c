// Apple's "goto fail" (2014), reduced: the doubled goto returns success before
// the signature was looked at. A control property: every success must have
// passed f(). After section 1.4 of Bueno's dissertation.
//
// RESULT: Unsafe
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
    goto out; /* this line was inadvertently added */
  ret = verify_signature();

out:
  return ret;
}

int main(void) {
  int ret = g();
  sooth_assert(ret != 0 || f_called);
  return 0;
}
