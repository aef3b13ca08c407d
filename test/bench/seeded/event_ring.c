// The log of events of a controller, as it is kept in memory that survives a
// reset: records of different lengths with a checksum in one ring of bytes, of
// which the oldest are dropped when room is needed; read out by a tool through
// a cursor, and compressed a little. -DBUG_1 to -DBUG_6 each put one fault in;
// a line at which it is to be found says so.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
  SIZE = 512,
  MAGIC = 0x4c4f4721,
  HEAD = 4, // kind, level, length, checksum
  MOST_DATA = 60,
  KINDS = 6,
  LEVELS = 4,
  NAME = 10
};

enum level { LEVEL_DEBUG, LEVEL_INFO, LEVEL_WARNING, LEVEL_ERROR };

struct ring {
  uint32_t magic;
  uint16_t first, used; // bytes
  uint16_t records;
  uint32_t dropped;
  uint8_t bytes[SIZE];
};

struct record {
  uint8_t kind, level, length;
  uint8_t data[MOST_DATA];
};

struct cursor {
  uint16_t at, left;
};

static struct ring ring;
static uint32_t count_of[KINDS][LEVELS];
static enum level lowest = LEVEL_INFO;

static const char kind_names[KINDS][NAME] = {"boot",  "power", "bus",
                                             "motor", "user",  "watchdog"};

static uint8_t byte_at(uint16_t at) { return ring.bytes[at % SIZE]; }

static void put_byte(uint8_t byte) {
  ring.bytes[(ring.first + ring.used) % SIZE] = byte;
  ++ring.used;
}

/// As of Fletcher, over what is no checksum.
static uint8_t sum_of(const uint8_t *bytes, size_t count, uint8_t start) {
  unsigned a = start, b = 0;
  for (size_t i = 0; i < count; ++i) {
    a = (a + bytes[i]) % 15;
    b = (b + a) % 15;
  }
  return (uint8_t)(b << 4 | a);
}

static uint8_t head_sum(uint8_t kind, uint8_t level, uint8_t length) {
  const uint8_t head[3] = {kind, level, length};
  return sum_of(head, sizeof head, 1);
}

void ring_clear(void) {
  memset(&ring, 0, sizeof ring);
  memset(count_of, 0, sizeof count_of);
  ring.magic = MAGIC;
}

/// Whether what is in memory after a reset is a ring, and not noise.
bool ring_is_sound(void) {
  if (ring.magic != MAGIC || ring.first >= SIZE || ring.used > SIZE)
    return false;
  uint16_t at = ring.first, left = ring.used, records = 0;
  while (left) {
    if (left < HEAD)
      return false;
    const uint8_t length = byte_at((uint16_t)(at + 2));
    if (length > MOST_DATA || left < HEAD + length)
      return false;
    if (byte_at(at) >= KINDS || byte_at((uint16_t)(at + 1)) >= LEVELS)
      return false;
    at = (uint16_t)((at + HEAD + length) % SIZE);
    left = (uint16_t)(left - HEAD - length);
    ++records;
  }
  return records == ring.records;
}

static void drop_oldest(void) {
  const uint8_t length = byte_at((uint16_t)(ring.first + 2));
  const uint16_t size = (uint16_t)(HEAD + length);
  if (size > ring.used || ring.records == 0) { // cannot be
    ring_clear();
    return;
  }
  ring.first = (uint16_t)((ring.first + size) % SIZE);
  ring.used = (uint16_t)(ring.used - size);
  --ring.records;
  ++ring.dropped;
}

void ring_set_level(int level) {
  if (level >= LEVEL_DEBUG && level <= LEVEL_ERROR)
    lowest = (enum level)level;
}

/// Adds a record; false if there can be none like this.
bool ring_log(unsigned kind, unsigned level, const void *data, size_t length) {
#ifdef BUG_1 // of the kind, one too many
  if (kind > KINDS || level >= LEVELS || length > MOST_DATA)
    return false;
#else
  if (kind >= KINDS || level >= LEVELS || length > MOST_DATA)
    return false;
#endif
  ++count_of[kind][level]; // found: BUG_1
  if (level < (unsigned)lowest)
    return true;
  while (SIZE - ring.used < HEAD + (int)length)
    drop_oldest();
  put_byte((uint8_t)kind);
  put_byte((uint8_t)level);
  put_byte((uint8_t)length);
  put_byte((uint8_t)(head_sum((uint8_t)kind, (uint8_t)level, (uint8_t)length) ^
                     sum_of(data, length, 0)));
  for (size_t i = 0; i < length; ++i)
    put_byte(((const uint8_t *)data)[i]);
  ++ring.records;
  return true;
}

/// Seven bits in each byte, as most numbers are small.
bool ring_log_number(unsigned kind, unsigned level, uint32_t number) {
#ifdef BUG_2 // a large number has five
  uint8_t bytes[4];
#else
  uint8_t bytes[5];
#endif
  size_t count = 0;
  while (number > 0x7f) {
    bytes[count++] = (uint8_t)(number | 0x80); // found: BUG_2
    number >>= 7;
  }
  bytes[count++] = (uint8_t)number; // found: BUG_2
  return ring_log(kind, level, bytes, count);
}

void cursor_begin(struct cursor *c) {
  c->at = ring.first;
  c->left = ring.used;
}

/// The next record; false if there is none, or what is there is broken.
bool cursor_next(struct cursor *c, struct record *r) {
  if (c->left < HEAD)
    return false;
  r->kind = byte_at(c->at);
  r->level = byte_at((uint16_t)(c->at + 1));
  r->length = byte_at((uint16_t)(c->at + 2));
  const uint8_t sum = byte_at((uint16_t)(c->at + 3));
#ifdef BUG_3 // at the cursor, there may be something else now
  if (r->length > c->left - HEAD)
    return false;
#else
  if (r->length > MOST_DATA || r->length > c->left - HEAD)
    return false;
#endif
  for (unsigned i = 0; i < r->length; ++i)
    r->data[i] = byte_at((uint16_t)(c->at + HEAD + i)); // found: BUG_3
  c->at = (uint16_t)((c->at + HEAD + r->length) % SIZE);
  c->left = (uint16_t)(c->left - HEAD - r->length);
  return sum == (head_sum(r->kind, r->level, r->length) ^
                 sum_of(r->data, r->length, 0));
}

/// The number in a record, as ring_log_number() wrote it.
bool record_number(const struct record *r, uint32_t *number) {
  uint32_t value = 0;
  unsigned shift = 0;
  for (unsigned i = 0; i < r->length && i < MOST_DATA; ++i) {
#ifndef BUG_4 // more bytes than a number has
    if (shift > 28)
      return false;
#endif
    value |= (uint32_t)(r->data[i] & 0x7f) << shift; // found: BUG_4
    shift += 7;
    if (!(r->data[i] & 0x80)) {
      *number = value;
      return true;
    }
  }
  return false;
}

static size_t put_text(char *to, size_t size, size_t used, const char *text) {
  while (*text && used + 1 < size)
    to[used++] = *text++;
  if (size)
    to[used] = '\0';
  return used;
}

/// A record as text; how long it is.
size_t record_text(const struct record *r, char *to, size_t size) {
  static const char digits[] = "0123456789abcdef";
  static const char *const levels[LEVELS] = {"debug", "info", "warning",
                                             "error"};
  size_t used = 0;
  if (size == 0)
    return 0;
  to[0] = '\0';
  if (r->kind < KINDS)
    used = put_text(to, size, used, kind_names[r->kind]);
  used = put_text(to, size, used, " ");
#ifdef BUG_5                                             // a level from a byte
  used = put_text(to, size, used, levels[r->level & 7]); // found: BUG_5
#else
  if (r->level < LEVELS)
    used = put_text(to, size, used, levels[r->level]);
#endif
  for (unsigned i = 0; i < r->length && i < MOST_DATA; ++i) {
    char pair[4] = {' ', digits[r->data[i] >> 4], digits[r->data[i] & 0xf],
                    '\0'};
    used = put_text(to, size, used, pair);
  }
  return used;
}

/// How many bytes a record has in the mean.
unsigned ring_mean_size(void) {
#ifdef BUG_6                       // an empty ring
  return ring.used / ring.records; // found: BUG_6
#else
  return ring.records ? ring.used / ring.records : 0;
#endif
}

/// Copies what is in the ring, oldest first, and gives its length.
size_t ring_copy(uint8_t *to, size_t size) {
  size_t count = ring.used;
  if (count > size)
    count = size;
  if (count > SIZE || ring.first >= SIZE)
    return 0;
  size_t part = SIZE - ring.first;
  if (part > count)
    part = count;
  memcpy(to, ring.bytes + ring.first, part);
  memcpy(to + part, ring.bytes, count - part);
  return count;
}
