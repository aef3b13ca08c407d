// Reads measurements from lines of text with separators, as tools of a
// laboratory import them: quoted fields, decimals as thousandths, columns by
// their names, and a summary. The test reads any text. -DBUG_1 to -DBUG_7 each
// put one fault in; a line at which it is to be found says so.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { COLUMNS = 4, FIELD = 12, ROWS = 8 };

struct field {
  char text[FIELD];
  unsigned length;
};

struct row {
  int32_t values[COLUMNS];
  unsigned count;
};

struct table {
  char names[COLUMNS][FIELD];
  unsigned columns;
  struct row rows[ROWS];
  unsigned count;
  unsigned errors;
};

void table_init(struct table *t) { memset(t, 0, sizeof *t); }

static void add(struct field *f, char c) {
#ifdef BUG_1 // no room for the end
  if (f->length < FIELD)
    f->text[f->length++] = c;
#else
  if (f->length < FIELD - 1)
    f->text[f->length++] = c;
#endif
}

/// The field at \p text, and where the text goes on; null at its end.
static const char *read_field(const char *text, char separator,
                              struct field *f) {
  f->length = 0;
  const bool is_quoted = *text == '"';
  if (is_quoted)
    ++text;
#ifdef BUG_2 // a quote that is not closed
  while (is_quoted ? *text != '"' : *text && *text != separator) // found: BUG_2
    add(f, *text++);
#else
  while (*text && (is_quoted ? *text != '"' : *text != separator))
    add(f, *text++);
#endif
  f->text[f->length] = '\0'; // found: BUG_1
  if (is_quoted && *text == '"')
    ++text;
  return *text == separator ? text + 1 : NULL;
}

/// Thousandths; false if the text is no number.
static bool read_number(const char *text, int32_t *value) {
  bool is_negative = false;
  int32_t number = 0, digits = 0, decimals = -1;
  if (*text == '-') {
    is_negative = true;
    ++text;
  }
  for (; *text; ++text) {
    if (*text == '.' && decimals < 0) {
      decimals = 0;
      continue;
    }
    if (*text < '0' || *text > '9' || decimals == 3)
      return false;
#ifndef BUG_3 // too many digits
    if (number > 200000)
      return false;
#endif
    number = number * 10 + (*text - '0'); // found: BUG_3
    ++digits;
    if (decimals >= 0)
      ++decimals;
  }
  if (digits == 0)
    return false;
  for (; decimals < 3; ++decimals) {
    if (decimals < 0)
      decimals = 0;
    if (number > 200000000)
      return false;
    number *= 10; // found: BUG_3
  }
  *value = is_negative ? -number : number;
  return true;
}

/// The line with the names of the columns.
bool table_read_names(struct table *t, const char *line) {
  struct field f;
  t->columns = 0;
  for (const char *at = line; at;) {
    at = read_field(at, ';', &f);
#ifdef BUG_4 // off by one
    if (t->columns > COLUMNS)
      return false;
#else
    if (t->columns >= COLUMNS)
      return false;
#endif
    memcpy(t->names[t->columns], f.text, f.length + 1); // found: BUG_4
    ++t->columns;
  }
  return true;
}

bool table_read_row(struct table *t, const char *line) {
  struct field f;
#ifdef BUG_5 // off by one
  if (t->count > ROWS)
    return false;
#else
  if (t->count >= ROWS)
    return false;
#endif
  struct row *r = &t->rows[t->count];
  r->count = 0; // found: BUG_5
  for (const char *at = line; at;) {
    at = read_field(at, ';', &f);
    if (r->count >= COLUMNS || !read_number(f.text, &r->values[r->count])) {
      ++t->errors;
      return false;
    }
    ++r->count;
  }
  ++t->count;
  return true;
}

/// The number of a column, or -1.
int table_column(const struct table *t, const char *name) {
  for (unsigned i = 0; i < t->columns && i < COLUMNS; ++i)
    if (strcmp(t->names[i], name) == 0)
      return (int)i;
  return -1;
}

/// The mean of a column.
bool table_mean(const struct table *t, const char *name, int32_t *mean) {
  const int column = table_column(t, name);
#ifndef BUG_6 // a column that is not there
  if (column < 0)
    return false;
#endif
  int64_t sum = 0;
  unsigned count = 0;
  for (unsigned i = 0; i < t->count && i < ROWS; ++i)
    if ((unsigned)column < t->rows[i].count || column < 0) {
      sum += t->rows[i].values[column]; // found: BUG_6
      ++count;
    }
#ifndef BUG_7 // no row may have the column
  if (count == 0)
    return false;
#endif
  *mean = (int32_t)(sum / (int64_t)count); // found: BUG_7
  return true;
}

#ifdef TEST
#include <assert.h>
#include <sooth.h>

static void any_text(char *text, unsigned size) {
  for (unsigned i = 0; i + 1 < size; ++i)
    text[i] = sooth_nondet_char();
  text[size - 1] = '\0';
}

int main(void) {
  static struct table t;
  char line[17];
  table_init(&t);
  any_text(line, sizeof line);
  table_read_names(&t, line);
  for (int i = 0; i < 10; ++i) {
    if (i < 2)
      any_text(line, sizeof line);
    else
      strcpy(line, "1;2.5");
    table_read_row(&t, line);
  }
  int32_t mean;
  if (table_mean(&t, "time", &mean))
    assert(t.count > 0);
}
#endif
