// Requests of HTTP as a small server of a device reads them: bytes come from a
// socket in pieces, lines are collected in a buffer, headers are kept in one
// block of text, bodies have a length or come in chunks. -DBUG_1 to -DBUG_6
// each put one fault in; a line at which it is to be found says so.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { LINE = 256, HEADERS = 16, STORE = 1024, TARGET = 64, BODY = 512 };

enum method { METHOD_NONE, METHOD_GET, METHOD_HEAD, METHOD_POST, METHOD_PUT };

enum state {
  STATE_REQUEST,
  STATE_HEADERS,
  STATE_BODY,
  STATE_CHUNK_SIZE,
  STATE_CHUNK,
  STATE_CHUNK_END,
  STATE_DONE,
  STATE_ERROR
};

struct header {
  uint16_t name, value; // where they begin in the store
};

struct request {
  enum state state;
  enum method method;
  int status; // what to answer if there is an error
  char line[LINE];
  size_t line_length;
  char target[TARGET];
  unsigned major, minor;
  struct header headers[HEADERS];
  unsigned header_count;
  char store[STORE];
  size_t stored;
  unsigned char body[BODY];
  size_t body_length;
  size_t left; // of the body, or of the chunk
};

static const char *const method_names[] = {"", "GET", "HEAD", "POST", "PUT"};

void request_init(struct request *r) {
  memset(r, 0, sizeof *r);
  r->state = STATE_REQUEST;
}

static void fail(struct request *r, int status) {
  r->state = STATE_ERROR;
  r->status = status;
}

static char lower(char c) {
  return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same_name(const char *a, const char *b) {
  while (*a && lower(*a) == lower(*b)) {
    ++a;
    ++b;
  }
  return lower(*a) == lower(*b);
}

static bool is_token(char c) {
  if (c >= 'a' && c <= 'z')
    return true;
  if (c >= 'A' && c <= 'Z')
    return true;
  if (c >= '0' && c <= '9')
    return true;
  return c == '-' || c == '_' || c == '.' || c == '!' || c == '+';
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  c = lower(c);
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  return -1;
}

/// The value of a header, or null.
const char *request_header(const struct request *r, const char *name) {
  for (unsigned i = 0; i < r->header_count; ++i)
    if (same_name(r->store + r->headers[i].name, name))
      return r->store + r->headers[i].value;
  return NULL;
}

const char *method_name(enum method method) {
#ifdef BUG_1 // off by one
  if ((unsigned)method > sizeof method_names / sizeof method_names[0])
    return "?";
#else
  if ((unsigned)method >= sizeof method_names / sizeof method_names[0])
    return "?";
#endif
  return method_names[method]; // found: BUG_1
}

/// The text without "%41" and the like; its length, or -1.
static int decode_target(char *to, size_t size, const char *from,
                         size_t length) {
  size_t used = 0;
  for (size_t i = 0; i < length; ++i) {
    char c = from[i];
    if (c == '%') {
      if (length - i < 3)
        return -1;
      const int high = hex_digit(from[i + 1]), low = hex_digit(from[i + 2]);
      if (high < 0 || low < 0)
        return -1;
      c = (char)(high << 4 | low);
      i += 2;
    }
#ifdef BUG_2 // no room for the end
    if (used >= size)
      return -1;
#else
    if (used + 1 >= size)
      return -1;
#endif
    to[used++] = c;
  }
  to[used] = '\0'; // found: BUG_2
  return (int)used;
}

static void read_request_line(struct request *r) {
  const char *line = r->line;
  const char *space = memchr(line, ' ', r->line_length);
  if (!space) {
    fail(r, 400);
    return;
  }
  const size_t length = (size_t)(space - line);
  for (unsigned i = 1; i < sizeof method_names / sizeof method_names[0]; ++i)
    if (strlen(method_names[i]) == length &&
        memcmp(method_names[i], line, length) == 0)
      r->method = (enum method)i;
  if (r->method == METHOD_NONE) {
    fail(r, 501);
    return;
  }
  const char *target = space + 1;
  const char *end =
      memchr(target, ' ', r->line_length - (size_t)(target - line));
  if (!end) {
    fail(r, 400);
    return;
  }
  if (decode_target(r->target, sizeof r->target, target,
                    (size_t)(end - target)) <= 0) {
    fail(r, 414);
    return;
  }
  const char *version = end + 1;
  if (r->line_length - (size_t)(version - line) != 8 ||
      memcmp(version, "HTTP/", 5) != 0) {
    fail(r, 400);
    return;
  }
  r->major = (unsigned)(version[5] - '0');
  r->minor = (unsigned)(version[7] - '0');
  if (r->major != 1 || version[6] != '.' || r->minor > 9) {
    fail(r, 505);
    return;
  }
  r->state = STATE_HEADERS;
}

/// Where the text is in the store now, or STORE if there is no room.
static size_t keep(struct request *r, const char *text, size_t length) {
  if (length >= STORE - r->stored)
    return STORE;
  const size_t at = r->stored;
  memcpy(r->store + at, text, length);
  r->store[at + length] = '\0';
  r->stored += length + 1;
  return at;
}

/// A number of decimal digits.
static bool read_length(const char *text, size_t *length) {
  size_t number = 0;
  if (!*text)
    return false;
  for (; *text; ++text) {
    if (*text < '0' || *text > '9')
      return false;
    number = number * 10 + (size_t)(*text - '0');
    if (number > 1000000)
      return false;
  }
  *length = number;
  return true;
}

static void begin_body(struct request *r) {
  const char *coding = request_header(r, "Transfer-Encoding");
  const char *length = request_header(r, "Content-Length");
  r->body_length = 0;
  if (coding && same_name(coding, "chunked")) {
    r->state = STATE_CHUNK_SIZE;
    return;
  }
  if (!length) {
    r->state = STATE_DONE;
    return;
  }
  if (!read_length(length, &r->left)) {
    fail(r, 400);
    return;
  }
#ifndef BUG_3 // a long body
  if (r->left > BODY) {
    fail(r, 413);
    return;
  }
#endif
  r->state = r->left ? STATE_BODY : STATE_DONE;
}

static void read_header(struct request *r) {
  const char *line = r->line;
  if (r->line_length == 0) {
    begin_body(r);
    return;
  }
  size_t name = 0;
  while (name < r->line_length && is_token(line[name]))
    ++name;
  if (name == 0 || name == r->line_length || line[name] != ':') {
    fail(r, 400);
    return;
  }
  size_t value = name + 1, end = r->line_length;
  while (value < end && (line[value] == ' ' || line[value] == '\t'))
    ++value;
  while (end > value && (line[end - 1] == ' ' || line[end - 1] == '\t'))
    --end;
#ifdef BUG_4 // off by one
  if (r->header_count > HEADERS) {
#else
  if (r->header_count >= HEADERS) {
#endif
    fail(r, 431);
    return;
  }
  const size_t name_at = keep(r, line, name);
  const size_t value_at = keep(r, line + value, end - value);
  if (name_at == STORE || value_at == STORE) {
    fail(r, 431);
    return;
  }
  r->headers[r->header_count].name = (uint16_t)name_at; // found: BUG_4
  r->headers[r->header_count].value = (uint16_t)value_at;
  ++r->header_count;
}

static void read_chunk_size(struct request *r) {
  size_t size = 0, digits = 0;
  while (digits < r->line_length && hex_digit(r->line[digits]) >= 0) {
    size = size << 4 | (size_t)hex_digit(r->line[digits]);
    ++digits;
    if (digits > 8)
      break;
  }
  if (digits == 0 || digits > 8) {
    fail(r, 400);
    return;
  }
#ifdef BUG_5 // of this chunk alone
  if (size > BODY) {
#else
  if (size > BODY - r->body_length) {
#endif
    fail(r, 413);
    return;
  }
  r->left = size;
  r->state = size ? STATE_CHUNK : STATE_DONE;
}

static void line_is_complete(struct request *r) {
  switch (r->state) {
  case STATE_REQUEST:
    read_request_line(r);
    break;
  case STATE_HEADERS:
    read_header(r);
    break;
  case STATE_CHUNK_SIZE:
    read_chunk_size(r);
    break;
  case STATE_CHUNK_END:
    if (r->line_length)
      fail(r, 400);
    else
      r->state = STATE_CHUNK_SIZE;
    break;
  default:
    break;
  }
  r->line_length = 0;
}

/// Takes bytes until the request is complete; how many it took.
size_t request_feed(struct request *r, const char *bytes, size_t count) {
  size_t i = 0;
  while (i < count && r->state != STATE_DONE && r->state != STATE_ERROR) {
    const char c = bytes[i++];
    if (r->state == STATE_BODY || r->state == STATE_CHUNK) {
      r->body[r->body_length++] = (unsigned char)c; // found: BUG_3 BUG_5
      if (--r->left == 0)
        r->state = r->state == STATE_BODY ? STATE_DONE : STATE_CHUNK_END;
    } else if (c == '\n') {
#ifdef BUG_6 // an empty line has no last character
      if (r->line[r->line_length - 1] == '\r') // found: BUG_6
#else
      if (r->line_length && r->line[r->line_length - 1] == '\r')
#endif
        --r->line_length;
      line_is_complete(r);
    } else if (r->line_length == LINE) {
      fail(r, 400);
    } else {
      r->line[r->line_length++] = c;
    }
  }
  return i;
}
