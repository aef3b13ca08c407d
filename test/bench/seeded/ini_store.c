// The settings of a program, read from text like "[section]" and "key = value".
// All is in one block that callers give, without an allocator: texts in an
// arena, entries in a table with chains from a hash. -DBUG_1 to -DBUG_6 each
// put one fault in; a line at which it is to be found says so.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
  ARENA = 2048,
  ENTRIES = 96,
  BUCKETS = 31,
  LINE = 160,
  NAME = 24,
  NONE = -1
};

struct entry {
  int16_t next;                 // in its bucket, or in the list of free ones
  uint16_t section, key, value; // where the texts begin
};

struct store {
  char arena[ARENA];
  unsigned used;
  struct entry entries[ENTRIES];
  int16_t buckets[BUCKETS];
  int16_t free;
  unsigned count;
  char section[NAME];
  char line[LINE];
  unsigned line_length, line_number;
  unsigned bad_lines;
};

void store_init(struct store *s) {
  memset(s, 0, sizeof *s);
  s->used = 1; // the empty text is at 0
  for (int i = 0; i < BUCKETS; ++i)
    s->buckets[i] = NONE;
  for (int i = 0; i < ENTRIES; ++i)
    s->entries[i].next = (int16_t)(i + 1 < ENTRIES ? i + 1 : NONE);
  s->free = 0;
}

static unsigned hash_of(const char *section, const char *key) {
  uint32_t hash = 5381;
  for (; *section; ++section)
    hash = hash * 33 ^ (unsigned char)*section;
  hash = hash * 33 ^ '.';
  for (; *key; ++key)
    hash = hash * 33 ^ (unsigned char)*key;
#ifdef BUG_3 // one too many
  return hash % (BUCKETS + 1);
#else
  return hash % BUCKETS;
#endif
}

/// Where the text is in the arena now, or 0 if there is no room.
static uint16_t keep_text(struct store *s, const char *text, size_t length) {
  if (length == 0)
    return 0;
#ifdef BUG_1 // the end of the text
  if (length > ARENA - s->used)
    return 0;
#else
  if (length >= ARENA - s->used)
    return 0;
#endif
  const unsigned at = s->used;
  memcpy(s->arena + at, text, length);
  s->arena[at + length] = '\0'; // found: BUG_1
  s->used += (unsigned)length + 1;
  return (uint16_t)at;
}

static int find(const struct store *s, const char *section, const char *key) {
  int i = s->buckets[hash_of(section, key)]; // found: BUG_3
  while (i != NONE) {
    const struct entry *e = &s->entries[i];
    if (strcmp(s->arena + e->section, section) == 0 &&
        strcmp(s->arena + e->key, key) == 0)
      return i;
    i = e->next;
  }
  return NONE;
}

/// Null if there is no such key.
const char *store_get(const struct store *s, const char *section,
                      const char *key) {
  const int i = find(s, section, key);
#ifndef BUG_6 // NONE is no entry
  if (i == NONE)
    return NULL;
#endif
  return s->arena + s->entries[i].value; // found: BUG_6
}

static bool set(struct store *s, const char *section, const char *key,
                const char *value, size_t length) {
  int i = find(s, section, key);
  if (i == NONE) {
    i = s->free;
    if (i == NONE)
      return false;
    struct entry *e = &s->entries[i];
    const uint16_t section_at = keep_text(s, section, strlen(section));
    const uint16_t key_at = keep_text(s, key, strlen(key));
    if (!key_at || (section[0] && !section_at))
      return false;
    const unsigned bucket = hash_of(section, key);
    s->free = e->next;
    e->section = section_at;
    e->key = key_at;
    e->value = 0;
    e->next = s->buckets[bucket];
    s->buckets[bucket] = (int16_t)i;
    ++s->count;
  }
  const uint16_t at = keep_text(s, value, length);
  if (length && !at)
    return false;
  s->entries[i].value = at;
  return true;
}

bool store_set(struct store *s, const char *section, const char *key,
               const char *value) {
  if (!*key)
    return false;
  return set(s, section, key, value, strlen(value));
}

/// False if there is no such key.
bool store_remove(struct store *s, const char *section, const char *key) {
  int16_t *link = &s->buckets[hash_of(section, key)];
  while (*link != NONE) {
    const int16_t i = *link;
    struct entry *e = &s->entries[i];
    if (strcmp(s->arena + e->section, section) == 0 &&
        strcmp(s->arena + e->key, key) == 0) {
      *link = e->next;
      e->next = s->free;
      s->free = i;
      --s->count;
      return true;
    }
    link = &e->next;
  }
  return false;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static void take_line(struct store *s) {
  size_t begin = 0, end = s->line_length;
  ++s->line_number;
  while (begin < end && is_blank(s->line[begin]))
    ++begin;
#ifdef BUG_4                         // an empty line
  while (is_blank(s->line[end - 1])) // found: BUG_4
    --end;
#else
  while (end > begin && is_blank(s->line[end - 1]))
    --end;
#endif
  if (begin == end || s->line[begin] == '#' || s->line[begin] == ';')
    return;
  const char *text = s->line + begin;
  const size_t length = end - begin;
  if (text[0] == '[') {
    if (length < 2 || text[length - 1] != ']') {
      ++s->bad_lines;
      return;
    }
#ifdef BUG_2 // the end of the text
    if (length - 2 > sizeof s->section) {
#else
    if (length - 2 >= sizeof s->section) {
#endif
      ++s->bad_lines;
      return;
    }
    memcpy(s->section, text + 1, length - 2);
    s->section[length - 2] = '\0'; // found: BUG_2
    return;
  }
  const char *equals = memchr(text, '=', length);
  if (!equals || equals == text) {
    ++s->bad_lines;
    return;
  }
  char key[NAME];
  size_t key_length = (size_t)(equals - text);
  while (key_length > 0 && is_blank(text[key_length - 1]))
    --key_length;
  if (key_length == 0 || key_length >= sizeof key) {
    ++s->bad_lines;
    return;
  }
  memcpy(key, text, key_length);
  key[key_length] = '\0';
  const char *value = equals + 1;
  size_t value_length = length - (size_t)(value - text);
  while (value_length > 0 && is_blank(*value)) {
    ++value;
    --value_length;
  }
  if (!set(s, s->section, key, value, value_length))
    ++s->bad_lines;
}

/// Takes the next bytes of a file.
void store_feed(struct store *s, const char *bytes, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (bytes[i] == '\n') {
      take_line(s);
      s->line_length = 0;
    } else if (s->line_length < LINE && bytes[i] != '\0') {
      s->line[s->line_length++] = bytes[i];
    }
  }
}

/// A whole number with a sign; \p otherwise if there is none.
int store_number(const struct store *s, const char *section, const char *key,
                 int otherwise) {
  const char *text = store_get(s, section, key);
  if (!text)
    return otherwise;
  const bool negative = *text == '-';
  if (negative)
    ++text;
  if (!*text)
    return otherwise;
  int number = 0;
  for (; *text; ++text) {
    if (*text < '0' || *text > '9')
      return otherwise;
#ifndef BUG_5 // a number of many digits
    if (number > 99999999)
      return otherwise;
#endif
    number = number * 10 + (*text - '0'); // found: BUG_5
  }
  return negative ? -number : number;
}

/// How full the table is, in percent.
unsigned store_load(const struct store *s) { return s->count * 100 / ENTRIES; }

/// How much room there is for texts.
unsigned store_room(const struct store *s) { return ARENA - s->used; }

/// Calls \p visit for each entry, bucket by bucket.
void store_visit(const struct store *s,
                 void (*visit)(void *data, const char *section, const char *key,
                               const char *value),
                 void *data) {
  for (unsigned bucket = 0; bucket < BUCKETS; ++bucket)
    for (int i = s->buckets[bucket]; i != NONE; i = s->entries[i].next)
      visit(data, s->arena + s->entries[i].section,
            s->arena + s->entries[i].key, s->arena + s->entries[i].value);
}
