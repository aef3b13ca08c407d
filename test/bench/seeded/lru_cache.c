// A cache of a proxy: entries in a table by the hash of their name, and in a
// list by when they were used last; what is too old or too much is dropped. The
// test calls it in any order. -DBUG_1 to -DBUG_7 each put one fault in; a line
// at which it is to be found says so.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4, MOST_ENTRIES = 3, NAME = 8, MOST_BYTES = 64 };

struct entry {
  struct entry *next;           // in the bucket
  struct entry *newer, *older;  // in the list
  char name[NAME];
  uint8_t *body;
  size_t size;
  unsigned used_at;
};

struct cache {
  struct entry *buckets[BUCKETS];
  struct entry *newest, *oldest;
  unsigned count;
  size_t bytes;
  unsigned hits, lookups;
};

void cache_init(struct cache *c) { memset(c, 0, sizeof *c); }

static unsigned bucket_of(const char *name) {
  unsigned h = 17;
  for (; *name; ++name)
    h = h * 31 + (unsigned char)*name;
  return h % BUCKETS;
}

static void unlink_entry(struct cache *c, struct entry *e) {
  if (e->newer)
    e->newer->older = e->older;
  else
    c->newest = e->older;
#ifdef BUG_1 // the oldest one has none that is older
  e->older->newer = e->newer; // found: BUG_1
  if (!e->older)
    c->oldest = e->newer;
#else
  if (e->older)
    e->older->newer = e->newer;
  else
    c->oldest = e->newer;
#endif
}

static void link_newest(struct cache *c, struct entry *e) {
  e->newer = NULL;
  e->older = c->newest;
  if (c->newest)
    c->newest->newer = e;
  else
    c->oldest = e;
  c->newest = e;
}

static struct entry **place_of(struct cache *c, const char *name) {
  struct entry **at = &c->buckets[bucket_of(name)];
  while (*at && strcmp((*at)->name, name) != 0)
    at = &(*at)->next;
  return at;
}

static void drop(struct cache *c, struct entry **at) {
  struct entry *e = *at;
#ifdef BUG_2 // read after it was freed
  unlink_entry(c, e);
  c->bytes -= e->size;
  free(e->body);
  free(e);
  *at = e->next; // found: BUG_2
#else
  *at = e->next; // found: BUG_3
  unlink_entry(c, e);
  c->bytes -= e->size;
  free(e->body); // found: BUG_5
  free(e);
#endif
  --c->count;
}

/// Null if it is not there; else its newest use is at the time \p now.
struct entry *cache_find(struct cache *c, const char *name, unsigned now) {
  ++c->lookups;
  struct entry *e = *place_of(c, name);
  if (!e)
    return NULL;
  ++c->hits;
  e->used_at = now;
  unlink_entry(c, e);
  link_newest(c, e);
  return e;
}

static bool make_room(struct cache *c, size_t size) {
  if (size > MOST_BYTES)
    return false;
  while (c->count >= MOST_ENTRIES || c->bytes + size > MOST_BYTES) {
#ifdef BUG_3 // of the entry that was used last, not of the oldest one
    drop(c, &c->oldest->newer);
#else
    drop(c, place_of(c, c->oldest->name));
#endif
  }
  return true;
}

/// Whether the cache has the entry now. The body is copied.
bool cache_put(struct cache *c, const char *name, const uint8_t *body,
               size_t size, unsigned now) {
#ifdef BUG_4 // no room for the end
  if (strlen(name) > NAME)
    return false;
#else
  if (strlen(name) >= NAME)
    return false;
#endif
  struct entry **at = place_of(c, name);
#ifdef BUG_5 // the body is freed twice
  if (*at)
    free((*at)->body);
#endif
  if (*at)
    drop(c, at);
  if (!make_room(c, size))
    return false;
  at = place_of(c, name);
  struct entry *e = malloc(sizeof *e);
  if (!e)
    return false;
  strcpy(e->name, name); // found: BUG_4
  e->body = malloc(size + 1);
  if (!e->body) {
    free(e);
    return false;
  }
  memcpy(e->body, body, size);
  e->size = size;
  e->used_at = now;
  e->next = NULL;
  *at = e;
  link_newest(c, e);
  ++c->count;
  c->bytes += size;
  return true;
}

bool cache_remove(struct cache *c, const char *name) {
  struct entry **at = place_of(c, name);
  if (!*at)
    return false;
  drop(c, at);
  return true;
}

/// Drops what nobody has used for so long.
unsigned cache_expire(struct cache *c, unsigned now, unsigned age) {
  unsigned dropped = 0;
#ifdef BUG_6 // the list may become empty
  while (now - c->oldest->used_at > age) { // found: BUG_6
#else
  while (c->oldest && now - c->oldest->used_at > age) {
#endif
    drop(c, place_of(c, c->oldest->name));
    ++dropped;
  }
  return dropped;
}

/// In percent.
unsigned cache_hit_rate(const struct cache *c) {
#ifdef BUG_7 // nobody may have looked for anything
  return (unsigned)(c->hits * 100ull / c->lookups); // found: BUG_7
#else
  return c->lookups ? (unsigned)(c->hits * 100ull / c->lookups) : 0;
#endif
}

#ifdef TEST
#include <assert.h>
#include <sooth.h>

int main(void) {
  static const char *const names[] = {"a", "b", "index", "style", "contents"};
  static const uint8_t body[MOST_BYTES] = {1, 2, 3};
  struct cache c;
  cache_init(&c);
  for (unsigned now = 0; now < 8; ++now) {
    const char *name = names[sooth_nondet_uint() % 5];
    switch (sooth_nondet_uint() % 5) {
    case 0:
      cache_put(&c, name, body, sooth_nondet_uint() % (MOST_BYTES + 1), now);
      break;
    case 1:
      cache_find(&c, name, now);
      break;
    case 2:
      cache_remove(&c, name);
      break;
    case 3:
      cache_expire(&c, now, sooth_nondet_uint() % 4);
      break;
    case 4:
      assert(cache_hit_rate(&c) <= 100);
      break;
    }
    assert(c.count <= MOST_ENTRIES && c.bytes <= MOST_BYTES);
    assert(!c.oldest == !c.count); // found: BUG_3
  }
  while (c.oldest)
    cache_remove(&c, c.oldest->name);
}
#endif
