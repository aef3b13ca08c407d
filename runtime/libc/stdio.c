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

int sooth_libc_real_getchar(void);
int sooth_libc_real_fgetc(FILE *f);
int sooth_libc_real_getc(FILE *f);

/* Nobody knows what is in them, nor which of them are open. */
enum { FirstOpened = 3, MostOpened = 256 };
extern FILE __sooth_libc_files[FirstOpened + MostOpened];
FILE *stdin = &__sooth_libc_files[0];
FILE *stdout = &__sooth_libc_files[1];
FILE *stderr = &__sooth_libc_files[2];

/* Asked for with --io-may-fail. */
_Bool sooth_libc_io_may_fail(void);

/* Whether the program may let one of the three lead elsewhere. */
_Bool sooth_libc_sets_streams(void);

/* Whether that is stdout or stderr, as they were at the beginning. */
HIDDEN static _Bool isForPrinting(FILE *f) {
  if (sooth_libc_sets_streams())
    return f == &__sooth_libc_files[1] || f == &__sooth_libc_files[2];
  return f == stdout || f == stderr;
}

/* Whether stdout or stderr was closed, or is another file now. */
HIDDEN static _Bool isReplaced;
HIDDEN static void replace(FILE *f) { isReplaced |= isForPrinting(f); }

HIDDEN static _Bool anyMayFail(void) {
  return sooth_libc_io_may_fail() || isReplaced;
}
HIDDEN static _Bool printingMayFail(FILE *f) {
  return anyMayFail() || !isForPrinting(f);
}

/* What all functions do with a file, which is open. */
__attribute__((nodebug)) void sooth_libc_use_file(FILE *f) {
  if (sooth_libc_checks_accesses())
    checkRead(f, 1);
  else if (!f)
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
  readToEnd(mode);
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

/* In error, before the end. */
HIDDEN static void failToRead(FILE *f) {
  loseKept();
  fail(f);
  isSettled = 1;
  isAtEnd = 0;
}

/* What was written there, or an error. */
HIDDEN static int readOneKept(FILE *f, int c) {
  int next = keptRest() ? (byte)keptText[keptAt] : EndOfFile;
  sooth_assume(c == next || c == EndOfFile);
  if (next == EndOfFile) {
    end(f);
    return next;
  }
  keptAt++;
  if (c == next)
    return next;
  failToRead(f);
  return EndOfFile;
}

HIDDEN static int readOne(FILE *f, int c) {
  if (readsKept(f))
    return readOneKept(f, c);
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
  if (size > 1 && readsKept(f)) {
    if (sooth_nondet_libc_bool()) {
      failToRead(f);
      return NULL;
    }
    while (n < size - 1 && keptRest()) {
      s[n] = keptText[keptAt++];
      if (s[n++] == '\n')
        break;
    }
    if (n == 0 || (n < size - 1 && s[n - 1] != '\n'))
      end(f);
    if (n == 0)
      return NULL;
    s[n] = 0;
    return s;
  }
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

HIDDEN static size_t readAllKept(char *to, size_t n, FILE *f) {
  size_t read = n < keptRest() ? n : keptRest();
  if (sooth_nondet_libc_bool()) {
    size_t before = sooth_nondet_libc_size();
    sooth_assume(before < n && before <= read);
    read = before;
    for (size_t i = 0; i < read; i++)
      to[i] = keptText[keptAt + i];
    failToRead(f);
    return read;
  }
  for (size_t i = 0; i < read; i++)
    to[i] = keptText[keptAt++];
  if (read < n)
    end(f);
  return read;
}

size_t fread(void *to, size_t size, size_t count, FILE *f) {
  sooth_libc_use_file(f);
  if (size && count && readsKept(f))
    return readAllKept(to, size * count, f) / size;
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
  if (isKeptOpen(f))
    keepCharacters(from, size * count, f);
  keepUnless(written < count, f);
  return size ? written : 0;
}

/* EOF, if what is done fails. */
HIDDEN static int done(int result) {
  return sooth_nondet_libc_bool() ? EndOfFile : result;
}

/* The same for what is printed. */
HIDDEN static int printed(FILE *f, int result) {
  if (printingMayFail(f))
    result = done(result);
  keepUnless(result == EndOfFile, f);
  return result;
}

HIDDEN static int putOne(int c, FILE *f) {
  if (isKeptOpen(f)) {
    char character = (char)c;
    keepCharacters(&character, 1, f);
  }
  return printed(f, (byte)c);
}

int fputc(int c, FILE *f) {
  sooth_libc_use_file(f);
  return putOne(c, f);
}
int putc(int c, FILE *f) {
  sooth_libc_use_file(f);
  return putOne(c, f);
}
int putchar(int c) { return putOne(c, stdout); }
int _IO_putc(int c, FILE *f) { return putc(c, f); }

/* Any number that is not negative. */
ANY(int, anyPutResult, "result of puts or fputs")
HIDDEN static int putString(const char *s, FILE *f) {
  readToEnd(s);
  keepString(s, f);
  if (!printingMayFail(f)) {
    keepUnless(0, f);
    return anyPutResult() & __INT_MAX__;
  }
  int n = sooth_nondet_libc_int();
  keepUnless(n < 0, f);
  return n < 0 ? EndOfFile : n;
}
int puts(const char *s) {
  int n = putString(s, stdout);
  if (isKeptOpen(stdout))
    keepCharacters("\n", 1, stdout);
  return n;
}
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
  _Bool fails = anyMayFail();
  if (sooth_libc_sets_streams())
    fails = printingMayFail(stdout);
  return lengthOrError(fails, length);
}
HIDDEN int sooth_libc_printed_to(FILE *f, size_t length) {
  return lengthOrError(printingMayFail(f), length);
}
HIDDEN int sooth_libc_printed_to_number(int file, size_t length) {
  return lengthOrError(anyMayFail() || (file != 1 && file != 2), length);
}

void perror(const char *s) {
  if (s)
    readToEnd(s);
  if (isKeptOpen(stderr))
    loseKept();
}

/* Of all files, if it is null. */
int fflush(FILE *f) {
  if (!f)
    return printed(stdout, 0);
  sooth_libc_use_file(f);
  return printed(f, 0);
}

/* One of a file; which of them nobody knows. */
ANY(byte, anyFile, "which of several files this is")
HIDDEN static FILE *opened(void) {
  if (sooth_nondet_libc_bool())
    return NULL;
  if (sooth_libc_checks_accesses())
    return malloc(sizeof(FILE));
  if (sooth_libc_keeps_files()) {
    /* Nobody compares them there. */
    static int count;
    if (count < MostOpened)
      return &__sooth_libc_files[FirstOpened + count++];
    loseKept();
  }
  return &__sooth_libc_files[FirstOpened + anyFile()];
}

/* The three that are there at the beginning stay in memory. */
HIDDEN static void closeFile(FILE *f) {
  if (sooth_libc_checks_accesses() && f != &__sooth_libc_files[0] &&
      f != &__sooth_libc_files[1] && f != &__sooth_libc_files[2])
    free(f);
}

FILE *fopen(const char *name, const char *mode) {
  readToEnd(name);
  openAs(mode);
  FILE *f = opened();
  if (sooth_libc_keeps_files()) {
    if (!name)
      f = NULL; /* No system has a file of that name. */
    keepOpened(name, mode, f);
  }
  return f;
}
FILE *fdopen(int number, const char *mode) {
  loseKept();
  openAs(mode);
  return opened();
}
FILE *popen(const char *command, const char *mode) {
  readToEnd(command);
  readToEnd(mode);
  sooth_libc_use_environment();
  loseKept();
  return opened();
}
FILE *tmpfile(void) {
  isKnown = 1;
  FILE *f = opened();
  keepTemporary(f);
  return f;
}
FILE *freopen(const char *name, const char *mode, FILE *f) {
  sooth_libc_use_file(f);
  openAs(mode);
  forgetIndicators(f);
  replace(f);
  FILE *result = sooth_nondet_libc_bool() ? NULL : f;
  if (sooth_libc_keeps_files()) {
    closeKept(f, 0); /* Nobody is told whether that fails. */
    keepOpened(name, mode, result);
  }
  return result;
}
int fclose(FILE *f) {
  sooth_libc_use_file(f);
  forgetIndicators(f);
  replace(f);
  int result = done(0);
  closeKept(f, result != 0);
  closeFile(f);
  return result;
}
int pclose(FILE *f) {
  sooth_libc_use_file(f);
  forgetIndicators(f);
  closeFile(f);
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
HIDDEN static void position(FILE *f) {
  sooth_libc_use_file(f);
  forgetIndicators(f);
  isKnown = 1;
}
void rewind(FILE *f) {
  position(f);
  seekKept(f, 1, 0);
}
int fseek(FILE *f, long offset, int from) {
  enum { FromBeginning = 0 };
  position(f);
  int result = done(0);
  seekKept(f, result == 0 && from == FromBeginning && offset >= 0, offset);
  return result;
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
  int result = done((byte)c);
  if (result != EndOfFile)
    pushBackKept(c, f);
  return result;
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
  readToEnd(name);
  touchFiles();
  return done(0);
}
int rename(const char *from, const char *to) {
  readToEnd(from);
  readToEnd(to);
  touchFiles();
  return done(0);
}

/* Told as what happens in the call of scanf: they have no places of their own.
 */
#define SCANS __attribute__((nodebug))

/* What fscanf reads, if that is known; null if not. */
HIDDEN const char *sooth_libc_scan_kept(FILE *f) {
  if (!readsKept(f))
    return NULL;
  if (strlen(keptText + keptAt) != keptRest()) {
    loseKept();
    return NULL;
  }
  return keptText + keptAt;
}

/* Whether nothing can be read from it. */
HIDDEN _Bool sooth_libc_scan_kept_fails(FILE *f) {
  _Bool fails = sooth_nondet_libc_bool();
  if (fails)
    failToRead(f);
  return fails;
}

/* How much of it \p s has read. A file does not go back by more than one
   character, as text does. */
HIDDEN void sooth_libc_scan_kept_end(struct scan *s) {
  isUncertain = 1;
  if (s->state == Mismatched)
    loseKept();
  keptAt += s->at - s->start;
}

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
