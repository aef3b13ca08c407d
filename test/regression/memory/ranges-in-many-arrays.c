// The text that is copied is in one of several arrays, by an index that may be too
// large: whether all of it is inside crashed when that was made.
// RUN: not sooth %s --check=memory | FileCheck %s
// CHECK: ranges-in-many-arrays.c:18:3: write outside of
// CHECK: append: 10 checks: 5 proved, 3 proved if, 2 violated

#include <string.h>

struct text {
  char *begin;
  size_t at;
};

void append(struct text *text, unsigned which) {
  static const char suffixes[4][4] = {"", "KiB", "MiB", "GiB"};
  const char *s = suffixes[which];
  size_t length = strlen(s), limit = 799 - text->at;
  memcpy(text->begin + text->at, s, length < limit ? length : limit);
}
