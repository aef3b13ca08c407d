// Of checks in handlers of signals nothing is known, also if these only set flags. Handlers and
// threads are not started through pointers, nor by other functions.
// RUN: sooth --emit=values --check=memory,shift %s | FileCheck %s
// RUN: sooth --emit=values --check=memory,shift -DIN_MEMORY %s | FileCheck %s
// RUN: not sooth --emit=values --check=memory -DPOINTER=signal %s 2>&1 | \
// RUN:   FileCheck -DNAME=signal --check-prefix=POINTER %s
// RUN: not sooth --emit=values --check=memory -DPOINTER=pthread_create %s 2>&1 | \
// RUN:   FileCheck -DNAME=pthread_create --check-prefix=POINTER %s
// POINTER: it calls [[NAME]] through a pointer
// RUN: not sooth --emit=values --check=memory -DTIMER %s 2>&1 | FileCheck --check-prefix=TIMER %s
// TIMER: timer_create may start threads
#include <pthread.h>
#include <signal.h>
#include <time.h>

static volatile sig_atomic_t flag;
static const int levels[] = {1, 2, 3};

static void handler(int signal) {
  // CHECK-DAG: :[[#@LINE+1]]:10: access: may fail
  flag = levels[signal];
  // CHECK-DAG: :[[#@LINE+1]]:12: shift: may fail
  flag = 1 << signal;
}
static void notify(union sigval value) { flag = 1; }
static void *run(void *argument) { return argument; }

#ifdef POINTER
static __typeof__(&POINTER) starters[2];
#endif

int main(int argc, char **argv) {
  pthread_t thread;
#if defined(POINTER)
  starters[argc & 1] = POINTER;
  _Generic(starters[0],
      __typeof__(&signal): ((__typeof__(&signal))starters[argc & 1])(SIGINT, handler),
      default: ((__typeof__(&pthread_create))starters[argc & 1])(&thread, 0, run, 0));
#elif defined(TIMER)
  timer_t timer;
  struct sigevent event = {0};
  event.sigev_notify = SIGEV_THREAD;
  event.sigev_notify_function = notify;
  timer_create(CLOCK_REALTIME, &event, &timer);
#elif defined(IN_MEMORY)
  struct sigaction action = {0};
  action.sa_handler = handler;
  sigaction(SIGINT, &action, 0);
#else
  signal(SIGINT, handler);
#endif
  return flag;
}
