// A driver that keeps a log in pages of flash memory, as sensors on batteries
// have it: pages with headers and wear counters, records of any length, and the
// search for the page that is written next. -DBUG_1 to -DBUG_7 each put one
// fault in; a line at which it is to be found says so.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { PAGES = 6, PAGE = 128, HEADER = 8, MOST = 32, KINDS = 5, ERASED = 0xff };

struct flash_registers {
  volatile uint32_t status;
  volatile uint32_t control;
  volatile uint32_t address;
};

struct page {
  uint32_t sequence;
  uint16_t wear;
  uint16_t used;
  uint8_t bytes[PAGE - HEADER];
};

static struct page pages[PAGES];
static unsigned current;
static uint32_t next_sequence = 1;
static uint32_t written_of[KINDS];
static uint8_t scratch[MOST];

static void erase(unsigned page) {
  memset(pages[page].bytes, ERASED, sizeof pages[page].bytes);
  pages[page].used = 0;
  pages[page].sequence = 0;
  if (pages[page].wear < UINT16_MAX)
    ++pages[page].wear;
}

void flash_format(void) {
#ifdef BUG_1 // off by one
  for (unsigned i = 0; i <= PAGES; ++i) {
    pages[i].sequence = 0; // found: BUG_1
    pages[i].used = 0;
  }
#else
  for (unsigned i = 0; i < PAGES; ++i) {
    pages[i].sequence = 0;
    pages[i].used = 0;
  }
#endif
  for (unsigned i = 0; i < KINDS; ++i)
    written_of[i] = 0;
  current = 0;
  next_sequence = 1;
}

static unsigned least_worn(void) {
  unsigned best = 0;
  for (unsigned i = 1; i < PAGES; ++i)
    if (pages[i].wear < pages[best].wear)
      best = i;
  return best;
}

static void begin_page(void) {
#ifdef BUG_2 // it should begin again after the last one
  ++current;
#else
  current = (current + 1) % PAGES;
#endif
  if (pages[current].sequence || pages[current].used) // found: BUG_2
    erase(current);
  pages[current].sequence = next_sequence++;
}

/// Whether the record is in the log.
bool flash_append(unsigned kind, const uint8_t *data, unsigned length) {
#ifdef BUG_3 // a kind that is not there
  if (kind > KINDS || length > MOST)
    return false;
#else
  if (kind >= KINDS || length > MOST)
    return false;
#endif
  ++written_of[kind]; // found: BUG_3
#ifdef BUG_4 // the two bytes before the data have no room
  if (pages[current].used + length > sizeof pages[current].bytes)
    begin_page();
#else
  if (pages[current].used + length + 2 > sizeof pages[current].bytes)
    begin_page();
#endif
  struct page *p = &pages[current];
  p->bytes[p->used++] = (uint8_t)kind; // found: BUG_4
  p->bytes[p->used++] = (uint8_t)length; // found: BUG_4
  for (unsigned i = 0; i < length; ++i)
    p->bytes[p->used++] = data[i]; // found: BUG_4
  return true;
}

/// The length of the record at \p offset, which is in scratch then, or -1.
int flash_read(unsigned page, unsigned offset) {
  if (page >= PAGES || offset + 2 > sizeof pages[page].bytes ||
      offset > sizeof pages[page].bytes)
    return -1;
  const uint8_t *at = &pages[page].bytes[offset];
  const unsigned length = at[1];
#ifdef BUG_5 // what flash has may be anything
  for (unsigned i = 0; i < length; ++i)
    scratch[i] = at[2 + i]; // found: BUG_5
#else
  if (length > MOST || offset + 2 + length > sizeof pages[page].bytes)
    return -1;
  for (unsigned i = 0; i < length; ++i)
    scratch[i] = at[2 + i];
#endif
  return (int)length;
}

/// How much has been written for each page that is worn, in percent.
unsigned flash_wear(void) {
  uint32_t worn = 0;
  for (unsigned i = 0; i < PAGES; ++i)
    worn += pages[i].wear;
#ifdef BUG_6 // a new one is not worn
  return pages[least_worn()].wear * 100u * PAGES / worn; // found: BUG_6
#else
  return worn ? pages[least_worn()].wear * 100u * PAGES / worn : 100;
#endif
}

/// Whether the controller is ready within so many reads of its status.
bool flash_wait(struct flash_registers *r, unsigned tries) {
  for (; tries > 0; --tries)
    if (!(r->status & 1))
      return true;
  return false;
}

/// Begins to erase a block of a power of two.
bool flash_erase_block(struct flash_registers *r, unsigned block,
                       unsigned order) {
#ifdef BUG_7 // shifted by too much
  if (order > 32)
    return false;
#else
  if (order > 20)
    return false;
#endif
  const uint32_t size = UINT32_C(1) << order; // found: BUG_7
  if (!flash_wait(r, 100))
    return false;
  r->address = block * size;
  r->control = 1;
  return true;
}
