// A driver for a CAN controller with three mailboxes and filters, as control
// units of vehicles have it: registers, a queue that an interrupt empties, and
// statistics. -DBUG_1 to -DBUG_8 each put one fault in; a line at which it is
// to be found says so.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { MAILBOXES = 3, FILTERS = 14, QUEUE = 16, DATA = 8, NODES = 32 };

struct can_registers {
  volatile uint32_t status;
  volatile uint32_t request;
  volatile uint32_t bit_time;
  volatile uint32_t id[MAILBOXES];
  volatile uint32_t length[MAILBOXES];
  volatile uint8_t data[MAILBOXES][DATA];
};

struct can_frame {
  uint32_t id;
  uint8_t length;
  uint8_t data[DATA];
};

struct can_filter {
  uint32_t id, mask;
};

static struct can_frame queue[QUEUE];
static unsigned queue_head, queue_count;
static struct can_filter filters[FILTERS];
static unsigned filter_count;
static uint32_t errors_of[NODES];

bool can_filter_add(uint32_t id, uint32_t mask) {
#ifdef BUG_1 // off by one
  if (filter_count > FILTERS)
    return false;
#else
  if (filter_count >= FILTERS)
    return false;
#endif
  filters[filter_count].id = id & mask; // found: BUG_1
  filters[filter_count].mask = mask;
  ++filter_count;
  return true;
}

void can_filter_clear(void) { filter_count = 0; }

static bool accepted(uint32_t id) {
  for (unsigned i = 0; i < filter_count; ++i)
    if ((id & filters[i].mask) == filters[i].id)
      return true;
  return filter_count == 0;
}

/// Called by the interrupt: a frame has come.
bool can_received(const struct can_frame *frame) {
  if (!accepted(frame->id) || queue_count >= QUEUE)
    return false;
#ifdef BUG_2 // the ring does not close
  unsigned at = queue_head + queue_count;
#else
  unsigned at = (queue_head + queue_count) % QUEUE;
#endif
  queue[at] = *frame; // found: BUG_2
  ++queue_count;
  return true;
}

bool can_take(struct can_frame *frame) {
  if (queue_count == 0)
    return false;
  *frame = queue[queue_head];
  queue_head = (queue_head + 1) % QUEUE;
  --queue_count;
  return true;
}

/// The mailbox that is free; -1 if none is.
static int free_mailbox(const struct can_registers *r) {
  for (int i = 0; i < MAILBOXES; ++i)
    if (!(r->status & (1u << i)))
      return i;
  return -1;
}

bool can_send(struct can_registers *r, const struct can_frame *frame) {
  int box = free_mailbox(r);
#ifndef BUG_3 // none is free
  if (box < 0)
    return false;
#endif
  r->id[box] = frame->id; // found: BUG_3
#ifdef BUG_4 // a length from the network
  uint8_t length = frame->length & 15;
#else
  uint8_t length = frame->length & 15;
  if (length > DATA)
    length = DATA;
#endif
  r->length[box] = length;
  for (unsigned i = 0; i < length; ++i)
    r->data[box][i] = frame->data[i]; // found: BUG_4
  r->request |= 1u << box;
  return true;
}

/// Bits per second, in registers.
bool can_set_rate(struct can_registers *r, uint32_t clock, uint32_t rate) {
#ifdef BUG_5 // no rate
  if (rate > 1000000)
    return false;
#else
  if (rate == 0 || rate > 1000000)
    return false;
#endif
  uint32_t divider = clock / rate; // found: BUG_5
  if (divider < 8 || divider > 1024)
    return false;
  r->bit_time = divider;
  return true;
}

void can_error(uint32_t id) {
#ifdef BUG_6 // six bits, not five
  errors_of[id & 63] += 1; // found: BUG_6
#else
  errors_of[id & (NODES - 1)] += 1;
#endif
}

uint32_t can_errors(unsigned node) {
#ifdef BUG_7 // off by one
  return node <= NODES ? errors_of[node] : 0; // found: BUG_7
#else
  return node < NODES ? errors_of[node] : 0;
#endif
}

/// A bit mask of `count` identifiers from `first` on.
uint32_t can_mask(unsigned first, unsigned count) {
  uint32_t mask = 0;
#ifdef BUG_8 // 32 of them are allowed, and shifted by
  if (count > 32 || first > 32 - count)
    return 0;
#else
  if (count > 32 || first >= 32 || first > 32 - count)
    return 0;
#endif
  for (unsigned i = 0; i < count; ++i)
    mask |= 1u << (first + i);
  return mask | 1u << first; // found: BUG_8
}
