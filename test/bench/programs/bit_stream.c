// EXPECT: safe --check=memory,shift
// EXPECT: unsafe --check=memory,shift -DBUG=1
// EXPECT: unsafe --check=memory,shift -DBUG=2
// Fields of some bits each are written to bytes, most significant bit first,
// and read back.
#include <assert.h>
#include <sooth.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BYTES = 6 };

struct bits {
  uint8_t *data;
  size_t size; // bytes
  size_t position; // bits
};

static bool put_bits(struct bits *b, uint32_t value, unsigned count) {
#if BUG == 1
  if (b->position > b->size * 8)
#else
  if (b->position + count > b->size * 8)
#endif
    return false;
  for (unsigned i = 0; i < count; i++) {
    uint32_t bit = value >> (count - 1 - i) & 1;
    size_t byte = b->position / 8;
    unsigned shift = 7 - b->position % 8;
    b->data[byte] =
        (uint8_t)((b->data[byte] & ~(1u << shift)) | bit << shift);
    b->position++;
  }
  return true;
}

static bool get_bits(struct bits *b, uint32_t *value, unsigned count) {
  if (b->position + count > b->size * 8)
    return false;
  uint32_t result = 0;
  for (unsigned i = 0; i < count; i++) {
    size_t byte = b->position / 8;
#if BUG == 2
    unsigned shift = b->position % 8;
#else
    unsigned shift = 7 - b->position % 8;
#endif
    result = result << 1 | (b->data[byte] >> shift & 1u);
    b->position++;
  }
  *value = result;
  return true;
}

struct header {
  unsigned version; // 3 bits
  unsigned kind;    // 5 bits
  unsigned length;  // 11 bits
  bool last;        // 1 bit
};

static bool put_header(struct bits *b, const struct header *h) {
  return put_bits(b, h->version, 3) && put_bits(b, h->kind, 5) &&
         put_bits(b, h->length, 11) && put_bits(b, h->last, 1);
}

static bool get_header(struct bits *b, struct header *h) {
  uint32_t last = 0;
  if (!get_bits(b, &h->version, 3) || !get_bits(b, &h->kind, 5) ||
      !get_bits(b, &h->length, 11) || !get_bits(b, &last, 1))
    return false;
  h->last = last != 0;
  return true;
}

int main(void) {
  uint8_t data[BYTES] = {0};
  struct bits out = {data, BYTES, 0};
  struct header sent[3];
  unsigned count = 0;
  while (count < 3) {
    struct header h;
    h.version = sooth_nondet_uint() & 7;
    h.kind = sooth_nondet_uint() & 31;
    h.length = sooth_nondet_uint() & 2047;
    h.last = sooth_nondet_bool();
    if (!put_header(&out, &h))
      break;
    sent[count++] = h;
  }
  assert(count == 2); // 20 bits each in 48

  struct bits in = {data, BYTES, 0};
  for (unsigned i = 0; i < count; i++) {
    struct header h;
    bool ok = get_header(&in, &h);
    assert(ok);
    assert(h.version == sent[i].version);
    assert(h.kind == sent[i].kind);
    assert(h.length == sent[i].length);
    assert(h.last == sent[i].last);
  }
  return 0;
}
