// RUN: %corpus %s
// EXPECT: unknown
#include <assert.h>
#include <sooth.h>
#include <pthread.h>

static int g;
static void *run(void *arg) {
  g = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  assert(g == 0);
}
