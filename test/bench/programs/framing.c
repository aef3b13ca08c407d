// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG=1
// EXPECT: unsafe --check=memory -DBUG=2
// Frames on a serial line: an end byte, an escape byte, a checksum; a receiver
// that takes byte after byte.
#include <assert.h>
#include <sooth.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { END = 0xc0, ESCAPE = 0xdb, ESCAPED_END = 0xdc, ESCAPED_ESCAPE = 0xdd };
enum { PAYLOAD = 3, WIRE = 2 * (PAYLOAD + 1) + 1 };

static size_t put_byte(uint8_t *wire, size_t at, uint8_t byte) {
  if (byte == END) {
    wire[at++] = ESCAPE;
    wire[at++] = ESCAPED_END;
  } else if (byte == ESCAPE) {
    wire[at++] = ESCAPE;
    wire[at++] = ESCAPED_ESCAPE;
  } else {
    wire[at++] = byte;
  }
  return at;
}

static size_t encode(const uint8_t *payload, size_t length, uint8_t *wire) {
  size_t at = 0;
  uint8_t sum = 0;
  for (size_t i = 0; i < length; i++) {
    at = put_byte(wire, at, payload[i]);
    sum = (uint8_t)(sum + payload[i]);
  }
#if BUG == 1
  wire[at++] = sum;
#else
  at = put_byte(wire, at, sum);
#endif
  wire[at++] = END;
  return at;
}

struct receiver {
  uint8_t *bytes; // PAYLOAD + 1 of them
  size_t count;
  bool escaped, broken;
};

enum event { NOTHING, FRAME, GARBAGE };

static enum event receive(struct receiver *r, uint8_t byte) {
  if (byte == END) {
    uint8_t sum = 0;
    bool good = !r->broken && !r->escaped && r->count > 0;
    for (size_t i = 0; i + 1 < r->count; i++)
      sum = (uint8_t)(sum + r->bytes[i]);
    if (good && sum != r->bytes[r->count - 1])
      good = false;
    if (!good)
      r->count = 0;
    r->escaped = r->broken = false;
    return good ? FRAME : GARBAGE;
  }
  if (byte == ESCAPE) {
    r->escaped = true;
    return NOTHING;
  }
  if (r->escaped) {
    byte = byte == ESCAPED_END ? END : ESCAPE;
    r->escaped = false;
  }
#if BUG == 2
  if (r->count > PAYLOAD + 1)
#else
  if (r->count == PAYLOAD + 1)
#endif
    r->broken = true;
  else
    r->bytes[r->count++] = byte;
  return NOTHING;
}

int main(void) {
  uint8_t buffer[PAYLOAD + 1];
  struct receiver r = {.bytes = buffer, .count = 0};
  // Noise first.
  for (int i = 0; i < 6; i++)
    receive(&r, sooth_nondet_uchar());
  receive(&r, END);
  r.count = 0;

  uint8_t payload[PAYLOAD], wire[WIRE];
  size_t length = sooth_nondet_uint() % (PAYLOAD + 1);
  for (size_t i = 0; i < length; i++)
    payload[i] = sooth_nondet_uchar();
  size_t sent = encode(payload, length, wire);
  assert(sent <= WIRE);
  for (size_t i = 0; i < sent; i++) {
    enum event e = receive(&r, wire[i]);
    assert(e == (i + 1 == sent ? FRAME : NOTHING));
  }
  assert(r.count == length + 1);
  for (size_t i = 0; i < length; i++)
    assert(r.bytes[i] == payload[i]);
  return 0;
}
