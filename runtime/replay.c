/*===- replay.c - Runs a program with recorded inputs
----------------------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The fixed part of every harness. What the verifier found follows below: the
|* values that each input function returns, call by call, and what is in memory
|* that the program reads and never wrote.
|*
|* exit code 1: the violation was reached
|*           2: an assumption was false
|*           3: an input function was called more often than recorded
|*
|* Everything is weak, so that what the program defines itself prevails.
|*
\*===----------------------------------------------------------------------===*/

#include <stdio.h>
#include <stdlib.h>

/* Values as their lowest 128 bits, low half first. */
struct sooth_value {
  unsigned long long low, high;
};

/* An allocation of the run: whether it fails, and what is in it before anything
   is written there; zeros after the bytes that are known. */
struct sooth_allocation {
  unsigned long size;
  int fails;
  const unsigned char *bytes;
  unsigned long known;
  unsigned long at; /* inverted, so that a leak stays one */
};

struct sooth_input {
  const char *function;
  const struct sooth_value *values;
  unsigned long count, used;
};

/* Where the verifier found the violation; defined below. */
extern const char sooth_violation[];

static void sooth_end(const char *what, const char *where, int code) {
  fflush(stdout);
  fprintf(stderr, "sooth replay: %s: %s\n", what, where);
  fflush(stderr);
  _Exit(code);
}

__attribute__((unused)) static const struct sooth_value *
sooth_next(struct sooth_input *input) {
  if (input->used == input->count)
    sooth_end("no more values for", input->function, 3);
  return &input->values[input->used++];
}

#define SOOTH_WEAK __attribute__((weak))
#define SOOTH_UNCHECKED                                                        \
  __attribute__((noinline, no_sanitize("address", "memory")))

/* Fills the part of the stack that the functions called next have their
   variables in. That is as near as one can get to giving uninitialized
   variables a value: it works where nothing else was there in between. */
__attribute__((unused)) SOOTH_UNCHECKED static void
sooth_paint_stack(const unsigned char pattern[16]) {
  volatile unsigned char area[1 << 16] __attribute__((aligned(16)));
  for (unsigned i = 0; i < sizeof area; i++)
    area[i] = pattern[i % 16];
}

/* Keeps what is called next away from what sooth_paint_stack itself needed. */
#define SOOTH_GAP                                                              \
  volatile char sooth_gap[128];                                                \
  sooth_gap[0] = 0

SOOTH_WEAK void reach_error(void) {
  sooth_end("violation reached", sooth_violation, 1);
}
SOOTH_WEAK void __VERIFIER_error(void) {
  sooth_end("violation reached", sooth_violation, 1);
}
SOOTH_WEAK void sooth_error(void) {
  sooth_end("violation reached", sooth_violation, 1);
}
SOOTH_WEAK void sooth_assert(_Bool condition) {
  if (!condition)
    sooth_end("violation reached", sooth_violation, 1);
}
SOOTH_WEAK void __VERIFIER_assert(int condition) {
  if (!condition)
    sooth_end("violation reached", sooth_violation, 1);
}
SOOTH_WEAK void sooth_assume(_Bool condition) {
  if (!condition)
    sooth_end("assumption is false", "the run would end here", 2);
}
SOOTH_WEAK void __VERIFIER_assume(int condition) {
  if (!condition)
    sooth_end("assumption is false", "the run would end here", 2);
}

/* The C library's way to fail an assertion. */
SOOTH_WEAK void __assert_fail(const char *condition, const char *file,
                              unsigned int line, const char *function) {
  fflush(stdout);
  fprintf(stderr, "sooth replay: violation reached: %s:%u: %s: %s\n", file,
          line, function ? function : "", condition);
  fflush(stderr);
  _Exit(1);
}

/* Checks that end in a trap: compile with -fsanitize=... -fsanitize-trap, as
   the verifier did; a division by zero needs no help to trap. */
#include <signal.h>

static void sooth_trapped(int signal) {
  (void)signal;
  sooth_end("violation reached", sooth_violation, 1);
}

__attribute__((constructor)) static void sooth_catch_traps(void) {
  signal(SIGILL, sooth_trapped);
  signal(SIGTRAP, sooth_trapped);
  signal(SIGFPE, sooth_trapped);
}
