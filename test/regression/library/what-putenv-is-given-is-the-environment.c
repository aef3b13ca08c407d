// What putenv is given is a part of the environment: it must be there when
// anybody looks for a variable, and getenv may return a pointer into it.
// RUN: not sooth %s -DCASE=1 --check=memory | FileCheck %s --check-prefix=ENDED
// RUN: not sooth %s -DCASE=2 --check=memory | FileCheck %s --check-prefix=FREED
// RUN: not sooth %s -DCASE=3 --check=memory | FileCheck %s --check-prefix=ENDED
// RUN: not sooth %s -DCASE=4 --check=memory | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCASE=5 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCASE=6 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCASE=7 | FileCheck %s --check-prefix=OPEN
// RUN: sooth %s -DCASE=8 --check=memory | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=9 --check=memory | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=10 --check=memory | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=1 --check=access --emit=values | \
// RUN:   FileCheck %s --check-prefix=VALUES
// RUN: sooth %s -DCASE=8 --check=access --emit=values | \
// RUN:   FileCheck %s --check-prefix=HOLDS --implicit-check-not='may fail'
// ENDED: {{^}}Unsafe{{$}}
// ENDED-NEXT: read of 'text' (4 bytes, line 31) after its end
// FREED: {{^}}Unsafe{{$}}
// FREED-NEXT: after it was freed
// OPEN: {{^}}Unknown: unsupported: variable of the environment, asked for or set before
// SAFE: {{^}}Safe{{$}}
// HOLDS: access: holds
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char held[] = "A=b", other[] = "B=c";
static int set(void) {
  char text[4] = "A=b";
  return putenv(text);
}

int main(void) {
#if CASE == 1
  set();
  char *value = getenv("B"); // VALUES: [[@LINE]]:{{.*}}: access: may fail
  return value && value[0];
#elif CASE == 2
  char *text = malloc(4);
  strcpy(text, "A=b");
  putenv(text);
  free(text);
  system("true");
#elif CASE == 3
  time_t now = 0;
  set();
  return localtime(&now) != NULL;
#elif CASE == 4
  // It may have been another variable that was removed.
  {
    char text[4] = "A=b";
    putenv(text);
    unsetenv("A");
  }
  return getenv("B") != NULL;
#elif CASE == 5
  putenv(held);
  assert(getenv("A") != held + 2);
#elif CASE == 6
  putenv(held);
  char *value = getenv("A");
  if (value && value[0])
    value[0] = 'c';
  assert(held[2] == 'b');
#elif CASE == 7
  putenv(held);
  putenv(other);
  assert(getenv("A") != held + 2 || getenv("B") != other + 2);
#elif CASE == 8
  putenv(held);
  char *value = getenv("A");
  return value ? value[0] : 0;
#elif CASE == 9
  // Without a sign of equality it is removed, and where putenv fails, nothing
  // is held.
  if (set())
    return getenv("A") != NULL;
#else
  char text[] = "A";
  putenv(text);
  return getenv("A") != NULL;
#endif
}
