// A driver for a serial port with DMA, as firmware of meters and gateways has
// it: two rings, frames with a length and a checksum, timeouts in ticks, and
// what the baud rate comes to. -DBUG_1 to -DBUG_7 each put one fault in; a line
// at which it is to be found says so.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
  RING = 64,
  FRAME = 32,
  CHANNELS = 3,
  CLOCK = 48000000,
  START = 0x7e,
  ESCAPE = 0x7d
};

struct uart_registers {
  volatile uint32_t status;
  volatile uint32_t data;
  volatile uint32_t divider;
  volatile uint32_t left;
};

struct ring {
  uint8_t bytes[RING];
  unsigned head, used;
};

enum state { WAITING, LENGTH, PAYLOAD, CHECK };

struct receiver {
  enum state state;
  uint8_t frame[FRAME];
  uint8_t expected, got, sum;
  bool is_escaped;
};

struct statistics {
  uint32_t frames, errors, lost;
};

static struct ring sent[CHANNELS];
static struct receiver receivers[CHANNELS];
static struct statistics counts[CHANNELS];
static const uint8_t priority_of[8] = {0, 0, 1, 1, 2, 2, 2, 1};

void uart_init(void) {
  memset(sent, 0, sizeof sent);
  memset(receivers, 0, sizeof receivers);
  memset(counts, 0, sizeof counts);
}

/// Whether the rate is one that the hardware has.
bool uart_set_rate(struct uart_registers *port, uint32_t baud) {
#ifdef BUG_1 // the rate may be 0
  const uint32_t divider = CLOCK / (16 * (baud & 0xffff)); // found: BUG_1
  if (baud > 1000000)
    return false;
#else
  if (baud == 0 || baud > 1000000)
    return false;
  const uint32_t divider = CLOCK / (16 * baud);
#endif
  port->divider = divider;
  return divider > 0;
}

static bool ring_put(struct ring *r, uint8_t byte) {
#ifdef BUG_2 // off by one
  if (r->used > RING)
    return false;
  r->bytes[r->used++] = byte; // found: BUG_2
#else
  if (r->used >= RING)
    return false;
  r->bytes[(r->head + r->used++) % RING] = byte;
#endif
  return true;
}

static int ring_get(struct ring *r) {
  if (r->used == 0)
    return -1;
  const uint8_t byte = r->bytes[r->head];
  r->head = (r->head + 1) % RING;
  --r->used;
  return byte;
}

static bool put_escaped(struct ring *r, uint8_t byte) {
  if (byte == START || byte == ESCAPE)
    return ring_put(r, ESCAPE) && ring_put(r, byte ^ 0x20);
  return ring_put(r, byte);
}

/// For the console, which has no frames.
bool uart_put(unsigned channel, uint8_t byte) {
  return channel < CHANNELS && ring_put(&sent[channel], byte);
}

/// Whether there is room for the whole frame.
bool uart_send(unsigned channel, const uint8_t *payload, unsigned length) {
#ifdef BUG_3 // a channel that is not there
  if (channel > CHANNELS || length > FRAME)
    return false;
#else
  if (channel >= CHANNELS || length > FRAME)
    return false;
#endif
  struct ring *r = &sent[channel];
  if (r->used + 2 * length + 4 > RING) { // found: BUG_3
    ++counts[channel].lost;
    return false;
  }
  uint8_t sum = (uint8_t)length;
  ring_put(r, START);
  put_escaped(r, (uint8_t)length);
  for (unsigned i = 0; i < length; ++i) {
    sum = (uint8_t)(sum + payload[i]);
    put_escaped(r, payload[i]);
  }
  put_escaped(r, (uint8_t)~sum);
  return true;
}

static void begin_frame(struct receiver *r) {
  r->state = LENGTH;
  r->got = r->sum = 0;
  r->is_escaped = false;
}

static void take_length(struct receiver *r, uint8_t byte) {
#ifdef BUG_4 // longer than what there is room for
  r->expected = byte & 0x3f;
#else
  if (byte > FRAME) {
    r->state = WAITING;
    return;
  }
  r->expected = byte;
#endif
  r->sum = byte;
  r->state = r->expected ? PAYLOAD : CHECK;
}

/// Whether a frame is complete.
static bool take(struct receiver *r, uint8_t byte) {
  switch (r->state) {
  case WAITING:
    return false;
  case LENGTH:
    take_length(r, byte);
    return false;
  case PAYLOAD:
#ifdef BUG_4
    r->frame[r->got++] = byte; // found: BUG_4
#else
    if (r->got < FRAME)
      r->frame[r->got++] = byte;
#endif
    r->sum = (uint8_t)(r->sum + byte);
    if (r->got >= r->expected)
      r->state = CHECK;
    return false;
  case CHECK:
    r->state = WAITING;
    return (uint8_t)~r->sum == byte;
  }
  return false;
}

/// Called by the interrupt, for each byte.
void uart_received(unsigned channel, uint8_t byte) {
  if (channel >= CHANNELS)
    return;
  struct receiver *r = &receivers[channel];
  if (byte == START) {
    begin_frame(r);
    return;
  }
  if (byte == ESCAPE) {
    r->is_escaped = true;
    return;
  }
  if (r->is_escaped)
    byte ^= 0x20;
  r->is_escaped = false;
  if (take(r, byte))
    ++counts[channel].frames;
}

/// The next byte of the most important channel, or -1.
int uart_next(void) {
  for (unsigned channel = 0; channel < CHANNELS; ++channel) {
    const int byte = ring_get(&sent[channel]);
    if (byte >= 0)
      return byte;
  }
  return -1;
}

/// How important what the status word tells of is.
unsigned uart_priority(uint32_t status) {
#ifdef BUG_5 // four bits
  return priority_of[status >> 4 & 0xf]; // found: BUG_5
#else
  return priority_of[status >> 4 & 7];
#endif
}

/// Microseconds for so many bytes of ten bits.
int32_t uart_time(int32_t bytes, int32_t baud) {
  if (bytes < 0 || bytes > 4096 || baud <= 0)
    return -1;
#ifdef BUG_6 // the product is too large
  return bytes * 10 * 1000000 / baud; // found: BUG_6
#else
  return (int32_t)((int64_t)bytes * 10 * 1000000 / baud > INT32_MAX
                       ? INT32_MAX
                       : (int64_t)bytes * 10 * 1000000 / baud);
#endif
}

/// Errors of a thousand frames.
uint32_t uart_error_rate(unsigned channel) {
  if (channel >= CHANNELS)
    return 0;
  const struct statistics *s = &counts[channel];
  const uint64_t all = (uint64_t)s->frames + s->errors;
#ifdef BUG_7 // nothing may have come
  return (uint32_t)(s->errors * 1000ull / all); // found: BUG_7
#else
  return all ? (uint32_t)(s->errors * 1000ull / all) : 0;
#endif
}
