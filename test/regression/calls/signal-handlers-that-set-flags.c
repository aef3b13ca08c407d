// A signal handler that does nothing but set a flag runs whenever it likes: a
// read of the flag yields anything, and the rest of the program is verified.
// What the handler does otherwise is refused.
// RUN: sooth --check=memory,overflow %s 2>&1 | FileCheck %s --check-prefix=SAFE
// RUN: not sooth --check=memory %s -DBUG | FileCheck %s --check-prefix=BUG
// RUN: not sooth %s -DFLAG | FileCheck %s --check-prefix=FLAG
// RUN: not sooth %s -DOTHER | FileCheck %s --check-prefix=OTHER
// RUN: not sooth %s -DPLAIN | FileCheck %s --check-prefix=OTHER
// RUN: sooth %s -DIN_MEMORY | FileCheck %s --check-prefix=MEMORY
// SAFE: note: assumed: signal handlers are not run: 'on_signal' (line 27) does nothing but change 'stop', a read of which yields anything
// SAFE: Safe
// MEMORY: Safe
// BUG: Unsafe
// BUG-NEXT: :[[# @LINE + 37]]:19: write outside of 'a'
// FLAG: Unknown: unsupported: read of 'stop'
// OTHER: Unknown: unsupported: 'signal' is not defined and may call 'on_signal' at
#include <assert.h>
#include <signal.h>
#include <string.h>

#ifdef PLAIN // no compiler has to write it where others see it
static int stop;
#else
static volatile sig_atomic_t stop;
#endif
static int count;
static void on_signal(int number) {
  (void)number;
#ifdef OTHER
  ++count;
#endif
  stop = 1;
  signal(SIGINT, SIG_DFL);
}

int main(void) {
#ifdef IN_MEMORY
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  sigaction(SIGINT, &action, 0);
#else
  signal(SIGINT, on_signal);
#endif
  int a[4];
#ifdef BUG
  for (int i = 0; i <= 4; ++i)
#else
  for (int i = 0; i < 4 && !stop; ++i)
#endif
    count += a[i] = i;
#ifdef FLAG
  assert(!stop);
#endif
  assert(count >= 0);
}
