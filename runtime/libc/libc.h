/*===- libc.h - What the models of the C library share --------------------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The models define functions of the C library for the verifier: as the
|* standard describes them, in the plainest way, without regard to speed. Only
|* those that a program uses and does not define itself are linked with it.
|* What the standard leaves open is arbitrary; memory is accessed exactly where
|* the function may access it, so that a caller's mistake is found here.
|*
|* Values from outside come from sooth_libc_real_F() where they are what the
|* real F returns, so that a replay can make it return them, and else from
|* sooth_nondet_libc_TYPE().
|*
\*===----------------------------------------------------------------------===*/

#ifndef SOOTH_LIBC_H
#define SOOTH_LIBC_H

typedef __SIZE_TYPE__ size_t;
typedef unsigned char byte;
#define NULL ((void *)0)

/* What is of no interest to people. */
#define HIDDEN __attribute__((nodebug))

/* Texts are compared character by character, and numbers have a point, until
   another locale is asked for. */
HIDDEN static _Bool isOtherLocale;

void sooth_assume(_Bool condition);
_Bool sooth_nondet_libc_bool(void);
char sooth_nondet_libc_char(void);
int sooth_nondet_libc_int(void);
/* Any number of which only those with the sign of \p order are used: order itself
   where nobody sees more of it than that (Passes/SignResults.h). */
int sooth_nondet_libc_int_like(int order);
short sooth_nondet_libc_short(void);
long sooth_nondet_libc_long(void);
long long sooth_nondet_libc_long_long(void);
float sooth_nondet_libc_float(void);
double sooth_nondet_libc_double(void);
size_t sooth_nondet_libc_size(void);

/* Whether it matters what is read. */
_Bool sooth_libc_checks_accesses(void);

/* A function whose result is determined in a way that is not modelled: a
   violation that depends on it is not claimed. \p what tells people. No run
   should depend on one where nobody asks for the value: that is why bounds are
   not assumed, and values are chosen without branches. */
#define ANY(type, name, what)                                                  \
  type name(void) __asm__("sooth.any.of.library." what);

/* Where a model has no room for what the real library would do: nothing is
   known of the rest of the run. */
void undefinedFrom(const char *what)
    __asm__("sooth.undefined") __attribute__((noreturn));
#define noRoom() undefinedFrom("more than the C library's model has room for")

/* As the pass check-memory has it: whether \p n bytes may be read. */
void checkRead(const void *p, unsigned long long n) __asm__("sooth.check.read");

/* What a function may read, though its result is known before. */
HIDDEN static inline void readAll(const void *p, size_t n) {
  if (sooth_libc_checks_accesses())
    checkRead(p, n);
}

/* The same of a text. */
HIDDEN static inline void readToEnd(const char *s) {
  if (sooth_libc_checks_accesses())
    for (size_t n = 0; s[n]; n++)
      ;
}

/* The same for bytes that a function copies: those that it writes and those
   that it reads must have none in common; if \p countsSame, not even where it
   copies to the same place. The second one is for runs of which nobody asks. */
void checkOverlap(const void *to, unsigned long long n, const void *from,
                  unsigned long long m,
                  _Bool countsSame) __asm__("sooth.check.overlap");
void expectApart(const void *to, unsigned long long n, const void *from,
                 unsigned long long m,
                 _Bool countsSame) __asm__("sooth.check.apart");

HIDDEN static inline void apart(const void *to, size_t n, const void *from,
                                size_t m) {
  if (sooth_libc_checks_accesses())
    checkOverlap(to, n, from, m, 1);
  else
    expectApart(to, n, from, m, 1);
}

typedef struct file {
  char parts[216];
} FILE;
enum { EndOfFile = -1 };

/* How far sscanf has come (scan.c). */
struct scan {
  const char *start, *at;
  /* Conversions that were done, with and without "*". */
  int assigned, converted;
  enum { Goes, Ended, Mismatched } state;
  /* Whether the next conversion has no "*". */
  int assigns;
};

void *malloc(size_t size);
void free(void *p);

/* Reads text that ends after \p precision characters, or, if that is negative,
   with a 0; only if accesses matter. */
void sooth_libc_read_string(const char *s, int precision);

void sooth_libc_use_file(FILE *f);

/* Looks for a variable. */
void sooth_libc_use_environment(void);

size_t strlen(const char *s);
int isspace(int c);
int tolower(int c);

/* Any number with the sign of \p order. */
static inline int signOf(int order) {
  if (order == 0)
    return 0;
  int n = sooth_nondet_libc_int_like(order);
  sooth_assume(order < 0 ? n < 0 : n > 0);
  return n;
}

#endif
