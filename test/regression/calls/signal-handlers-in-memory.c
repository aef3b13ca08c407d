// A signal handler that is handed over in a structure, or chosen among others,
// runs whenever it likes: what it writes was taken to stay as it was.
// RUN: not sooth %s -DSTRUCTURE | FileCheck %s
// RUN: not sooth %s -DCHOICE | FileCheck %s
// RUN: not sooth %s -DTABLE | FileCheck %s
// RUN: not sooth %s -DGLOBAL | FileCheck %s
// RUN: sooth %s -DIGNORE | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DASK | FileCheck %s --check-prefix=SAFE
// CHECK: Unknown: unsupported: 'sig{{.*}}' is not defined and may call '{{(note|other)}}' at {{.*}}.c:[[#]]:
// SAFE: Safe
#include <assert.h>
#include <signal.h>
#include <sooth.h>
#include <string.h>

static int flag;
static void note(int number) { flag = 1; }
static void other(int number) { flag = 2; }
static void (*table[2])(int) = {note, other};
static struct sigaction prepared = {.sa_handler = note};

int main(void) {
  int n = sooth_nondet_int();
#if defined(STRUCTURE)
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = n ? note : other;
  sigaction(SIGINT, &action, 0);
#elif defined(CHOICE)
  signal(SIGINT, n ? note : SIG_IGN);
#elif defined(TABLE)
  signal(SIGINT, table[n & 1]);
#elif defined(GLOBAL)
  sigaction(SIGINT, &prepared, 0);
#elif defined(IGNORE)
  signal(SIGINT, SIG_IGN);
  table[n & 1](0);
  flag = 0;
#elif defined(ASK)
  struct sigaction old;
  sigaction(SIGINT, 0, &old);
  table[n & 1](0);
  flag = 0;
#endif
  raise(SIGINT);
  assert(flag == 0);
}
