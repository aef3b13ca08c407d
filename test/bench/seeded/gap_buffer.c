// A text with a gap where it is edited, undo and marks, as line editors and
// command shells on small machines have it. A library: nobody here calls it.
// -DBUG_1 to -DBUG_7 each put one fault in; a line at which it is to be found
// says so.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { ROOM = 512, MARKS = 8, UNDO = 16, LINES = 64 };

enum edit_kind { EDIT_NONE, EDIT_INSERT, EDIT_DELETE };

struct edit {
  enum edit_kind kind;
  unsigned at;
  char removed;
};

struct text {
  char bytes[ROOM];
  unsigned gap;   // where the gap begins
  unsigned after; // where the text behind it begins
  unsigned marks[MARKS];
  unsigned mark_count;
  struct edit undo[UNDO];
  unsigned undo_next;
  unsigned undo_count;
};

void text_init(struct text *t) {
  memset(t, 0, sizeof *t);
  t->after = ROOM;
}

unsigned text_length(const struct text *t) {
  return t->gap + (ROOM - t->after);
}

static void remember(struct text *t, enum edit_kind kind, unsigned at,
                     char removed) {
  struct edit *e = &t->undo[t->undo_next];
  e->kind = kind;
  e->at = at;
  e->removed = removed;
  t->undo_next = (t->undo_next + 1) % UNDO;
  if (t->undo_count < UNDO)
    ++t->undo_count;
}

/// Shift the marks behind `at` by one, up or down.
static void shift_marks(struct text *t, unsigned at, bool up) {
  for (unsigned i = 0; i < t->mark_count && i < MARKS; ++i)
    if (t->marks[i] > at) {
      if (up)
        ++t->marks[i];
      else
        --t->marks[i];
    }
}

bool text_mark(struct text *t, unsigned at) {
#ifdef BUG_1 // off by one
  if (t->mark_count > MARKS)
    return false;
#else
  if (t->mark_count >= MARKS)
    return false;
#endif
  t->marks[t->mark_count++] = at; // found: BUG_1
  return true;
}

/// The last mark; -1 if there is none.
long text_last_mark(const struct text *t) {
#ifdef BUG_2 // none
  if (t->mark_count > MARKS)
    return -1;
#else
  if (t->mark_count == 0 || t->mark_count > MARKS)
    return -1;
#endif
  return (long)t->marks[t->mark_count - 1]; // found: BUG_2
}

bool text_insert(struct text *t, char c) {
  if (t->gap >= t->after || t->after > ROOM)
    return false;
  t->bytes[t->gap] = c;
  remember(t, EDIT_INSERT, t->gap, 0);
  shift_marks(t, t->gap, true);
  ++t->gap;
  return true;
}

bool text_delete(struct text *t) {
  if (t->gap == 0 || t->gap > ROOM)
    return false;
  --t->gap;
  remember(t, EDIT_DELETE, t->gap, t->bytes[t->gap]);
  shift_marks(t, t->gap, false);
  return true;
}

const char *text_key_name(int key) {
  static const char *const names[] = {"none", "left", "right", "home", "end",
                                      "up",   "down", "insert"};
#ifdef BUG_3 // eight names
  if (key < 0 || key > 8)
    return "?";
#else
  if (key < 0 || key >= (int)(sizeof names / sizeof *names))
    return "?";
#endif
  return names[key]; // found: BUG_3
}

/// Percent of the room that is used, as the status line shows it.
int text_percent(int used, int room) {
#ifdef BUG_4 // an empty room
  if (used < 0 || used > 1000000)
    return -1;
#else
  if (used < 0 || room <= 0 || used > 1000000)
    return -1;
#endif
  return used * 100 / room; // found: BUG_4
}

/// The column after a tab at `column`.
int text_tab_stop(int column, int width) {
#ifdef BUG_5 // the column may be large
  if (width < 1 || width > 16)
    return column;
#else
  if (width < 1 || width > 16 || column < 0 || column > 100000)
    return 0;
#endif
  return column + (width - column % width); // found: BUG_5
}

/// A copy of the name of a file for the title, cut to 20 bytes.
void text_title(char *title, const char *name) {
  char cut[20];
  size_t length = strlen(name);
#ifdef BUG_6 // the terminating zero
  if (length > sizeof cut)
    length = sizeof cut;
#else
  if (length > sizeof cut - 1)
    length = sizeof cut - 1;
#endif
  memcpy(cut, name, length);
  cut[length] = '\0'; // found: BUG_6
  strcpy(title, cut);
}

/// How many lines there are in `text`, and where each begins.
unsigned text_lines(const char *text, unsigned begins[LINES]) {
  unsigned begin[LINES], count = 0;
  begin[count++] = 0;
  for (unsigned i = 0; i < 1000 && text[i]; ++i)
    if (text[i] == '\n') {
#ifdef BUG_7 // one too many
      if (count > LINES)
        break;
#else
      if (count >= LINES)
        break;
#endif
      begin[count++] = i + 1; // found: BUG_7
    }
  memcpy(begins, begin, count * sizeof *begin);
  return count;
}
