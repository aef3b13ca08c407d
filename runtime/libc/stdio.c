/*===- stdio.c - Models of stdio.h ----------------------------------------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Files have any content, and every operation may fail, but printing does only
|* where it is not to stdout or stderr, or if that is asked for. scanf and
|* fscanf become calls of models for each conversion (ScanCalls.h in
|* lib/Frontend/LLVM/CLibrary).
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

/* Asked for with --io-may-fail. */
_Bool sooth_libc_io_may_fail(void);

/* Whether stdout or stderr was closed, or is another file now. */
HIDDEN static _Bool isReplaced;
HIDDEN static void replace(FILE *f) {
  isReplaced |= f == stdout || f == stderr;
}

HIDDEN static _Bool anyMayFail(void) {
  return sooth_libc_io_may_fail() || isReplaced;
}
HIDDEN static _Bool printingMayFail(FILE *f) {
  return anyMayFail() || (f != stdout && f != stderr);
}

/* What all functions do with a file. */
__attribute__((nodebug)) void sooth_libc_use_file(FILE *f) {
  if (!f)
    (void)*(volatile char *)f;
}

/* Where a read found no more: the file, and why, once somebody asked. Nobody
   keeps account of two files, or of what happens after the file was positioned:
   then indicators are any. */
HIDDEN static FILE *failed;
HIDDEN static _Bool isSettled, isAtEnd, isUncertain;
/* Whether it was not at the end when somebody asked. */
HIDDEN static _Bool wasNotAtEnd;
ANY(_Bool, anyIndicator, "indicator of a file")
ANY(int, anyAgain, "character that was read before")
ANY(long, anyPosition, "position in a file")
/* Whether what is read may be known: it was pushed back or written. */
HIDDEN static _Bool isKnown;
/* Whether a file was opened to be written: one that is opened to be read after
   that may be the same. */
HIDDEN static _Bool isWritten;

HIDDEN static void openAs(const char *mode) {
  sooth_libc_read_string(mode, -1);
  _Bool both = mode[0] && (mode[1] == '+' || (mode[1] && mode[2] == '+'));
  isKnown |= isWritten && (mode[0] == 'r' || both);
  isWritten |= mode[0] != 'r' || both;
}

HIDDEN static void fail(FILE *f) {
  /* Of another one, or once more after an error. */
  if (failed && (failed != f || (isSettled && !isAtEnd)))
    isUncertain = 1;
  if (failed != f)
    isSettled = wasNotAtEnd = 0;
  failed = f;
}

HIDDEN static void end(FILE *f) {
  fail(f);
  isSettled = isAtEnd = 1;
}

HIDDEN static void forgetIndicators(FILE *f) {
  if (failed)
    isUncertain = 1;
}

/* At the end nothing follows. */
HIDDEN static _Bool mayRead(FILE *f) {
  return failed != f || !isSettled || !isAtEnd || isUncertain;
}

HIDDEN static int readOne(FILE *f, int c) {
  sooth_assume(c >= EndOfFile && c <= 255);
  sooth_assume(c == EndOfFile || mayRead(f));
  if (isKnown) {
    c = (int)((unsigned)anyAgain() % 257) - 1;
  }
  if (c == EndOfFile)
    fail(f);
  return c;
}

int sooth_libc_real_getchar(void);
int sooth_libc_real_fgetc(FILE *f);
int sooth_libc_real_getc(FILE *f);

int getchar(void) { return readOne(stdin, sooth_libc_real_getchar()); }
int fgetc(FILE *f) {
  sooth_libc_use_file(f);
  return readOne(f, sooth_libc_real_fgetc(f));
}
int getc(FILE *f) {
  sooth_libc_use_file(f);
  return readOne(f, sooth_libc_real_getc(f));
}

/* As old headers have it. */
int _IO_getc(FILE *f) { return getc(f); }

HIDDEN static char readChar(void) {
  return isKnown ? (char)anyAgain() : sooth_nondet_libc_char();
}

/* A line of any length that fits, a newline only at its end. An error may
   come after some characters. */
char *fgets(char *s, int size, FILE *f) {
  sooth_libc_use_file(f);
  if (size <= 0)
    return NULL;
  int n = 0;
  while (n < size - 1 && sooth_nondet_libc_bool()) {
    s[n] = readChar();
    if (s[n++] == '\n')
      break;
  }
  if (n == 0 && (size > 1 || sooth_nondet_libc_bool())) {
    fail(f);
    return NULL;
  }
  if (sooth_nondet_libc_bool()) {
    fail(f);
    return NULL;
  }
  sooth_assume(mayRead(f));
  s[n] = 0;
  if (n < size - 1 && s[n - 1] != '\n')
    end(f);
  return s;
}

ANY(char, anyPart, "element that is read in part")

size_t fread(void *to, size_t size, size_t count, FILE *f) {
  sooth_libc_use_file(f);
  size_t read = sooth_nondet_libc_size();
  sooth_assume(read <= count);
  for (size_t i = 0; i < size * read; i++)
    ((char *)to)[i] = readChar();
  if (!size)
    return 0;
  /* A part of one more element may have been read: what is there is open. */
  if (read < count)
    for (size_t i = 0; i + 1 < size; i++)
      ((char *)to)[size * read + i] = anyPart();
  sooth_assume(read == 0 || mayRead(f));
  if (read < count)
    fail(f);
  return read;
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *f) {
  sooth_libc_use_file(f);
  size_t written = count;
  if (printingMayFail(f)) {
    written = sooth_nondet_libc_size();
    sooth_assume(written <= count);
  }
  readAll(from, size * count);
  return size ? written : 0;
}

/* EOF, if what is done fails. */
HIDDEN static int done(int result) {
  return sooth_nondet_libc_bool() ? EndOfFile : result;
}

/* The same for what is printed. */
HIDDEN static int printed(FILE *f, int result) {
  return printingMayFail(f) ? done(result) : result;
}

int fputc(int c, FILE *f) {
  sooth_libc_use_file(f);
  return printed(f, (byte)c);
}
int putc(int c, FILE *f) {
  sooth_libc_use_file(f);
  return printed(f, (byte)c);
}
int putchar(int c) { return printed(stdout, (byte)c); }
int _IO_putc(int c, FILE *f) { return putc(c, f); }

/* Any number that is not negative. */
ANY(int, anyPutResult, "result of puts or fputs")
HIDDEN static int putString(const char *s, FILE *f) {
  sooth_libc_read_string(s, -1);
  if (!printingMayFail(f))
    return anyPutResult() & __INT_MAX__;
  int n = sooth_nondet_libc_int();
  return n < 0 ? EndOfFile : n;
}
int puts(const char *s) { return putString(s, stdout); }
int fputs(const char *s, FILE *f) {
  sooth_libc_use_file(f);
  return putString(s, f);
}

/* What printf, fprintf and dprintf return for \p length characters. No
   assumption, so that nothing is left where nobody asks. */
HIDDEN static int lengthOrError(_Bool fails, size_t length) {
  if (!fails)
    return (int)length;
  int n = sooth_nondet_libc_int();
  return n < 0 ? n : (int)length;
}
HIDDEN int sooth_libc_printed(size_t length) {
  return lengthOrError(anyMayFail(), length);
}
HIDDEN int sooth_libc_printed_to(FILE *f, size_t length) {
  return lengthOrError(printingMayFail(f), length);
}
HIDDEN int sooth_libc_printed_to_number(int file, size_t length) {
  return lengthOrError(anyMayFail() || (file != 1 && file != 2), length);
}

void perror(const char *s) {
  if (s)
    sooth_libc_read_string(s, -1);
}

/* Of all files, if it is null. */
int fflush(FILE *f) { return f ? printed(f, 0) : printed(stdout, 0); }

/* One of a file; which of them nobody knows. */
ANY(byte, anyFile, "which of several files this is")
HIDDEN static FILE *opened(void) {
  return sooth_nondet_libc_bool() ? NULL : &__sooth_libc_files[3 + anyFile()];
}

FILE *fopen(const char *name, const char *mode) {
  sooth_libc_read_string(name, -1);
  openAs(mode);
  return opened();
}
FILE *fdopen(int number, const char *mode) {
  openAs(mode);
  return opened();
}
FILE *popen(const char *command, const char *mode) {
  sooth_libc_read_string(command, -1);
  sooth_libc_read_string(mode, -1);
  return opened();
}
FILE *tmpfile(void) {
  isKnown = 1;
  return opened();
}
FILE *freopen(const char *name, const char *mode, FILE *f) {
  sooth_libc_use_file(f);
  openAs(mode);
  forgetIndicators(f);
  replace(f);
  return sooth_nondet_libc_bool() ? NULL : f;
}
int fclose(FILE *f) {
  sooth_libc_use_file(f);
  forgetIndicators(f);
  replace(f);
  return done(0);
}
int pclose(FILE *f) {
  sooth_libc_use_file(f);
  forgetIndicators(f);
  int n = sooth_nondet_libc_int();
  return n < 0 ? -1 : n;
}

/* glibc returns 1 for "yes". Before any read fails, no file is at its end; and
   one that has failed is at its end or in error. */
int feof(FILE *f) {
  sooth_libc_use_file(f);
  _Bool result = sooth_nondet_libc_bool();
  if (isUncertain || (failed && failed != f))
    return anyIndicator();
  if (wasNotAtEnd)
    sooth_assume(!result);
  else if (isSettled && !isAtEnd && result)
    return anyIndicator(); /* In error, and at the end as well. */
  sooth_assume(failed ? result || !isSettled || !isAtEnd : !result);
  wasNotAtEnd = failed && !result;
  isSettled = failed != NULL;
  isAtEnd = result;
  return result;
}

/* What was written may have failed, too. */
int ferror(FILE *f) {
  sooth_libc_use_file(f);
  _Bool result = sooth_nondet_libc_bool();
  if (isUncertain || failed != f || (isSettled && isAtEnd))
    return anyIndicator();
  if (isSettled)
    sooth_assume(result);
  isSettled = 1;
  isAtEnd = !result;
  return result;
}

void clearerr(FILE *f) {
  sooth_libc_use_file(f);
  forgetIndicators(f);
}

/* What is read next may have been read or written before. */
void rewind(FILE *f) {
  sooth_libc_use_file(f);
  forgetIndicators(f);
  isKnown = 1;
}
int fseek(FILE *f, long offset, int from) {
  rewind(f);
  return done(0);
}
int fseeko(FILE *f, long offset, int from) { return fseek(f, offset, from); }

/* Where that is depends on what was done before. */
long ftell(FILE *f) {
  sooth_libc_use_file(f);
  long position = anyPosition();
  return position | -(long)(position < 0);
}
long ftello(FILE *f) { return ftell(f); }

int ungetc(int c, FILE *f) {
  sooth_libc_use_file(f);
  if (c == EndOfFile)
    return EndOfFile;
  forgetIndicators(f);
  isKnown = 1;
  return done((byte)c);
}

enum { Unbuffered = 2, UsualSize = 8192 };

/* Until the file is closed, what a buffer holds is open, and it must be there.
   Nobody keeps account of that. Called where others may use it, too. */
void sooth_libc_lend_buffer(char *buffer, int mode) {
  if (buffer && mode != Unbuffered)
    undefinedFrom("use of a buffer that belongs to a file");
}

HIDDEN static void useBuffer(char *buffer, size_t size) {
  readAll(buffer, size);
  if (__builtin_dynamic_object_size(buffer, 0) < size)
    undefinedFrom("buffer that is smaller than a file is told");
}

int setvbuf(FILE *f, char *buffer, int mode, size_t size) {
  sooth_libc_use_file(f);
  if (buffer && mode != Unbuffered)
    useBuffer(buffer, size);
  return done(0);
}
void setbuf(FILE *f, char *buffer) {
  sooth_libc_use_file(f);
  if (buffer)
    useBuffer(buffer, UsualSize);
}

int remove(const char *name) {
  sooth_libc_read_string(name, -1);
  return done(0);
}
int rename(const char *from, const char *to) {
  sooth_libc_read_string(from, -1);
  sooth_libc_read_string(to, -1);
  return done(0);
}

/* Told as what happens in the call of scanf: they have no places of their own.
 */
#define SCANS __attribute__((nodebug))

/* How many of the conversions assign something; negative at the end. */
SCANS int sooth_libc_scan_result(int conversions) {
  int n = sooth_nondet_libc_int();
  sooth_assume(n >= EndOfFile && n <= conversions);
  isUncertain = 1; /* Reading a number may come to the end. */
  return n;
}

#define SCAN(NAME, TYPE)                                                       \
  ANY(TYPE, anyKnown_##NAME, "number that was written before, as " #NAME)      \
  SCANS void sooth_libc_scan_##NAME(int assigned, TYPE *to) {                  \
    if (assigned)                                                              \
      *to = isKnown ? anyKnown_##NAME() : sooth_nondet_libc_##NAME();          \
  }

/* Of so few characters that the number is not above \p most, or, if it has a
   sign, not below -\p least. */
#define SCAN_INTEGER(NAME, TYPE)                                               \
  SCAN(NAME, TYPE)                                                             \
  SCANS void sooth_libc_scan_narrow_##NAME(                                    \
      int assigned, TYPE *to, unsigned long long most,                         \
      unsigned long long least) {                                              \
    if (assigned) {                                                            \
      unsigned TYPE x =                                                        \
          isKnown ? anyKnown_##NAME() : sooth_nondet_libc_##NAME();            \
      unsigned TYPE minus = -x;                                                \
      sooth_assume(x <= most || minus <= least);                               \
      *to = x;                                                                 \
    }                                                                          \
  }
SCAN_INTEGER(char, char)
SCAN_INTEGER(short, short)
SCAN_INTEGER(int, int)
SCAN_INTEGER(long_long, long long)

/* Which of these numbers fit into few characters is left open. */
#define SCAN_REAL(NAME, TYPE)                                                  \
  SCAN(NAME, TYPE)                                                             \
  ANY(TYPE, anyScanned_##NAME,                                                 \
      "number that scanf reads with a width, as " #NAME)                         \
  SCANS void sooth_libc_scan_narrow_##NAME(int assigned, TYPE *to) {           \
    if (assigned)                                                              \
      *to = anyScanned_##NAME();                                               \
  }
SCAN_REAL(float, float)
SCAN_REAL(double, double)

/* %c: as many characters as the width says, or one. */
SCANS void sooth_libc_scan_characters(int assigned, char *to, int width) {
  for (int i = 0; assigned && i < (width ? width : 1); i++)
    to[i] = isKnown ? (char)anyAgain() : sooth_nondet_libc_char();
}

SCANS static _Bool isIn(const byte *set, int length, byte c);

/* %[: any text of the set's characters, as long as the width allows. */
SCANS void sooth_libc_scan_set(int assigned, char *to, int width,
                               const char *set, int length, _Bool isIncluded) {
  size_t n = 0;
  if (!assigned)
    return;
  do {
    char c = isKnown ? (char)anyAgain() : sooth_nondet_libc_char();
    sooth_assume(isIn((const byte *)set, length, c) == isIncluded);
    to[n++] = c;
  } while ((!width || n < (size_t)width) && sooth_nondet_libc_bool());
  to[n] = 0;
}

/* %s: any without white space. */
SCANS void sooth_libc_scan_string(int assigned, char *to, int width) {
  size_t n = 0;
  if (!assigned)
    return;
  do {
    char c = isKnown ? (char)anyAgain() : sooth_nondet_libc_char();
    sooth_assume(!isspace((byte)c));
    to[n++] = c;
  } while ((!width || n < (size_t)width) && sooth_nondet_libc_bool());
  to[n] = 0;
}
