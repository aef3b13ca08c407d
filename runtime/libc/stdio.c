/*===- stdio.c - Models of stdio.h ----------------------------------------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Files have any content, and every operation may fail. The functions that
|* print are known to the verifier; scanf and its kin are unknown functions,
|* which may write whatever they are given the address of.
|*
|* snprintf is defined without its variable arguments, which are only read.
|*
\*===----------------------------------------------------------------------===*/

#include "libc.h"

typedef struct file FILE;
enum { EndOfFile = -1 };

int sooth_libc_real_getchar(void);
int sooth_libc_real_fgetc(FILE *f);
int sooth_libc_real_getc(FILE *f);

static int character(int c) {
  sooth_assume(c >= EndOfFile && c <= 255);
  return c;
}

int getchar(void) { return character(sooth_libc_real_getchar()); }
int fgetc(FILE *f) { return character(sooth_libc_real_fgetc(f)); }
int getc(FILE *f) { return character(sooth_libc_real_getc(f)); }

/* A line of any length that fits, a newline only at its end. An error may
   come after some characters. */
char *fgets(char *s, int size, FILE *f) {
  (void)f;
  if (size <= 0)
    return NULL;
  int n = 0;
  while (n < size - 1 && sooth_nondet_libc_bool()) {
    s[n] = sooth_nondet_libc_char();
    if (s[n++] == '\n')
      break;
  }
  if (n == 0 && (size > 1 || sooth_nondet_libc_bool()))
    return NULL;
  if (sooth_nondet_libc_bool())
    return NULL;
  s[n] = 0;
  return s;
}

size_t fread(void *to, size_t size, size_t count, FILE *f) {
  (void)f;
  size_t read = sooth_nondet_libc_size();
  sooth_assume(read <= count);
  for (size_t i = 0; i < size * read; i++)
    ((char *)to)[i] = sooth_nondet_libc_char();
  return size ? read : 0;
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *f) {
  (void)f;
  size_t written = sooth_nondet_libc_size();
  sooth_assume(written <= count);
  for (size_t i = 0; i < size * written; i++)
    (void)((const volatile char *)from)[i];
  return size ? written : 0;
}

/* The text, cut where the buffer ends; how long all of it would be is
   returned, or a negative number for an error. */
int snprintf(char *s, size_t size, const char *format) {
  (void)format;
  int length = sooth_nondet_libc_int();
  size_t n = 0;
  size_t most = length < 0 ? sooth_nondet_libc_size() : length;
  while (n + 1 < size && n < most) {
    s[n] = sooth_nondet_libc_char();
    n++;
  }
  if (size)
    s[n] = 0;
  return length;
}

int vsnprintf(char *s, size_t size, const char *format) {
  return snprintf(s, size, format);
}
