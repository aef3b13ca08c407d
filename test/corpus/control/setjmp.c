// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG -m32
// EXPECT: safe -DSIGNALS
// EXPECT: unsafe -DBUG -DSIGNALS
#include <assert.h>
#include <setjmp.h>
#include <sooth.h>

#ifdef SIGNALS
#define jmp_buf sigjmp_buf
#define SET(env) sigsetjmp(env, 1)
#define longjmp siglongjmp
#else
#define SET(env) setjmp(env)
#endif

static jmp_buf outer, inner;
static int cleaned;

static void fail(int code) { longjmp(inner, code); }

static int depth(int n, int code) {
  if (n == 0)
    fail(code);
  return depth(n - 1, code) + 1;
}

static int attempt(int code) {
  volatile int state = 1;
  int again = SET(inner);
  if (again == 0) {
    state = 2;
    depth(3, code);
    assert(0);
  }
  assert(state == 2);
  cleaned++;
  if (again == 7)
    longjmp(outer, 9);
  return again;
}

int main(void) {
  const int code = sooth_nondet_int();
  const int kept = sooth_nondet_int();
  int end = SET(outer);
  if (end != 0) {
    assert(code == 7 && end == 9 && cleaned == 1);
    return 0;
  }
  const int result = attempt(code);
  const int copy = kept;
  assert(copy == kept && cleaned == 1 && code != 7);
#ifdef BUG
  assert(result == code); // 0 becomes 1
#else
  assert(result == (code ? code : 1));
#endif
}
