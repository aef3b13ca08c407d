// A flag that a handler of signals sets may have any value at each read.
// RUN: sooth --emit=values --check=memory,div %s | FileCheck %s
#include <signal.h>

static volatile sig_atomic_t flag = 1;
static void handler(int signal) { flag = 0; }

int main(void) {
  signal(SIGUSR1, handler);
  raise(SIGUSR1);
  // CHECK: :[[#@LINE+1]]:15: div: may fail
  int z = 100 / flag;
  z = 0;
  int first = flag, second = flag;
  if (first != second)
    // CHECK: :[[#@LINE+1]]:13: div: may fail
    z = 100 / z;
  return z;
}
