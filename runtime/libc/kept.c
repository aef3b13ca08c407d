/*===- kept.c - A file that is written and then read ----------------------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* What a program writes to a file from its beginning is what it reads there,
|* until anything happens that this does not follow: more than fits, two files
|* that are open to be written, a failure that somebody asked about, another way
|* to write. Taken for granted is that nobody else changes the file, and that
|* what fails is told by a result that the program asks for. If --io-may-fail
|* asks for the strict view, or the program calls functions that nobody knows,
|* no file is kept.
|*
\*===----------------------------------------------------------------------===*/

#include "libc.h"

extern FILE *stdin, *stdout, *stderr;

/* Whether the program may write a file and read it again. */
_Bool sooth_libc_keeps_files(void);

/* So that nothing is left of it where none is kept. */
#define KEPT HIDDEN static inline __attribute__((always_inline))

enum { MostKept = 256, MostName = 64 };

/* Where it is Written or Read, and kept is null, it could not be opened: the
   state does not depend on that, as it depends on nothing that is not known in
   most programs. */
HIDDEN static enum { NoFile, Written, Closed, Read, Lost } keptState;
/* Which file that is, while it is open. */
HIDDEN static FILE *kept;
HIDDEN static enum { Unnamed, Temporary, Named } keptNamed;
HIDDEN static _Bool isKeptUpdated;
HIDDEN static char keptName[MostName];
HIDDEN static char keptText[MostKept + 1];
HIDDEN static size_t keptLength, keptAt;
/* Whether the next function's result is of no interest to the program. */
HIDDEN static _Bool isUnasked;

KEPT _Bool isKeptIn(int state, FILE *f) {
  return sooth_libc_keeps_files() && (int)keptState == state && f == kept;
}

KEPT _Bool isKeptOpen(FILE *f) {
  return isKeptIn(Written, f) || isKeptIn(Read, f);
}

/* For good: from here on several files may be open, or positions open. */
KEPT void loseKept(void) {
  if (sooth_libc_keeps_files())
    keptState = Lost;
}

HIDDEN void sooth_libc_lose_kept(void) { loseKept(); }

HIDDEN void sooth_libc_lose_kept_in(FILE *f) {
  if (isKeptOpen(f))
    loseKept();
}

HIDDEN FILE *sooth_libc_stdin(void) { return stdin; }
HIDDEN FILE *sooth_libc_stdout(void) { return stdout; }

/* What could not be opened is not open. */
HIDDEN static void settleKept(void) {
  if (keptState == Written && !kept)
    keptState = NoFile;
  if (keptState == Read && !kept)
    keptState = Closed;
}

/* What happens to files by their names. */
KEPT void touchFiles(void) {
  if (sooth_libc_keeps_files()) {
    settleKept();
    keptState = keptState == NoFile || keptState == Closed ? NoFile : Lost;
  }
}

HIDDEN void sooth_libc_result_unasked(void) { isUnasked = 1; }

/* What was done with the result \p fails. */
KEPT void keepUnless(_Bool fails, FILE *f) {
  if (!sooth_libc_keeps_files())
    return;
  if (fails && !isUnasked && isKeptOpen(f))
    loseKept();
  isUnasked = 0;
}

/* The last one that tmpnam made: as many characters as it may have. */
enum { MostTemporary = 20 };
HIDDEN static char temporaryName[MostTemporary];
/* Whether there is none. */
HIDDEN static _Bool hasNoTemporary;

HIDDEN static _Bool isKeptName(const char *name, _Bool isTemporary) {
  size_t i = 0;
  if (isTemporary) {
    _Bool isSame = 1;
    for (; i < MostTemporary; i++)
      if (keptName[i] != temporaryName[i])
        isSame = 0;
    return keptNamed == Temporary && isSame;
  }
  if (keptNamed != Named)
    return 0;
  for (; i + 1 < MostName && keptName[i]; i++)
    if (name[i] != keptName[i])
      return 0;
  return name[i] == 0;
}

/* Whether it fits. */
HIDDEN static _Bool keepName(const char *name, _Bool isTemporary) {
  size_t i = 0;
  keptNamed = isTemporary ? Temporary : Named;
  if (isTemporary) {
    for (; i < MostTemporary; i++)
      keptName[i] = temporaryName[i];
    return 1;
  }
  for (; i + 1 < MostName && name[i]; i++)
    keptName[i] = name[i];
  keptName[i] = 0;
  return name[i] == 0;
}

HIDDEN static void beginKept(FILE *f, _Bool isUpdated) {
  keptState = Written;
  kept = f;
  isKeptUpdated = isUpdated;
  keptLength = 0;
}

HIDDEN static void readKept(FILE *f) {
  keptState = Read;
  kept = f;
  keptAt = 0;
  keptText[keptLength] = 0;
}

/* \p f is null where it could not be opened. A name that tmpnam did not find is
   like one that it did find, so that no state depends on it. */
HIDDEN static void keepOpened(const char *name, const char *mode, FILE *f) {
  _Bool isTemporary = name ? name == temporaryName : hasNoTemporary;
  settleKept();
  if (keptState == Lost)
    return;
  if (!isTemporary && !name) {
    keptState = Lost;
    return;
  }
  _Bool isUpdated = 0, isPlain = 1;
  for (const char *m = mode + 1; *mode && *m; m++) {
    isUpdated |= *m == '+';
    isPlain &= *m == '+' || *m == 'b' || *m == 'x' || *m == 'e';
  }
  _Bool isOpen = keptState == Written || keptState == Read;
  if (mode[0] != 'r' || isUpdated) {
    if (isOpen || mode[0] != 'w' || !isPlain || !keepName(name, isTemporary))
      keptState = Lost;
    else
      beginKept(f, isUpdated);
    return;
  }
  if (keptState == NoFile || !isKeptName(name, isTemporary))
    return;
  if (keptState == Written)
    keptState = Lost;
  else if (keptState == Closed && isPlain) {
    isKeptUpdated = 0;
    readKept(f);
  }
}

KEPT void keepTemporary(FILE *f) {
  if (!sooth_libc_keeps_files())
    return;
  settleKept();
  if (keptState == Written || keptState == Read)
    keptState = Lost;
  if (keptState != Lost) {
    keptNamed = Unnamed;
    beginKept(f, 1);
  }
}

/* What could not be written is not there. */
KEPT void closeKept(FILE *f, _Bool fails) {
  if (!sooth_libc_keeps_files())
    return;
  if (isKeptOpen(f))
    keptState = (fails && !isUnasked) || keptNamed == Unnamed ? NoFile : Closed;
  isUnasked = 0;
}

/* Characters that are written. */
HIDDEN static void keepCharacters(const char *from, size_t n, FILE *f) {
  if (isKeptIn(Read, f) ||
      (isKeptIn(Written, f) && n > MostKept - keptLength))
    loseKept();
  if (isKeptIn(Written, f))
    for (size_t i = 0; i < n; i++)
      keptText[keptLength++] = from[i];
}

KEPT void keepString(const char *s, FILE *f) {
  if (isKeptOpen(f))
    keepCharacters(s, strlen(s), f);
}

/* The same for printf and its kin, which write to memory (PrintCalls.cpp): where
   to, how much of it, and what to do at the end. */
HIDDEN char *sooth_libc_print_kept(FILE *f) {
  return isKeptIn(Written, f) ? keptText + keptLength : keptText;
}
HIDDEN size_t sooth_libc_print_kept_room(FILE *f) {
  return isKeptIn(Written, f) ? MostKept - keptLength : 0;
}
HIDDEN void sooth_libc_print_kept_end(FILE *f, size_t length) {
  if (isKeptIn(Read, f) ||
      (isKeptIn(Written, f) && length > MostKept - keptLength))
    loseKept();
  if (isKeptIn(Written, f))
    keptLength += length;
}
/* Where somebody asks for the \p result. */
HIDDEN void sooth_libc_print_kept_result(FILE *f, int result) {
  if (result < 0)
    sooth_libc_lose_kept_in(f);
}

/* Whether what is read from \p f is known. */
KEPT _Bool readsKept(FILE *f) {
  if (isKeptIn(Written, f))
    loseKept();
  return isKeptIn(Read, f);
}

HIDDEN static size_t keptRest(void) { return keptLength - keptAt; }

/* Whether \p f goes on at \p at, from its beginning. */
KEPT void seekKept(FILE *f, _Bool isKnown, size_t at) {
  if (!isKeptOpen(f))
    return;
  if (!isKnown || at > keptLength ||
      (keptState == Written && !isKeptUpdated)) {
    loseKept();
    return;
  }
  readKept(f);
  keptAt = at;
}

KEPT void pushBackKept(int c, FILE *f) {
  if (!isKeptOpen(f))
    return;
  if (keptState == Read && keptAt > 0 && keptText[keptAt - 1] == (char)c)
    keptAt--;
  else
    loseKept();
}

ANY(char, anyNameCharacter, "name of a temporary file")

char *tmpnam(char *to) {
  _Bool fails = sooth_nondet_libc_bool();
  if (!to)
    to = temporaryName;
  for (int i = 0; i < MostTemporary - 1; i++)
    to[i] = anyNameCharacter();
  to[MostTemporary - 1] = 0;
  hasNoTemporary = fails;
  if (keptNamed == Temporary && fails)
    keptNamed = Unnamed;
  return fails ? NULL : to;
}
