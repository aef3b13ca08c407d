/*===- stdio.c - Models of stdio.h ----------------------------------------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Files have any content, and every operation may fail. scanf and fscanf become
|* calls of models for each conversion (lib/Frontend/LLVM/ScanCalls.h).
|*
\*===----------------------------------------------------------------------===*/

#include "libc.h"

typedef struct file {
  char parts[216];
} FILE;
enum { EndOfFile = -1 };

int sooth_libc_real_getchar(void);
int sooth_libc_real_fgetc(FILE *f);
int sooth_libc_real_getc(FILE *f);

/* Nobody knows what is in them, nor which of them are open. */
extern FILE __sooth_libc_files[];
FILE *stdin = &__sooth_libc_files[0];
FILE *stdout = &__sooth_libc_files[1];
FILE *stderr = &__sooth_libc_files[2];

/* What all functions do with a file. */
__attribute__((nodebug)) void sooth_libc_use_file(FILE *f) {
  if (!f)
    (void)*(volatile char *)f;
}

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

/* Told as what happens in the call of scanf: they have no places of their own.
 */
#define SCANS __attribute__((nodebug))

/* How many of the conversions assign something; negative at the end. */
SCANS int sooth_libc_scan_result(int conversions) {
  int n = sooth_nondet_libc_int();
  sooth_assume(n >= EndOfFile && n <= conversions);
  return n;
}

#define SCAN(NAME, TYPE)                                                       \
  SCANS void sooth_libc_scan_##NAME(int assigned, TYPE *to, int width) {       \
    (void)width;                                                               \
    if (assigned)                                                              \
      *to = sooth_nondet_libc_##NAME();                                        \
  }
SCAN(char, char)
SCAN(short, short)
SCAN(int, int)
SCAN(long_long, long long)
SCAN(float, float)
SCAN(double, double)

/* %c: as many characters as the width says, or one. */
SCANS void sooth_libc_scan_characters(int assigned, char *to, int width) {
  for (int i = 0; assigned && i < (width ? width : 1); i++)
    to[i] = sooth_nondet_libc_char();
}

/* %[: any text, as long as the width allows. */
SCANS void sooth_libc_scan_set(int assigned, char *to, int width) {
  size_t n = 0;
  if (!assigned)
    return;
  do
    to[n++] = sooth_nondet_libc_char();
  while ((!width || n < (size_t)width) && sooth_nondet_libc_bool());
  to[n] = 0;
}

/* %s: the same without white space. */
SCANS void sooth_libc_scan_string(int assigned, char *to, int width) {
  size_t n = 0;
  if (!assigned)
    return;
  do {
    char c = sooth_nondet_libc_char();
    sooth_assume(!isspace((byte)c));
    to[n++] = c;
  } while ((!width || n < (size_t)width) && sooth_nondet_libc_bool());
  to[n] = 0;
}
