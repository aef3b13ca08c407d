// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG=1
// EXPECT: unsafe --check=memory -DBUG=2
// A hash map with open addressing and deletion, beside one key that is watched.
#include <assert.h>
#include <sooth.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SLOTS = 4, OPERATIONS = 4 };

enum state { EMPTY, USED, DELETED };

struct entry {
  enum state state;
  uint16_t key;
  int value;
};

struct map {
  struct entry slots[SLOTS];
  unsigned used;
};

static unsigned hash(uint16_t key) { return (key ^ key >> 8) % SLOTS; }

static struct entry *find(struct map *m, uint16_t key) {
  unsigned at = hash(key);
  for (unsigned i = 0; i < SLOTS; i++) {
    struct entry *e = &m->slots[(at + i) % SLOTS];
#if BUG == 1
    if (e->state != USED)
#else
    if (e->state == EMPTY)
#endif
      return NULL;
    if (e->state == USED && e->key == key)
      return e;
  }
  return NULL;
}

static bool put(struct map *m, uint16_t key, int value) {
  struct entry *e = find(m, key);
  if (e) {
    e->value = value;
    return true;
  }
  unsigned at = hash(key);
  for (unsigned i = 0; i < SLOTS; i++) {
#if BUG == 2
    e = &m->slots[at + i];
#else
    e = &m->slots[(at + i) % SLOTS];
#endif
    if (e->state != USED) {
      e->state = USED;
      e->key = key;
      e->value = value;
      m->used++;
      return true;
    }
  }
  return false;
}

static bool erase(struct map *m, uint16_t key) {
  struct entry *e = find(m, key);
  if (!e)
    return false;
  e->state = DELETED;
  m->used--;
  return true;
}

int main(void) {
  struct map m = {0};
  const uint16_t watched = sooth_nondet_ushort();
  bool there = false;
  int value = 0;
  for (int i = 0; i < OPERATIONS; i++) {
    uint16_t key = sooth_nondet_ushort();
    if (sooth_nondet_bool()) {
      int v = sooth_nondet_int();
      bool ok = put(&m, key, v);
      assert(ok);
      if (key == watched) {
        there = true;
        value = v;
      }
    } else {
      bool was = erase(&m, key);
      if (key == watched) {
        assert(was == there);
        there = false;
      }
    }
    struct entry *e = find(&m, watched);
    assert((e != NULL) == there);
    if (e)
      assert(e->value == value);
    assert(m.used <= SLOTS);
  }
  return 0;
}
