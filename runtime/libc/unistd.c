/*===- unistd.c - Models of what POSIX adds -------------------------------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* What descriptors lead to, and what is known of files, is anything that fits.
|*
\*===----------------------------------------------------------------------===*/

#include "libc.h"

/* How many of \p most bytes are moved, or -1. */
HIDDEN static long transferred(size_t most) {
  long n = sooth_nondet_libc_long();
  sooth_assume(n >= -1 && (n < 0 || (size_t)n <= most));
  return n;
}

HIDDEN static long receive(void *to, size_t most) {
  long n = transferred(most);
  for (long i = 0; i < n; i++)
    ((char *)to)[i] = sooth_nondet_libc_char();
  return n;
}

HIDDEN static long deliver(const void *from, size_t most) {
  readAll(from, most);
  return transferred(most);
}

long read(int fd, void *to, size_t size) { return receive(to, size); }
long pread(int fd, void *to, size_t size, long at) { return receive(to, size); }
long recv(int fd, void *to, size_t size, int flags) {
  return receive(to, size);
}

/* What is printed arrives, unless that is in question. */
long write(int fd, const void *from, size_t size) {
  if ((fd == 1 || fd == 2) && !sooth_libc_io_may_fail()) {
    readAll(from, size);
    return (long)size;
  }
  return deliver(from, size);
}
long pwrite(int fd, const void *from, size_t size, long at) {
  return deliver(from, size);
}
long send(int fd, const void *from, size_t size, int flags) {
  return deliver(from, size);
}

/* As in glibc a new line has room for that many; how much a longer one gets is
   left open. */
enum { FirstRoom = 120 };
ANY(size_t, anyRoom, "room that getline asks for")

/* What was there before is gone, as after realloc. */
HIDDEN static _Bool makeRoom(char **line, size_t *room, size_t size) {
  char *fresh = malloc(size);
  if (!fresh)
    return 0;
  if (*line)
    free(*line);
  *line = fresh;
  *room = size;
  return 1;
}

long getdelim(char **line, size_t *room, int end, FILE *f) {
  sooth_libc_use_file(f);
  size_t length = sooth_nondet_libc_size();
  sooth_assume(length <= (~(size_t)0 >> 1) - 1);
  if (!*line || !*room) {
    *line = NULL;
    if (!makeRoom(line, room, FirstRoom))
      return -1;
  }
  if (*room <= length) {
    size_t size = anyRoom();
    if (!makeRoom(line, room, size > length ? size : length + 1))
      return -1;
  }
  /* The end, or nothing that could be read. */
  if (length == 0) {
    fail(f);
    return -1;
  }
  char *to = *line;
  for (size_t i = 0; i < length; i++) {
    to[i] = sooth_nondet_libc_char();
    sooth_assume(to[i] != (char)end || i + 1 == length);
  }
  to[length] = 0;
  return (long)length;
}

long getline(char **line, size_t *room, FILE *f) {
  return getdelim(line, room, '\n', f);
}

#ifdef __LP64__
/* As x86-64 has it. */
struct stat {
  unsigned long device, inode, links;
  unsigned mode, user, group, padding;
  unsigned long type;
  long size, blockSize, blocks, times[6], rest[3];
};

HIDDEN static int ofFile(struct stat *to) {
  if (sooth_nondet_libc_bool())
    return -1;
  to->device = sooth_nondet_libc_size();
  to->inode = sooth_nondet_libc_size();
  to->links = sooth_nondet_libc_size();
  to->mode = (unsigned)sooth_nondet_libc_int();
  to->user = (unsigned)sooth_nondet_libc_int();
  to->group = (unsigned)sooth_nondet_libc_int();
  to->type = sooth_nondet_libc_size();
  to->size = sooth_nondet_libc_long();
  to->blockSize = sooth_nondet_libc_long();
  to->blocks = sooth_nondet_libc_long();
  for (int i = 0; i < 6; i++)
    to->times[i] = sooth_nondet_libc_long();
  return 0;
}

int fstat(int fd, struct stat *to) { return ofFile(to); }
int stat(const char *path, struct stat *to) {
  readToEnd(path);
  return ofFile(to);
}
int lstat(const char *path, struct stat *to) { return stat(path, to); }
#endif
