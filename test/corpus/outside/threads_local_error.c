// RUN: %corpus %s
// EXPECT: unknown
#include <assert.h>
#include <sooth.h>
#include <pthread.h>

static void *run(void *arg) {
  assert(*(int *)arg == 0);
  return 0;
}
int main(void) {
  pthread_t t;
  int x = 1;
  pthread_create(&t, 0, run, &x);
  pthread_join(t, 0);
}
