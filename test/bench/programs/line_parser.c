// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG=1
// EXPECT: unsafe --check=memory -DBUG=2
// Lines "name = number" from a configuration file, with fixed buffers.
#include <assert.h>
#include <sooth.h>
#include <stdbool.h>
#include <stddef.h>

enum { LINE = 12, NAME = 5 };

struct setting {
  char name[NAME];
  int value;
};

enum result { OK, EMPTY, NO_NAME, LONG_NAME, NO_EQUALS, NO_NUMBER, TRAILING };

static bool is_blank(char c) { return c == ' ' || c == '\t'; }
static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static const char *skip_blanks(const char *s) {
  while (is_blank(*s))
    s++;
  return s;
}

static enum result parse_name(const char **s, char *out) {
  size_t n = 0;
  if (!is_letter(**s))
    return NO_NAME;
  while (is_letter(**s)) {
#if BUG == 1
    if (n == NAME)
#else
    if (n == NAME - 1)
#endif
      return LONG_NAME;
    out[n++] = **s;
    (*s)++;
  }
  out[n] = '\0';
  return OK;
}

static enum result parse_number(const char **s, int *out) {
  bool negative = false;
  if (**s == '-') {
    negative = true;
    (*s)++;
  }
  if (!is_digit(**s))
    return NO_NUMBER;
  int value = 0;
  while (is_digit(**s)) {
    value = value * 10 + (**s - '0');
    if (value > 999)
      return NO_NUMBER;
    (*s)++;
  }
  *out = negative ? -value : value;
  return OK;
}

static enum result parse_line(const char *line, struct setting *out) {
  const char *s = skip_blanks(line);
  if (*s == '\0' || *s == '#')
    return EMPTY;
  enum result r = parse_name(&s, out->name);
  if (r != OK)
    return r;
  s = skip_blanks(s);
  if (*s != '=')
    return NO_EQUALS;
#if BUG == 2
  s = skip_blanks(s + 2);
#else
  s = skip_blanks(s + 1);
#endif
  r = parse_number(&s, &out->value);
  if (r != OK)
    return r;
  s = skip_blanks(s);
  return *s == '\0' || *s == '#' ? OK : TRAILING;
}

int main(void) {
  char line[LINE];
  for (int i = 0; i < LINE - 1; i++)
    line[i] = sooth_nondet_char();
  line[LINE - 1] = '\0';

  struct setting s = {"", 0};
  enum result r = parse_line(line, &s);
  if (r == OK) {
    assert(s.value >= -999 && s.value <= 999);
    assert(is_letter(s.name[0]));
    bool ends = false;
    for (int i = 0; i < NAME; i++)
      if (s.name[i] == '\0')
        ends = true;
    assert(ends);
  }
  return 0;
}
