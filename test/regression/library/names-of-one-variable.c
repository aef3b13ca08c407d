// glibc has some of its variables under several names.
// RUN: sooth %s | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DOTHER | FileCheck %s
// RUN: not sooth %s -DNO_MAIN | FileCheck %s
// SAFE: {{^}}Safe{{$}}
// CHECK: {{^}}Unsafe{{$}}
// CHECK-NEXT: assertion 'environ == settings' failed
#include <assert.h>

extern char **environ, **_environ, **__environ;
extern int daylight, __daylight, signgam, __signgam;
extern long timezone, __timezone;
extern char *tzname[2], *__tzname[2];
extern char *program_invocation_name, *__progname_full;
extern char *program_invocation_short_name, *__progname;

static char name[] = "a";

void set(char **settings) {
  environ = settings;
  __environ = 0;
  assert(environ == settings);
}

#ifndef NO_MAIN
int main(void) {
  char *settings[] = {0};
#ifdef OTHER
  set(settings);
#endif
  environ = settings;
  assert(_environ == settings && __environ == settings);
  daylight = 3;
  assert(__daylight == 3);
  __signgam = 4;
  assert(signgam == 4);
  timezone = 5;
  assert(__timezone == 5);
  __tzname[1] = name;
  assert(tzname[1] == name);
  program_invocation_name = name;
  assert(__progname_full == name);
  __progname = name;
  assert(program_invocation_short_name == name);
}
#endif
