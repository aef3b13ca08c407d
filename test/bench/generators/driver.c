// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Drives a compiled task. `task inputs V...` replays the values once. `task
// random SEED SECONDS WILD V...` runs the program again and again with values
// drawn from the V, but WILD out of 64 drawn from all integers or small ones.
// Exit code 77: the error was reached; 78: a run died; 0: neither. Prints how
// many runs and draws there were.
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { DrawsPerRun = 200000, ErrorReached = 77, Died = 78 };
static long Left;
static int Random, Wild;
static uint64_t Seed;
static int ValueCount;
static long *Values;
static long *Draws; // shared by all runs

static uint32_t draw(void) {
  Seed ^= Seed << 13, Seed ^= Seed >> 7, Seed ^= Seed << 17;
  return Seed >> 16;
}

static int next(void) {
  if (Left-- <= 0)
    _exit(0);
  if (!Random)
    return *Values++;
  ++*Draws;
  if ((int)(draw() % 64) >= Wild && ValueCount)
    return Values[draw() % ValueCount];
  uint32_t Kind = draw() % 4;
  return Kind == 0 ? (int)draw()
         : Kind == 1 ? (int)(draw() % 256) - 128
                     : (int)(draw() % 2);
}

int __VERIFIER_nondet_int(void) { return next(); }
unsigned __VERIFIER_nondet_uint(void) { return next(); }
unsigned char __VERIFIER_nondet_uchar(void) { return next(); }
_Bool __VERIFIER_nondet_bool(void) { return next() & 1; }
void __VERIFIER_assume(int C) {
  if (!C)
    _exit(0);
}
void reach_error(void) { _exit(ErrorReached); }
void __assert_fail(const char *A, const char *F, unsigned L, const char *N) {
  _exit(ErrorReached);
}

// Returns in each child; the parent ends here.
static void runAgainAndAgain(double Seconds) {
  struct timespec Start, Now;
  clock_gettime(CLOCK_MONOTONIC, &Start);
  Draws = mmap(0, sizeof *Draws, PROT_READ | PROT_WRITE,
               MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (long Run = 0;; ++Run) {
    clock_gettime(CLOCK_MONOTONIC, &Now);
    if (Now.tv_sec - Start.tv_sec + (Now.tv_nsec - Start.tv_nsec) / 1e9 >
        Seconds) {
      printf("runs %ld draws %ld\n", Run, *Draws);
      fflush(stdout);
      _exit(0);
    }
    pid_t Child = fork();
    if (Child == 0) {
      Seed += Run * 1000003;
      for (int I = 0; I < 20; ++I)
        draw();
      alarm(1);
      return;
    }
    int Status;
    waitpid(Child, &Status, 0);
    if (WIFEXITED(Status) && WEXITSTATUS(Status) == ErrorReached)
      _exit(ErrorReached);
    if (WIFSIGNALED(Status) && WTERMSIG(Status) != SIGALRM)
      _exit(Died);
  }
}

__attribute__((constructor)) static void setUp(int Argc, char **Argv) {
  Random = Argc > 1 && !strcmp(Argv[1], "random");
  int First = Random ? 5 : 2;
  ValueCount = Argc > First ? Argc - First : 0;
  Values = malloc((ValueCount + 1) * sizeof *Values);
  for (int I = 0; I < ValueCount; ++I)
    Values[I] = strtol(Argv[First + I], 0, 10);
  Left = Random ? DrawsPerRun : ValueCount;
  if (!Random)
    return;
  Seed = 88172645463325252u + strtoul(Argv[2], 0, 10) * 7919;
  Wild = atoi(Argv[4]);
  runAgainAndAgain(atof(Argv[3]));
}
