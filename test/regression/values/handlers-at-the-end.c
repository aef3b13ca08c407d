// What code without a body was given may run when the program ends, also after main.
// RUN: sooth --emit=values --check=memory,div %s | FileCheck --check-prefixes=CHECK,RUNS %s
// RUN: sooth --emit=values --check=memory,div -DEND=exit %s | FileCheck --check-prefixes=CHECK,RUNS %s
// RUN: sooth --emit=values --check=memory,div -DEND=quick_exit %s | FileCheck --check-prefixes=CHECK,RUNS %s
// RUN: sooth --emit=values --check=memory,div -DEND=_Exit %s | FileCheck --check-prefixes=CHECK,ENDS %s
// RUN: sooth --emit=values --check=memory,div -DDESTRUCTOR %s | FileCheck --check-prefixes=DESTRUCTOR %s
// RUN: sooth --emit=values --check=memory,div -DSHOWN %s | FileCheck --check-prefixes=SHOWN %s
#include <stdlib.h>

void keep(void (*handler)(void));

static int divisor = 1, other = 1, *leads = &other, last;

static void handler(void) {
  // RUNS-DAG: :[[#@LINE+2]]:16: div: may fail
  // ENDS-DAG: :[[#@LINE+1]]:16: div: holds
  divisor = 10 / divisor;
  // RUNS-DAG: :[[#@LINE+2]]:10: access: may fail
  // ENDS-DAG: :[[#@LINE+1]]:10: access: holds
  *leads = 0;
}

#ifdef DESTRUCTOR
__attribute__((destructor))
#endif
void shown(void) {
  // DESTRUCTOR-DAG: :[[#@LINE+2]]:16: div: may fail
  // SHOWN-DAG: :[[#@LINE+1]]:16: div: may fail
  divisor = 10 / other;
}

int main(int argc, char **argv) {
  int local;
  keep(handler);
#ifdef SHOWN
  atexit(shown);
#endif
  other = 1;
  // CHECK-DAG: :[[#@LINE+1]]:13: div: holds
  last = 10 / other;
#if !defined DESTRUCTOR && !defined SHOWN
  divisor = argc;
  leads = &local;
#endif
#ifdef END
  leads = malloc(4);
  free(leads);
  END(0);
#endif
  return argc > 3;
}
