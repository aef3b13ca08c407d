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

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
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

/* With functions of the library that no run takes the place of. */
static void sooth_tell(const char *what) {
  fflush_unlocked(stdout);
  fputs_unlocked(what, stderr);
}

static void sooth_end(const char *what, const char *where, int code) {
  sooth_tell("sooth replay: ");
  sooth_tell(what);
  sooth_tell(": ");
  sooth_tell(where);
  sooth_tell("\n");
  _Exit(code);
}

__attribute__((unused)) static const struct sooth_value *
sooth_next(struct sooth_input *input) {
  if (input->used == input->count)
    sooth_end("no more values for", input->function, 3);
  return &input->values[input->used++];
}

#define SOOTH_WEAK __attribute__((weak))
/* Gives variables without initializer a value: compiled with the options that
   the command names, each function calls __fentry__ before it has any. That
   writes sooth_stack again and again over where they will be. */
#define SOOTH_PAINTED __attribute__((used, visibility("hidden")))
#ifdef __x86_64__
#define SOOTH_PAINT                                                            \
  __asm__(".text\n"                                                            \
          ".globl __fentry__\n"                                                \
          ".type __fentry__,@function\n"                                       \
          "__fentry__:\n"                                                      \
          "  movq %rax, -16400(%rsp)\n"                                        \
          "  movq %rcx, -16408(%rsp)\n"                                        \
          "  leaq -16384(%rsp), %rcx\n"                                        \
          "1:\n"                                                               \
          "  movq sooth_stack(%rip), %rax\n"                                   \
          "  movq %rax, (%rcx)\n"                                              \
          "  movq sooth_stack+8(%rip), %rax\n"                                 \
          "  movq %rax, 8(%rcx)\n"                                             \
          "  addq $16, %rcx\n"                                                 \
          "  cmpq %rsp, %rcx\n"                                                \
          "  jb 1b\n"                                                          \
          "  movq -16400(%rsp), %rax\n"                                        \
          "  movq -16408(%rsp), %rcx\n"                                        \
          "  ret\n");
#else
#define SOOTH_PAINT
#endif

/* An environment of so many variables without content. */
__attribute__((unused)) static char **sooth_environment(unsigned long count) {
  char **all = malloc((count + 1) * sizeof *all);
  for (unsigned long i = 0; i < count; i++)
    all[i] = (char *)"";
  all[count] = 0;
  return all;
}

/* What is called before a sanitizer is ready. */
#if __has_attribute(disable_sanitizer_instrumentation)
#define SOOTH_PLAIN __attribute__((disable_sanitizer_instrumentation))
#else
#define SOOTH_PLAIN
#endif

/* What the program's functions call that are compiled to say when they begin.
 */
#define SOOTH_UNWATCHED                                                        \
  SOOTH_PLAIN __attribute__((no_instrument_function, weak))
SOOTH_UNWATCHED void sooth_reached(void *from) {
  (void)from;
  sooth_end("violation reached", sooth_violation, 1);
}

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

/* Where <assert.h> is missing. */
SOOTH_WEAK void sooth_undeclared_assert(int condition) __asm__("assert");
void sooth_undeclared_assert(int condition) {
  if (!condition)
    sooth_end("violation reached", sooth_violation, 1);
}

/* The C library's way to fail an assertion. */
SOOTH_WEAK void __assert_fail(const char *condition, const char *file,
                              unsigned int line, const char *function) {
  char text[4096];
  snprintf(text, sizeof text, "%s:%u: %s: %s", file, line,
           function ? function : "", condition);
  sooth_end("violation reached", text, 1);
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
