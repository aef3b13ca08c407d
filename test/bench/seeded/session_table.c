// The sessions of a small server: a table with free places, buckets that limit
// how often each may ask, and a log, as gateways and print servers have it. With
// -DTEST its own test is there, as a developer writes it. -DBUG_1 to -DBUG_7
// each put one fault in; a line at which it is to be found says so.
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SESSIONS = 8, USER = 16, LOG = 4, TOKENS = 10 };

struct session {
  bool used;
  char user[USER];
  uint32_t id;
  int tokens;
  uint32_t last;
  char *note;
};

struct table {
  struct session all[SESSIONS];
  uint32_t next_id;
  unsigned count;
  const char *log[LOG];
  unsigned logged;
};

void table_init(struct table *t) {
  memset(t, 0, sizeof *t);
  t->next_id = 1;
}

static void say(struct table *t, const char *what) {
#ifdef BUG_1 // the log is a ring
  t->log[t->logged] = what; // found: BUG_1
#else
  t->log[t->logged % LOG] = what;
#endif
  ++t->logged;
}

static struct session *find(struct table *t, uint32_t id) {
  for (unsigned i = 0; i < SESSIONS; ++i)
    if (t->all[i].used && t->all[i].id == id)
      return &t->all[i];
  return NULL;
}

static struct session *free_place(struct table *t) {
#ifdef BUG_2 // one beyond
  for (unsigned i = 0; i <= SESSIONS; ++i)
#else
  for (unsigned i = 0; i < SESSIONS; ++i)
#endif
    if (!t->all[i].used) // found: BUG_2
      return &t->all[i];
  return NULL;
}

/// The number of the new session, or 0.
uint32_t table_open(struct table *t, const char *user, uint32_t now) {
  size_t length = strlen(user);
#ifdef BUG_3 // the terminating zero
  if (length > USER)
    return 0;
#else
  if (length >= USER)
    return 0;
#endif
  struct session *s = free_place(t);
#ifndef BUG_4 // no place is free
  if (!s)
    return 0;
#endif
  s->used = true; // found: BUG_4
  memcpy(s->user, user, length);
  s->user[length] = '\0'; // found: BUG_3
  s->id = t->next_id++;
  s->tokens = TOKENS;
  s->last = now;
  s->note = NULL;
  ++t->count;
  say(t, "open");
  return s->id;
}

bool table_note(struct table *t, uint32_t id, const char *note) {
  struct session *s = find(t, id);
  if (!s)
    return false;
  char *copy = malloc(strlen(note) + 1);
  if (!copy)
    return false;
  strcpy(copy, note);
  free(s->note);
  s->note = copy;
  return true;
}

bool table_close(struct table *t, uint32_t id) {
  struct session *s = find(t, id);
#ifndef BUG_5 // no such session
  if (!s)
    return false;
#endif
  free(s->note); // found: BUG_5
#ifndef BUG_6 // freed again with the next note
  s->note = NULL;
#endif
  s->used = false;
  --t->count;
  say(t, "close");
  return true;
}

/// Whether the session may ask at the time `now`.
bool table_ask(struct table *t, uint32_t id, uint32_t now) {
  struct session *s = find(t, id);
  if (!s)
    return false;
  uint32_t passed = now - s->last;
  if (passed > TOKENS)
    passed = TOKENS;
  s->last = now;
  s->tokens = s->tokens > TOKENS - (int)passed ? TOKENS
                                               : s->tokens + (int)passed;
  if (s->tokens <= 0)
    return false;
  --s->tokens;
  return true;
}

/// The average load of the last `seconds`.
int table_load(const struct table *t, int asked, int seconds) {
#ifdef BUG_7 // no time
  if (asked < 0 || seconds < 0)
    return 0;
#else
  if (asked < 0 || seconds <= 0)
    return 0;
#endif
  return t->count ? asked / seconds : 0; // found: BUG_7
}

void table_end(struct table *t) {
  for (unsigned i = 0; i < SESSIONS; ++i) {
#ifdef BUG_6
    free(t->all[i].note); // found: BUG_6
#else
    if (t->all[i].used)
      free(t->all[i].note);
#endif
    t->all[i].note = NULL;
  }
}

#ifdef TEST
int main(void) {
  struct table t;
  table_init(&t);
  uint32_t first = table_open(&t, "somebody", 1);
  assert(first == 1);
  assert(table_note(&t, first, "prints"));
  assert(table_ask(&t, first, 5));
  assert(!table_open(&t, "a name of 16 byt", 2));
  assert(table_load(&t, 3, 0) == 0);
  assert(table_close(&t, first));
  assert(!table_close(&t, first));
  for (int i = 0; i < SESSIONS; ++i)
    assert(table_open(&t, "many", 3));
  assert(!table_open(&t, "too many", 3));
  table_end(&t);
  table_init(&t);
  first = table_open(&t, "somebody", 1);
  assert(table_note(&t, first, "scans"));
  assert(table_close(&t, first));
  table_end(&t);
  return 0;
}
#endif
