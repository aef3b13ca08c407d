// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG=1
// EXPECT: unsafe --check=memory -DBUG=2
// A string builder that grows, and numbers and escaped text appended to it.
#include <assert.h>
#include <sooth.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct builder {
  char *text;
  size_t length, capacity;
  bool failed;
};

static void builder_init(struct builder *b) {
  b->text = NULL;
  b->length = b->capacity = 0;
  b->failed = false;
}

static bool builder_reserve(struct builder *b, size_t more) {
  if (b->failed)
    return false;
#if BUG == 1
  size_t needed = b->length + more;
#else
  size_t needed = b->length + more + 1;
#endif
  if (needed <= b->capacity)
    return true;
  size_t capacity = b->capacity ? b->capacity : 4;
  while (capacity < needed)
    capacity *= 2;
  char *text = realloc(b->text, capacity);
  if (!text) {
    b->failed = true;
    return false;
  }
  b->text = text;
  b->capacity = capacity;
  return true;
}

static void builder_char(struct builder *b, char c) {
  if (!builder_reserve(b, 1))
    return;
  b->text[b->length++] = c;
  b->text[b->length] = '\0';
}

static void builder_text(struct builder *b, const char *s, size_t n) {
  if (!builder_reserve(b, n))
    return;
  memcpy(b->text + b->length, s, n);
  b->length += n;
  b->text[b->length] = '\0';
}

static void builder_unsigned(struct builder *b, unsigned value) {
  char digits[3];
  size_t n = 0;
  do {
    digits[n++] = (char)('0' + value % 10);
    value /= 10;
  } while (value);
  while (n > 0)
    builder_char(b, digits[--n]);
}

static void builder_escaped(struct builder *b, const char *s) {
  for (; *s; s++) {
    if (*s == '"' || *s == '\\')
      builder_char(b, '\\');
    builder_char(b, *s);
  }
}

int main(void) {
  struct builder b;
  builder_init(&b);

  char name[3];
  name[0] = sooth_nondet_char();
  name[1] = sooth_nondet_char();
  name[2] = '\0';
#if BUG == 2
  unsigned value = sooth_nondet_ushort();
#else
  unsigned value = sooth_nondet_uchar();
#endif

  builder_text(&b, "{\"", 2);
  builder_escaped(&b, name);
  builder_text(&b, "\":", 2);
  builder_unsigned(&b, value);
  builder_char(&b, '}');

  if (!b.failed) {
    assert(b.length < b.capacity);
    assert(b.length >= 6 && b.length <= 12);
    assert(b.text[b.length] == '\0');
    assert(b.text[0] == '{' && b.text[b.length - 1] == '}');
    assert(b.text[b.length - 2] >= '0' && b.text[b.length - 2] <= '9');
  }
  free(b.text);
  return 0;
}
