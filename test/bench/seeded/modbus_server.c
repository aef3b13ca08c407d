// The server's side of Modbus RTU, as it is in a small controller: bytes come
// from an interrupt, frames end with a pause and have a checksum, the registers
// and coils are tables. The last frames are kept for service. -DBUG_1 to
// -DBUG_6 each put one fault in; a line at which it is to be found says so.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
  FRAME = 256,
  COILS = 100,
  HOLDING = 64,
  INPUTS = 16,
  MOST_READ = 125,
  MOST_WRITTEN = 123,
  TRACE = 32,
  ADDRESSES = 247
};

enum function {
  READ_COILS = 1,
  READ_HOLDING = 3,
  READ_INPUTS = 4,
  WRITE_COIL = 5,
  WRITE_REGISTER = 6,
  WRITE_REGISTERS = 16
};

enum exception {
  NO_EXCEPTION,
  ILLEGAL_FUNCTION,
  ILLEGAL_ADDRESS,
  ILLEGAL_VALUE,
  DEVICE_FAILURE
};

struct port {
  uint8_t address;
  uint32_t baud;
  uint8_t frame[FRAME];
  unsigned length;
  bool too_long;
  uint32_t last_byte; // microseconds
  uint32_t frames, crc_errors, overruns;
};

struct trace {
  uint8_t function, exception;
  uint16_t length;
};

static uint16_t holding[HOLDING];
static uint16_t inputs[INPUTS];
static uint8_t coils[(COILS + 7) / 8];
static struct trace traces[TRACE];
static unsigned next_trace;

static const char *const function_names[] = {
    "none",           "read coils",  "read discrete inputs",
    "read registers", "read inputs", "write coil",
    "write register", "read status", "diagnostics"};

static uint16_t crc_of(const uint8_t *bytes, unsigned count) {
  uint16_t crc = 0xffff;
  for (unsigned i = 0; i < count; ++i) {
    crc ^= bytes[i]; // found: BUG_4
    for (int bit = 0; bit < 8; ++bit)
      crc = crc & 1 ? (uint16_t)(crc >> 1 ^ 0xa001) : (uint16_t)(crc >> 1);
  }
  return crc;
}

static unsigned get16(const uint8_t *bytes) {
  return (unsigned)bytes[0] << 8 | bytes[1];
}

static void set16(uint8_t *bytes, unsigned value) {
  bytes[0] = (uint8_t)(value >> 8);
  bytes[1] = (uint8_t)value;
}

/// False if a server cannot have this address, or the rate is none.
bool port_init(struct port *p, uint8_t address, uint32_t baud) {
  if (address == 0 || address > ADDRESSES)
    return false;
#ifndef BUG_5 // no rate
  if (baud < 300)
    return false;
#endif
  memset(p, 0, sizeof *p);
  p->address = address;
  p->baud = baud;
  return true;
}

/// How long three and a half characters take.
static uint32_t pause_of(uint32_t baud) {
  return baud > 19200 ? 1750 : 38500000 / baud; // found: BUG_5
}

/// What the interrupt calls for each byte.
void port_byte(struct port *p, uint8_t byte, uint32_t now) {
  p->last_byte = now;
#ifdef BUG_3 // off by one
  if (p->length > FRAME) {
#else
  if (p->length >= FRAME) {
#endif
    p->too_long = true;
    ++p->overruns;
    return;
  }
  p->frame[p->length++] = byte; // found: BUG_3
}

/// The coils from one on as bytes; how many bytes these are.
static unsigned pack_coils(uint8_t *to, unsigned first, unsigned count) {
  unsigned bytes = (count + 7) / 8;
  memset(to, 0, bytes);
  for (unsigned i = 0; i < count; ++i) {
    const unsigned coil = first + i;
    if (coils[coil / 8] >> coil % 8 & 1) // found: BUG_2
      to[i / 8] |= (uint8_t)(1 << i % 8);
  }
  return bytes;
}

static enum exception read_coils(const uint8_t *request, uint8_t *answer,
                                 unsigned *length) {
  const uint16_t first = (uint16_t)get16(request);
  const uint16_t count = (uint16_t)get16(request + 2);
  if (count == 0 || count > 2000)
    return ILLEGAL_VALUE;
#ifdef BUG_2 // the sum wraps around
  if ((uint16_t)(first + count) > COILS)
#else
  if (first + count > COILS)
#endif
    return ILLEGAL_ADDRESS;
  answer[0] = (uint8_t)pack_coils(answer + 1, first, count);
  *length = 1u + answer[0];
  return NO_EXCEPTION;
}

static enum exception read_registers(const uint16_t *all, unsigned size,
                                     const uint8_t *request, uint8_t *answer,
                                     unsigned *length) {
  const unsigned first = get16(request), count = get16(request + 2);
  if (count == 0 || count > MOST_READ)
    return ILLEGAL_VALUE;
  if (first >= size || count > size - first)
    return ILLEGAL_ADDRESS;
  answer[0] = (uint8_t)(2 * count);
  for (unsigned i = 0; i < count; ++i)
    set16(answer + 1 + 2 * i, all[first + i]);
  *length = 1 + 2 * count;
  return NO_EXCEPTION;
}

static enum exception write_coil(const uint8_t *request) {
  const unsigned coil = get16(request), value = get16(request + 2);
  if (value != 0 && value != 0xff00)
    return ILLEGAL_VALUE;
  if (coil >= COILS)
    return ILLEGAL_ADDRESS;
  if (value)
    coils[coil / 8] |= (uint8_t)(1 << coil % 8);
  else
    coils[coil / 8] &= (uint8_t) ~(1 << coil % 8);
  return NO_EXCEPTION;
}

static enum exception write_registers(const uint8_t *request, unsigned size) {
  if (size < 5)
    return ILLEGAL_VALUE;
  const unsigned first = get16(request), count = get16(request + 2);
  if (count == 0 || count > MOST_WRITTEN || request[4] != 2 * count ||
      size != 5 + 2 * count)
    return ILLEGAL_VALUE;
#ifdef BUG_1 // one too many
  if (first > HOLDING || count > HOLDING + 1 - first)
#else
  if (first >= HOLDING || count > HOLDING - first)
#endif
    return ILLEGAL_ADDRESS;
  for (unsigned i = 0; i < count; ++i)
    holding[first + i] = (uint16_t)get16(request + 5 + 2 * i); // found: BUG_1
  return NO_EXCEPTION;
}

static void keep_trace(uint8_t function, enum exception e, unsigned length) {
  traces[next_trace].function = function;
  traces[next_trace].exception = (uint8_t)e;
  traces[next_trace].length = (uint16_t)length;
  next_trace = (next_trace + 1) % TRACE;
}

/// Answers what is in \p request, without address and checksum.
static unsigned answer_to(const uint8_t *request, unsigned size,
                          uint8_t *answer) {
  const uint8_t function = request[0];
  enum exception e = ILLEGAL_FUNCTION;
  unsigned length = 4;
  answer[0] = function;
  if (size < 5) {
    e = ILLEGAL_VALUE;
  } else {
    switch (function) {
    case READ_COILS:
      e = read_coils(request + 1, answer + 1, &length);
      break;
    case READ_HOLDING:
      e = read_registers(holding, HOLDING, request + 1, answer + 1, &length);
      break;
    case READ_INPUTS:
      e = read_registers(inputs, INPUTS, request + 1, answer + 1, &length);
      break;
    case WRITE_COIL:
      e = write_coil(request + 1);
      memcpy(answer + 1, request + 1, 4);
      break;
    case WRITE_REGISTER:
      if (get16(request + 1) >= HOLDING) {
        e = ILLEGAL_ADDRESS;
      } else {
        holding[get16(request + 1)] = (uint16_t)get16(request + 3);
        e = NO_EXCEPTION;
      }
      memcpy(answer + 1, request + 1, 4);
      break;
    case WRITE_REGISTERS:
      e = write_registers(request + 1, size - 1);
      memcpy(answer + 1, request + 1, 4);
      break;
    default:
      break;
    }
  }
  keep_trace(function, e, size);
  if (e != NO_EXCEPTION) {
    answer[0] |= 0x80;
    answer[1] = (uint8_t)e;
    length = 1;
  }
  return 1 + length;
}

/// Is called again and again; how many bytes of \p answer are to be sent. There
/// is room for a frame.
unsigned port_poll(struct port *p, uint32_t now, uint8_t answer[static FRAME]) {
  if (p->length == 0 || now - p->last_byte < pause_of(p->baud))
    return 0;
  const unsigned length = p->length;
  const bool too_long = p->too_long;
  p->length = 0;
  p->too_long = false;
  ++p->frames;
#ifdef BUG_4 // a frame of one byte
  if (too_long)
    return 0;
#else
  if (too_long || length < 4)
    return 0;
#endif
  const unsigned crc = crc_of(p->frame, length - 2);
  if (p->frame[length - 2] != (crc & 0xff) ||
      p->frame[length - 1] != crc >> 8) {
    ++p->crc_errors;
    return 0;
  }
  if (p->frame[0] != 0 && p->frame[0] != p->address)
    return 0;
  answer[0] = p->address;
  unsigned used = 1 + answer_to(p->frame + 1, length - 3, answer + 1);
  if (p->frame[0] == 0) // for all: nobody answers
    return 0;
  const unsigned sum = crc_of(answer, used);
  answer[used++] = (uint8_t)sum;
  answer[used++] = (uint8_t)(sum >> 8);
  return used;
}

/// The application sets what can be read.
bool server_set_input(unsigned input, uint16_t value) {
  if (input >= INPUTS)
    return false;
  inputs[input] = value;
  return true;
}

/// A text for what was the answer \p back frames ago.
const char *server_trace(unsigned back) {
  if (back >= TRACE)
    return "";
  const struct trace *t = &traces[(next_trace + TRACE - 1 - back) % TRACE];
#ifdef BUG_6 // bits of a byte, without a look at how many there are
  return function_names[t->function & 15]; // found: BUG_6
#else
  if (t->function >= sizeof function_names / sizeof function_names[0])
    return "?";
  return function_names[t->function];
#endif
}
