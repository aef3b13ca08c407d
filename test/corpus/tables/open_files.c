// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
#include <assert.h>
#include <sooth.h>
#include <string.h>

// A table of open files, each with a buffer.
enum { Files = 4, Buffer = 8 };
struct file {
  int open;
  unsigned used;
  char buffer[Buffer];
};
static struct file files[Files];
static unsigned written;
static int open_file(void) {
  for (int fd = 0; fd < Files; fd++)
    if (!files[fd].open) {
      memset(&files[fd], 0, sizeof files[fd]);
      files[fd].open = 1;
      return fd;
    }
  return -1;
}
static void put(int fd, char c) {
  struct file *f = &files[fd];
  if (f->used == Buffer) {
    written += f->used;
    f->used = 0;
  }
  f->buffer[f->used++] = c;
}
static void close_file(int fd) {
  written += files[fd].used;
#ifndef BUG
  files[fd].open = 0;
#endif
}
int main(void) {
  int a = open_file(), b = open_file();
  assert(a == 0 && b == 1);
  put(a, 'a');
  put(b, 'b');
  put(a, 'c');
  assert(files[a].buffer[1] == 'c' && files[b].buffer[0] == 'b');
  assert(files[b].buffer[1] == 0);
  close_file(a);
  assert(written == 2);
  assert(open_file() == a && files[a].used == 0 && files[a].buffer[0] == 0);
}
