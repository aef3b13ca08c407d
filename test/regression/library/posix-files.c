// What read, recv and stat write was anything of any length.
// RUN: sooth %s --check=memory --timeout=60 | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s --check=memory --timeout=60 -DMORE=1 | FileCheck %s --check-prefix=LONG
// RUN: not sooth %s --check=memory --timeout=60 -DNOTHING | FileCheck %s --check-prefix=EMPTY
// RUN: not sooth %s --check=memory --timeout=60 -DNO_ROOM | FileCheck %s --check-prefix=ROOM
// RUN: not sooth %s --check=memory --timeout=60 -DMORE=1 --harness=%t.c
// RUN: %clang19 -w -DMORE=1 -fsanitize=address %s %t.c -o %t.exe
// RUN: not %t.exe 2>&1 | FileCheck %s --check-prefix=REPLAY
// REPLAY: stack-buffer-overflow
// RUN: not sooth %s --check=access --timeout=60 -DLINE | FileCheck %s --check-prefix=ROOM
// RUN: not sooth %s --check=memory --timeout=60 --io-may-fail | FileCheck %s --check-prefix=FAILS
// FAILS: Unsafe
// FAILS-NEXT: write(1, "text", 4) == 4
// SAFE: Safe
// LONG: Unsafe
// LONG-NEXT: write outside of 'buffer' (16 bytes
// EMPTY: Unsafe
// EMPTY-NEXT: read of uninitialized 'buffer'
// ROOM: Unsafe
// ROOM-NEXT: outside of 'buffer'
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef MORE
#define MORE 0
#endif

static int of_descriptor(int fd) {
  char buffer[16];
  ssize_t n = read(fd, buffer, sizeof buffer + MORE);
  assert(n >= -1 && n <= 16 + MORE);
  for (ssize_t i = 0; i < n; i++)
    buffer[i] ^= 1;
#ifdef NO_ROOM
  buffer[n] = 0;
#endif
#ifdef NOTHING
  if (buffer[0])
    return 1;
#endif
  return n > 0 && send(fd, buffer, n, 0) == n;
}

static long of_file(const char *path) {
  struct stat about;
  if (stat(path, &about) != 0)
    return -1;
  return S_ISREG(about.st_mode) ? about.st_size : 0;
}

#ifdef LINE
int main(void) {
  char *line = NULL, buffer[8];
  size_t room = 0;
  ssize_t n = getline(&line, &room, stdin);
  if (n < 0 || room > 200)
    return 0;
  assert(n > 0 && (size_t)n < room && line[n] == 0);
  return buffer[n] = 0;
}
#else
int main(void) {
  assert(write(1, "text", 4) == 4);
  int result = of_descriptor(0);
  if (of_file("file") < 0)
    result |= 2;
  return result;
}
#endif
