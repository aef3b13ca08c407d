// A library that hands out page frames, as kernels and hypervisors have it: a
// bitmap with counters by zone, ranges that are reserved, and a list of what
// was freed last. -DBUG_1 to -DBUG_7 each put one fault in; a line at which it
// is to be found says so.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
  FRAMES = 256,
  WORD_BITS = 32,
  WORDS = FRAMES / WORD_BITS,
  ZONES = 4,
  ZONE_FRAMES = FRAMES / ZONES,
  RECENT = 8,
  RESERVED = 6,
  NONE = -1
};

struct range {
  uint16_t first, count;
};

static uint32_t used[WORDS];
static uint16_t free_in[ZONES];
static int16_t recent[RECENT];
static unsigned recent_count;
static struct range reserved[RESERVED];
static unsigned reserved_count;

static bool is_used(unsigned frame) {
  return used[frame / WORD_BITS] >> (frame % WORD_BITS) & 1;
}

static void mark(unsigned frame) {
#ifdef BUG_1 // the number of the bit is that of the frame
  used[frame / WORD_BITS] |= UINT32_C(1) << frame; // found: BUG_1
#else
  used[frame / WORD_BITS] |= UINT32_C(1) << (frame % WORD_BITS);
#endif
}

static void clear(unsigned frame) {
  used[frame / WORD_BITS] &= ~(UINT32_C(1) << (frame % WORD_BITS));
}

void frames_init(void) {
  memset(used, 0, sizeof used);
  for (unsigned zone = 0; zone < ZONES; ++zone)
    free_in[zone] = ZONE_FRAMES;
  recent_count = 0;
  reserved_count = 0;
}

/// Whether the frames were free, and are not any more.
bool frames_reserve(unsigned first, unsigned count) {
#ifdef BUG_2 // first + count may wrap around
  if (count == 0 || first + count > FRAMES)
    return false;
#else
  if (count == 0 || count > FRAMES || first > FRAMES - count)
    return false;
#endif
#ifdef BUG_3 // off by one
  if (reserved_count > RESERVED)
    return false;
#else
  if (reserved_count >= RESERVED)
    return false;
#endif
  for (unsigned i = 0; i < count; ++i)
    if (used[(first + i) / WORD_BITS] >> ((first + i) % WORD_BITS) & 1) // found: BUG_2
      return false;
  for (unsigned i = 0; i < count; ++i) {
    mark(first + i);
    --free_in[(first + i) / ZONE_FRAMES];
  }
  reserved[reserved_count].first = (uint16_t)first; // found: BUG_3
  reserved[reserved_count].count = (uint16_t)count;
  ++reserved_count;
  return true;
}

static bool is_reserved(unsigned frame) {
  for (unsigned i = 0; i < reserved_count; ++i)
    if (frame >= reserved[i].first &&
        frame - reserved[i].first < reserved[i].count)
      return true;
  return false;
}

static int take_recent(unsigned zone) {
  for (unsigned i = recent_count; i-- > 0;) {
    const int frame = recent[i];
    if ((unsigned)frame / ZONE_FRAMES != zone)
      continue;
    recent[i] = recent[--recent_count];
    return frame;
  }
  return NONE;
}

/// A frame of the zone, or NONE.
int frames_take(unsigned zone) {
#ifdef BUG_4 // a zone that is not there
  if (zone > ZONES)
    return NONE;
#else
  if (zone >= ZONES)
    return NONE;
#endif
  if (free_in[zone] == 0) // found: BUG_4
    return NONE;
  int frame = take_recent(zone);
  if (frame == NONE) {
    const unsigned first = zone * ZONE_FRAMES;
    for (unsigned i = first; i < first + ZONE_FRAMES && frame == NONE; ++i)
      if (!is_used(i))
        frame = (int)i;
  }
  if (frame == NONE || is_used((unsigned)frame))
    return NONE;
  mark((unsigned)frame);
  --free_in[zone];
  return frame;
}

/// Whether the frame was in use and may be freed.
bool frames_give(int frame) {
#ifdef BUG_5 // a number below 0
  if (frame >= FRAMES)
    return false;
  if (!(used[frame / WORD_BITS] >> (frame & 31) & 1)) // found: BUG_5
    return false;
#else
  if (frame < 0 || frame >= FRAMES)
    return false;
  if (!is_used((unsigned)frame))
    return false;
#endif
  if (frame < 0 || is_reserved((unsigned)frame))
    return false;
  clear((unsigned)frame);
  ++free_in[frame / ZONE_FRAMES];
#ifdef BUG_6 // the list may be full
  recent[recent_count++] = (int16_t)frame; // found: BUG_6
#else
  if (recent_count < RECENT)
    recent[recent_count++] = (int16_t)frame;
#endif
  return true;
}

/// Percent of a zone that is in use.
unsigned frames_usage(unsigned zone) {
  if (zone >= ZONES)
    return 0;
  return 100 - free_in[zone] * 100u / ZONE_FRAMES;
}

/// The zone that has most free frames for each one that is reserved.
unsigned frames_best_zone(void) {
  unsigned best = 0, best_share = 0;
  for (unsigned zone = 0; zone < ZONES; ++zone) {
    unsigned kept = 0;
    for (unsigned i = 0; i < reserved_count; ++i)
      if (reserved[i].first / ZONE_FRAMES == zone)
        kept += reserved[i].count;
#ifdef BUG_7 // nothing may be reserved
    const unsigned share = free_in[zone] / kept; // found: BUG_7
#else
    const unsigned share = kept ? free_in[zone] / kept : free_in[zone];
#endif
    if (share > best_share) {
      best_share = share;
      best = zone;
    }
  }
  return best;
}
