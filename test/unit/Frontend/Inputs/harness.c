/* Runs a program once per line of stdin, which holds its inputs, and prints a
   line for each run: the observed values, then how it ended. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern int program_main();

static char *Rest;

static void finish(const char *How) {
  printf("%s\n", How);
  fflush(stdout);
  _exit(0);
}

static long long next(void) {
  char *End;
  long long Value = strtoll(Rest, &End, 10);
  if (End == Rest)
    finish("exhausted");
  Rest = End;
  return Value;
}

_Bool __VERIFIER_nondet_bool(void) { return next() & 1; }
char __VERIFIER_nondet_char(void) { return next(); }
unsigned char __VERIFIER_nondet_uchar(void) { return next(); }
short __VERIFIER_nondet_short(void) { return next(); }
unsigned short __VERIFIER_nondet_ushort(void) { return next(); }
int __VERIFIER_nondet_int(void) { return next(); }
unsigned __VERIFIER_nondet_uint(void) { return next(); }
long __VERIFIER_nondet_long(void) { return next(); }
unsigned long __VERIFIER_nondet_ulong(void) { return next(); }

void native_observe(long long Value) { printf("%lld ", Value); }
void native_exit(int Code) { finish("stuck"); }
void reach_error(void) { finish("reach_error() is reached"); }
void __VERIFIER_assume(int Condition) {
  if (!Condition)
    finish("stuck");
}
void __assert_fail(const char *Text, const char *File, unsigned Line,
                   const char *Function) {
  printf("assertion '%s' failed\n", Text);
  fflush(stdout);
  _exit(0);
}

static void onSignal(int Signal) {
  finish(Signal == SIGILL ? "check" : Signal == SIGALRM ? "timeout" : "stuck");
}

int main(void) {
  static char Line[4096];
  while (fgets(Line, sizeof Line, stdin)) {
    fflush(stdout);
    pid_t Child = fork();
    if (Child == 0) {
      signal(SIGFPE, onSignal);
      signal(SIGABRT, onSignal);
      signal(SIGILL, onSignal);
      signal(SIGALRM, onSignal);
      alarm(5);
      Rest = Line;
      program_main();
      finish("end");
    }
    waitpid(Child, NULL, 0);
  }
  return 0;
}
