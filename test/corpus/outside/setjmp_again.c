// RUN: %corpus %s
// EXPECT: unknown
// EXPECT: unknown -DRETURNED
// EXPECT: unknown -DUNSET
// EXPECT: safe -DVOLATILE
#include <assert.h>
#include <setjmp.h>
#include <sooth.h>

static jmp_buf env;

static int set(void) { return setjmp(env); }

#ifdef VOLATILE
#define KIND volatile
#else
#define KIND
#endif

int main(void) {
#if defined RETURNED
  if (set() == 0)
    longjmp(env, 1);
  assert(0);
#elif defined UNSET
  if (sooth_nondet_bool())
    longjmp(env, 1);
  assert(set() == 0);
#else
  // What a local that is not volatile has then is not certain.
  KIND int n = 0;
  if (setjmp(env) == 0) {
    n = 1;
    longjmp(env, 1);
  }
  assert(n == 1);
#endif
}
