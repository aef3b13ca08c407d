// A test without inputs was prepared as if it had many runs: for a hash map
// that took longer than anybody waits. Now it is run first.
//
// RUN: sooth --check=default --timeout=20 %s | FileCheck %s --check-prefix=SAFE
// RUN: not sooth --check=default --timeout=20 -DROOM %s \
// RUN:   | FileCheck %s --check-prefix=ROOM
// RUN: not sooth --check=default --timeout=20 -DSIZE %s \
// RUN:   | FileCheck %s --check-prefix=SIZE
// RUN: not sooth --check=default --timeout=20 -DFREED %s \
// RUN:   | FileCheck %s --check-prefix=FREED
// RUN: not sooth --check=default --timeout=20 -DLOST %s \
// RUN:   | FileCheck %s --check-prefix=LOST
// RUN: not sooth --check=default --timeout=20 -DWRONG %s \
// RUN:   | FileCheck %s --check-prefix=WRONG
//
// clang-format off
// SAFE: Safe
// SAFE-NEXT: all checks hold: all runs end, as there is only one (of {{[0-9]+}} steps)
// ROOM: write outside of memory of 4 bytes from 'malloc' in line [[#]]
// SIZE: read outside of memory of 64 bytes from 'calloc' in line [[#]]
// SIZE: e->value = 16
// SIZE: offset = 64, size = 64
// FREED: read of memory of 24 bytes from 'malloc' in line [[#]] after it was freed in line [[#]]
// LOST: memory of 5 bytes from 'malloc' in line [[#]] is never freed
// WRONG: assertion 'e && e->value == i + i' failed
// clang-format on
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct node {
  struct node *next;
  char *key;
  int value;
};
struct map {
  struct node **buckets;
  size_t capacity, count;
};
static uint32_t hash(const char *s) {
  uint32_t h = 2166136261u;
  for (; *s; ++s) {
    h ^= (unsigned char)*s;
    h *= 16777619u;
  }
  return h;
}
static int map_init(struct map *m, size_t n) {
  m->buckets = calloc(n, sizeof *m->buckets);
  m->capacity = n;
  m->count = 0;
  return m->buckets ? 0 : -1;
}
static void map_grow(struct map *m) {
  size_t n = m->capacity * 2;
  struct node **b = calloc(n, sizeof *b);
  if (!b)
    return;
  for (size_t i = 0; i < m->capacity; ++i) {
    struct node *next;
    for (struct node *e = m->buckets[i]; e; e = next) {
      next = e->next;
      size_t at = hash(e->key) % n;
      e->next = b[at];
      b[at] = e;
    }
  }
  free(m->buckets);
  m->buckets = b;
#ifdef SIZE
  m->capacity = n * 2;
#else
  m->capacity = n;
#endif
}
static struct node *map_find(struct map *m, const char *key) {
  for (struct node *e = m->buckets[hash(key) % m->capacity]; e; e = e->next)
    if (strcmp(e->key, key) == 0)
      return e;
  return NULL;
}
static int map_put(struct map *m, const char *key, int value) {
  struct node *e = map_find(m, key);
  if (e) {
    e->value = value;
    return 0;
  }
  if (m->count >= m->capacity)
    map_grow(m);
  e = malloc(sizeof *e);
  if (!e)
    return -1;
  e->key = malloc(strlen(key)
#ifndef ROOM
                  + 1
#endif
  );
  if (!e->key) {
    free(e);
    return -1;
  }
  strcpy(e->key, key);
  e->value = value;
  size_t at = hash(key) % m->capacity;
  e->next = m->buckets[at];
  m->buckets[at] = e;
  m->count++;
  return 0;
}
static int map_remove(struct map *m, const char *key) {
  struct node **at = &m->buckets[hash(key) % m->capacity];
  for (; *at; at = &(*at)->next)
    if (strcmp((*at)->key, key) == 0) {
      struct node *e = *at;
#ifdef FREED
      free(e->key);
      free(e);
      *at = e->next;
#else
      *at = e->next;
      free(e->key);
      free(e);
#endif
      m->count--;
      return 1;
    }
  return 0;
}
static void map_free(struct map *m) {
  for (size_t i = 0; i < m->capacity; ++i) {
    struct node *next;
    for (struct node *e = m->buckets[i]; e; e = next) {
      next = e->next;
#ifndef LOST
      free(e->key);
#endif
      free(e);
    }
  }
  free(m->buckets);
}
int main(void) {
  struct map m;
  char key[16];
  if (map_init(&m, 4))
    return 1;
  for (int i = 0; i < 30; ++i) {
    snprintf(key, sizeof key, "key%d", i);
    assert(map_put(&m, key, i * i) == 0);
  }
  for (int i = 0; i < 30; ++i) {
    snprintf(key, sizeof key, "key%d", i);
    struct node *e = map_find(&m, key);
#ifdef WRONG
    assert(e && e->value == i + i);
#else
    assert(e && e->value == i * i);
#endif
  }
  for (int i = 0; i < 30; i += 2) {
    snprintf(key, sizeof key, "key%d", i);
    assert(map_remove(&m, key));
  }
  assert(m.count == 15);
  printf("%zu entries\n", m.count);
  map_free(&m);
  return 0;
}
