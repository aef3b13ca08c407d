// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG=1
// EXPECT: unsafe --check=memory -DBUG=2
// A command line is cut into words in place, with quotes.
#include <assert.h>
#include <sooth.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { LINE = 32, WORDS = 4 };

static char *next_word(char **rest) {
  char *s = *rest;
  while (*s == ' ')
    s++;
  if (*s == '\0') {
    *rest = s;
    return NULL;
  }
  char *word = s;
  if (*s == '"') {
    word = ++s;
    while (*s != '\0' && *s != '"')
      s++;
  } else {
    while (*s != '\0' && *s != ' ')
      s++;
  }
#if BUG == 1
  *s++ = '\0';
#else
  if (*s != '\0')
    *s++ = '\0';
#endif
  *rest = s;
  return word;
}

// The words found, all of them or WORDS.
static size_t split(char *line, char **words) {
  size_t count = 0;
  char *rest = line;
  char *word;
  while ((word = next_word(&rest)) != NULL) {
#if BUG == 2
    if (count > WORDS) {
#else
    if (count == WORDS) {
#endif
      break;
    }
    words[count++] = word;
  }
  return count;
}

int main(void) {
  char line[LINE];
  for (int i = 0; i < LINE - 1; i++)
    line[i] = sooth_nondet_char();
  line[LINE - 1] = '\0';
  char *words[WORDS];
  size_t count = split(line, words);
  assert(count <= WORDS);
  for (size_t i = 0; i < count; i++) {
    assert(words[i] >= line && words[i] < line + LINE);
    assert(strlen(words[i]) < LINE);
  }
  return 0;
}
