// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG=1
// EXPECT: unsafe --check=memory -DBUG=2
// An allocator of blocks of one size: the free ones are a list that lives in
// the blocks themselves.
#include <assert.h>
#include <sooth.h>
#include <stdbool.h>
#include <stddef.h>

enum { BLOCKS = 4, PAYLOAD = 16 };

union block {
  union block *next;
  unsigned char data[PAYLOAD];
};

struct pool {
  union block *free_list;
  unsigned available;
  union block blocks[BLOCKS];
};

static struct pool pool;

static void pool_init(struct pool *p) {
  p->free_list = NULL;
  for (int i = BLOCKS - 1; i >= 0; i--) {
    p->blocks[i].next = p->free_list;
    p->free_list = &p->blocks[i];
  }
  p->available = BLOCKS;
}

static void *pool_take(struct pool *p) {
  union block *b = p->free_list;
#if BUG != 1
  if (!b)
    return NULL;
#endif
  p->free_list = b->next;
  p->available--;
  return b->data;
}

static bool pool_owns(const struct pool *p, const void *data) {
  for (int i = 0; i < BLOCKS; i++)
    if (data == (const void *)&p->blocks[i])
      return true;
  return false;
}

static void pool_give(struct pool *p, void *data) {
  if (!data)
    return;
  assert(pool_owns(p, data));
  union block *b = data;
  b->next = p->free_list;
  p->free_list = b;
#if BUG == 2
  if (p->free_list->next)
#endif
  p->available++;
}

int main(void) {
  pool_init(&pool);
  void *mine[BLOCKS] = {NULL, NULL, NULL, NULL};
  unsigned held = 0;
  for (int round = 0; round < 6; round++) {
    unsigned i = sooth_nondet_uint() % BLOCKS;
    if (mine[i]) {
      pool_give(&pool, mine[i]);
      mine[i] = NULL;
      held--;
    } else {
      // One more than there are may be asked for.
      unsigned char *data = pool_take(&pool);
      assert(data != NULL);
      data[0] = (unsigned char)i;
      data[PAYLOAD - 1] = (unsigned char)round;
      mine[i] = data;
      held++;
    }
    assert(pool.available + held == BLOCKS);
    for (unsigned k = 0; k < BLOCKS; k++)
      if (mine[k] && k != i)
        assert(mine[k] != mine[i]);
  }
  while (pool.available > 0) {
    void *data = pool_take(&pool);
    assert(data != NULL);
  }
  assert(pool_take(&pool) == NULL);
  return 0;
}
