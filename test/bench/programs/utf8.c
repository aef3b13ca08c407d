// EXPECT: safe --check=memory,overflow
// EXPECT: unsafe --check=memory,overflow -DBUG=1
// EXPECT: unsafe --check=memory,overflow -DBUG=2
// UTF-8: what is encoded is decoded to the same, and whatever is decoded from
// arbitrary bytes is a scalar value in its shortest form.
#include <assert.h>
#include <sooth.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static bool is_scalar(uint32_t c) {
  return c < 0x110000 && !(c >= 0xd800 && c < 0xe000);
}

static size_t encode(uint32_t c, uint8_t *out) {
  if (c < 0x80) {
    out[0] = (uint8_t)c;
    return 1;
  }
  if (c < 0x800) {
    out[0] = (uint8_t)(0xc0 | c >> 6);
    out[1] = (uint8_t)(0x80 | (c & 0x3f));
    return 2;
  }
  if (c < 0x10000) {
    out[0] = (uint8_t)(0xe0 | c >> 12);
    out[1] = (uint8_t)(0x80 | (c >> 6 & 0x3f));
    out[2] = (uint8_t)(0x80 | (c & 0x3f));
    return 3;
  }
  out[0] = (uint8_t)(0xf0 | c >> 18);
  out[1] = (uint8_t)(0x80 | (c >> 12 & 0x3f));
  out[2] = (uint8_t)(0x80 | (c >> 6 & 0x3f));
  out[3] = (uint8_t)(0x80 | (c & 0x3f));
  return 4;
}

// The bytes read, or 0 if there is no character.
static size_t decode(const uint8_t *s, size_t n, uint32_t *out) {
  if (n == 0)
    return 0;
  uint8_t first = s[0];
  size_t length;
  uint32_t c, least;
  if (first < 0x80) {
    *out = first;
    return 1;
  } else if (first >= 0xc0 && first < 0xe0) {
    length = 2, c = first & 0x1f, least = 0x80;
  } else if (first >= 0xe0 && first < 0xf0) {
    length = 3, c = first & 0x0f, least = 0x800;
  } else if (first >= 0xf0 && first < 0xf8) {
    length = 4, c = first & 0x07, least = 0x10000;
  } else {
    return 0;
  }
#if BUG == 1
  if (n + 1 < length)
#else
  if (n < length)
#endif
    return 0;
  for (size_t i = 1; i < length; i++) {
    if ((s[i] & 0xc0) != 0x80)
      return 0;
    c = c << 6 | (s[i] & 0x3f);
  }
#if BUG == 2
  if (!is_scalar(c))
#else
  if (c < least || !is_scalar(c))
#endif
    return 0;
  *out = c;
  return length;
}

int main(void) {
  uint8_t bytes[4];
  uint32_t c = sooth_nondet_uint(), back = 0;
  sooth_assume(is_scalar(c));
  size_t written = encode(c, bytes);
  size_t read = decode(bytes, written, &back);
  assert(read == written);
  assert(back == c);

  uint8_t any[3], again[4];
  for (int i = 0; i < 3; i++)
    any[i] = sooth_nondet_uchar();
  read = decode(any, sizeof any, &back);
  if (read > 0) {
    assert(is_scalar(back));
    assert(encode(back, again) == read);
    for (size_t i = 0; i < read; i++)
      assert(any[i] == again[i]);
  }
  return 0;
}
