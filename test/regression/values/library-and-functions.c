// The C library calls what it is given to call, and nothing that it would have
// to look for in data; code of others may call whatever it finds.
// RUN: sooth --emit=values --check=memory %s -DCASE=1 | FileCheck %s --check-prefix=HOLDS
// RUN: sooth --emit=values --check=memory %s -DCASE=2 | FileCheck %s --check-prefix=FAILS
// RUN: sooth --emit=values --check=memory %s -DCASE=3 | FileCheck %s --check-prefix=FAILS
// RUN: sooth --emit=values --check=memory %s -DCASE=4 | FileCheck %s --check-prefix=FAILS
// HOLDS: c:[[@LINE+24]]:{{[0-9]+}}: access: holds
// FAILS: c:[[@LINE+23]]:{{[0-9]+}}: access: may fail
#include <search.h>
#include <stdlib.h>
#include <sys/uio.h>

void others(struct iovec *);
int number = 1, *shared = &number;
static void clear(void) { shared = NULL; }
static int compare(const void *a, const void *b) { return shared = NULL, a != b; }
static struct command { const char *name; void (*act)(void); } command = {"clear", clear};

int main(void) {
  struct iovec data = {&command, sizeof command};
#if CASE == 1
  writev(1, &data, 1);
#elif CASE == 2
  others(&data);
#elif CASE == 3
  atexit(command.act), writev(1, &data, 1), at_quick_exit(clear);
#else
  static void *root;
  tsearch(&data, &root, compare);
#endif
  return *shared;
}
