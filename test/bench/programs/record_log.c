// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG=1
// EXPECT: unsafe --check=memory -DBUG=2
// A log of records of different lengths in one buffer; the oldest make room
// for new ones.
#include <assert.h>
#include <sooth.h>
#include <stddef.h>
#include <string.h>

enum { SPACE = 16, LONGEST = 6 };

struct log {
  unsigned char bytes[SPACE]; // length, content, length, content, ...
  size_t used;
  unsigned records;
};

static void drop_oldest(struct log *l) {
  size_t size = 1 + (size_t)l->bytes[0];
  assert(size <= l->used);
  memmove(l->bytes, l->bytes + size, l->used - size);
#if BUG == 2
  l->used -= 1 + (size_t)l->bytes[0];
#else
  l->used -= size;
#endif
  l->records--;
}

static void append(struct log *l, const unsigned char *content, size_t length) {
  assert(length <= LONGEST);
#if BUG == 1
  while (l->used + length > SPACE)
#else
  while (l->used + 1 + length > SPACE)
#endif
    drop_oldest(l);
  l->bytes[l->used] = (unsigned char)length;
  memcpy(l->bytes + l->used + 1, content, length);
  l->used += 1 + length;
  l->records++;
}

static unsigned count_records(const struct log *l) {
  unsigned n = 0;
  size_t at = 0;
  while (at < l->used) {
    at += 1 + (size_t)l->bytes[at];
    n++;
  }
  assert(at == l->used);
  return n;
}

int main(void) {
  struct log l = {.used = 0, .records = 0};
  for (int i = 0; i < 4; i++) {
    unsigned char content[LONGEST];
    size_t length = 3 + sooth_nondet_uint() % (LONGEST - 2);
    for (size_t k = 0; k < length; k++)
      content[k] = (unsigned char)(i + 16);
    append(&l, content, length);
    assert(l.used <= SPACE);
    assert(l.bytes[l.used - 1] == i + 16);
  }
  assert(l.records >= 2);
  assert(count_records(&l) == l.records);
  return 0;
}
