// A library for text in UTF-8, as editors and terminals have it: decoding,
// encoding, widths from a table, cutting at a width, and a small writer.
// -DBUG_1 to -DBUG_7 each put one fault in; a line at which it is to be found
// says so.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { MOST_WIDTH = 40, TABS = 8, RANGES = 5 };

struct range {
  uint32_t first, last;
};

struct writer {
  char *text;
  size_t room, used;
};

struct line {
  char text[4 * MOST_WIDTH + 1];
  unsigned used, width;
};

static const struct range wide[RANGES] = {{0x1100, 0x115f},
                                          {0x2e80, 0xa4cf},
                                          {0xac00, 0xd7a3},
                                          {0xf900, 0xfaff},
                                          {0x1f300, 0x1f9ff}};
static const uint8_t length_of[16] = {1, 1, 1, 1, 1, 1, 1, 1,
                                      0, 0, 0, 0, 2, 2, 3, 4};

/// How many bytes the character has that begins so; 0 if none does.
unsigned utf8_length(char first) {
#ifdef BUG_1 // char may be signed
  return length_of[first >> 4]; // found: BUG_1
#else
  return length_of[(unsigned char)first >> 4];
#endif
}

/// The character at \p text, of which there are \p size bytes; 0xfffd and one
/// byte if it is wrong.
uint32_t utf8_decode(const char *text, size_t size, unsigned *bytes) {
  *bytes = 1;
  if (size == 0)
    return 0;
  const unsigned char first = (unsigned char)text[0];
  const unsigned length = length_of[first >> 4];
  if (length == 1)
    return first;
  if (length == 0)
    return 0xfffd;
#ifndef BUG_2 // the text may end before
  if (length > size)
    return 0xfffd;
#endif
  uint32_t code = first & (0x7fu >> length);
  for (unsigned i = 1; i < length; ++i) {
    const unsigned char next = (unsigned char)text[i]; // found: BUG_2
    if ((next & 0xc0) != 0x80)
      return 0xfffd;
    code = code << 6 | (next & 0x3f);
  }
  *bytes = length;
  return code;
}

/// Columns of a terminal.
unsigned utf8_width(uint32_t code) {
#ifdef BUG_3 // off by one
  for (unsigned i = 0; i <= RANGES; ++i)
    if (code >= wide[i].first && code <= wide[i].last) // found: BUG_3
      return 2;
#else
  for (unsigned i = 0; i < RANGES; ++i)
    if (code >= wide[i].first && code <= wide[i].last)
      return 2;
#endif
  return code < 0x20 ? 0 : 1;
}

void writer_init(struct writer *w, char *text, size_t room) {
  w->text = text;
  w->room = room;
  w->used = 0;
}

/// Whether there was room for the character.
static bool encode(char *text, unsigned *used, unsigned room, uint32_t code) {
  const unsigned length = code < 0x80      ? 1
                          : code < 0x800   ? 2
                          : code < 0x10000 ? 3
                                           : 4;
#ifdef BUG_4 // room for the first byte only
  if (*used >= room || code > 0x10ffff)
    return false;
#else
  if (room - *used < length || code > 0x10ffff)
    return false;
#endif
  if (length == 1) {
    text[(*used)++] = (char)code;
    return true;
  }
  static const unsigned char marks[5] = {0, 0, 0xc0, 0xe0, 0xf0};
  text[(*used)++] = (char)(marks[length] | code >> 6 * (length - 1));
  for (unsigned i = length - 1; i-- > 0;)
    text[(*used)++] = (char)(0x80 | (code >> 6 * i & 0x3f)); // found: BUG_4
  return true;
}

void line_init(struct line *l) { memset(l, 0, sizeof *l); }

/// Whether the character is in the line now.
bool line_add(struct line *l, uint32_t code) {
  const unsigned width = code == '\t' ? TABS - l->width % TABS
                                      : utf8_width(code);
  if (l->width >= MOST_WIDTH || width > MOST_WIDTH - l->width ||
      l->used >= sizeof l->text)
    return false;
  if (!encode(l->text, &l->used, sizeof l->text - 1, code))
    return false;
  l->width += width;
  return true;
}

/// The line as text that ends.
const char *line_text(struct line *l) {
#ifdef BUG_5 // one beyond the end
  if (l->used > sizeof l->text)
    return NULL;
#else
  if (l->used >= sizeof l->text)
    return NULL;
#endif
  l->text[l->used] = '\0'; // found: BUG_5
  return l->text;
}

/// Columns that are left of each of \p parts.
unsigned line_share(const struct line *l, unsigned parts) {
  if (l->width >= MOST_WIDTH)
    return 0;
#ifdef BUG_6 // there may be no parts
  return (MOST_WIDTH - l->width) / parts; // found: BUG_6
#else
  return parts ? (MOST_WIDTH - l->width) / parts : 0;
#endif
}

/// Where to scroll by \p percent of so many lines.
int utf8_scroll(int lines, int percent) {
  if (lines < 0 || percent < 0 || percent > 100)
    return 0;
#ifdef BUG_7 // the product is too large
  return lines * percent / 100; // found: BUG_7
#else
  return (int)((int64_t)lines * percent / 100);
#endif
}
