
/* Functions of the C library, which do what they did on the run where that is
   left open. Those that the program uses take the place of the library's, by
   the names that are given them below. */

#include <stdarg.h>

extern _Bool sooth_nondet_libc_bool(void) SOOTH_WEAK;
extern char sooth_nondet_libc_char(void) SOOTH_WEAK;
extern int sooth_nondet_libc_int(void) SOOTH_WEAK;
extern int sooth_nondet_libc_int_like(int) SOOTH_WEAK;
extern long sooth_nondet_libc_long(void) SOOTH_WEAK;
extern short sooth_nondet_libc_short(void) SOOTH_WEAK;
extern long long sooth_nondet_libc_long_long(void) SOOTH_WEAK;
extern float sooth_nondet_libc_float(void) SOOTH_WEAK;
extern double sooth_nondet_libc_double(void) SOOTH_WEAK;
extern size_t sooth_nondet_libc_size(void) SOOTH_WEAK;
extern char sooth_libc_environment[] SOOTH_WEAK;

/* A null pointer in place of a file is an invalid access. */
__attribute__((unused)) static void sooth_use(FILE *f) {
  if (!f)
    (void)*(volatile char *)f;
}

/* Any number with the sign of \p order. */
static int sooth_sign(int order) {
  int n = order && sooth_nondet_libc_int_like ? sooth_nondet_libc_int_like(order)
                                              : 0;
  return order < 0 ? (n < 0 ? n : -1) : order > 0 ? (n > 0 ? n : 1) : 0;
}

/* The difference at the first place where two texts differ, in one that is
   \p n long at most. */
static int sooth_difference(const char *a, const char *b, size_t n, int stops,
                            int ignores_case) {
  for (size_t i = 0; i < n; i++) {
    int x = (unsigned char)a[i], y = (unsigned char)b[i];
    if (ignores_case) {
      x += x >= 'A' && x <= 'Z' ? 'a' - 'A' : 0;
      y += y >= 'A' && y <= 'Z' ? 'a' - 'A' : 0;
    }
    if (x != y)
      return x - y;
    if (stops && x == 0)
      return 0;
  }
  return 0;
}

int sooth_own_memcmp(const void *a, const void *b, size_t n) {
  return sooth_sign(sooth_difference(a, b, n, 0, 0));
}
int sooth_own_strcmp(const char *a, const char *b) {
  return sooth_sign(sooth_difference(a, b, (size_t)-1, 1, 0));
}
int sooth_own_strncmp(const char *a, const char *b, size_t n) {
  return sooth_sign(sooth_difference(a, b, n, 1, 0));
}
int sooth_own_strcasecmp(const char *a, const char *b) {
  return sooth_sign(sooth_difference(a, b, (size_t)-1, 1, 1));
}
int sooth_own_strncasecmp(const char *a, const char *b, size_t n) {
  return sooth_sign(sooth_difference(a, b, n, 1, 1));
}

char *sooth_own_fgets(char *s, int size, FILE *f) {
  int n = 0;
  sooth_use(f);
  if (size <= 0)
    return 0;
  while (n < size - 1 && sooth_nondet_libc_bool()) {
    s[n] = sooth_nondet_libc_char();
    if (s[n++] == '\n')
      break;
  }
  if (n == 0 && (size > 1 || sooth_nondet_libc_bool()))
    return 0;
  if (sooth_nondet_libc_bool())
    return 0;
  s[n] = 0;
  return s;
}

size_t sooth_own_fread(void *to, size_t size, size_t count, FILE *f) {
  size_t read = sooth_nondet_libc_size();
  (void)count, sooth_use(f);
  for (size_t i = 0; i < size * read; i++)
    ((char *)to)[i] = sooth_nondet_libc_char();
  return size ? read : 0;
}

static long sooth_receive(void *to) {
  long n = sooth_nondet_libc_long();
  for (long i = 0; i < n; i++)
    ((char *)to)[i] = sooth_nondet_libc_char();
  return n;
}

static void sooth_look_at(const void *from, size_t size) {
  for (size_t i = 0; i < size; i++)
    (void)((const volatile char *)from)[i];
}
static long sooth_deliver(const void *from, size_t size) {
  sooth_look_at(from, size);
  return sooth_nondet_libc_long();
}

long sooth_own_read(int fd, void *to, size_t size) {
  (void)fd, (void)size;
  return sooth_receive(to);
}
long sooth_own_pread(int fd, void *to, size_t size, long at) {
  (void)fd, (void)size, (void)at;
  return sooth_receive(to);
}
long sooth_own_recv(int fd, void *to, size_t size, int flags) {
  (void)fd, (void)size, (void)flags;
  return sooth_receive(to);
}
long sooth_own_write(int fd, const void *from, size_t size) {
  if ((fd == 1 || fd == 2) && !SOOTH_IO_MAY_FAIL) {
    sooth_look_at(from, size);
    return (long)size;
  }
  return sooth_deliver(from, size);
}
long sooth_own_pwrite(int fd, const void *from, size_t size, long at) {
  (void)fd, (void)at;
  return sooth_deliver(from, size);
}
long sooth_own_send(int fd, const void *from, size_t size, int flags) {
  (void)fd, (void)flags;
  return sooth_deliver(from, size);
}

long sooth_own_getdelim(char **line, size_t *room, int end, FILE *f) {
  sooth_use(f);
  (void)end;
  size_t length = sooth_nondet_libc_size();
  if (!*line || !*room) {
    *room = 120;
    *line = malloc(*room);
  }
  if (*room <= length) {
    free(*line);
    *room = length + 1;
    *line = malloc(*room);
  }
  if (!*line)
    return -1;
  if (length == 0)
    return -1;
  for (size_t i = 0; i < length; i++)
    (*line)[i] = sooth_nondet_libc_char();
  (*line)[length] = 0;
  return (long)length;
}
long sooth_own_getline(char **line, size_t *room, FILE *f) {
  return sooth_own_getdelim(line, room, '\n', f);
}

/* As x86-64 has it. */
struct sooth_stat {
  unsigned long device, inode, links;
  unsigned mode, user, group, padding;
  unsigned long type;
  long size, block_size, blocks, times[6], rest[3];
};
static int sooth_of_file(struct sooth_stat *to) {
  if (sooth_nondet_libc_bool())
    return -1;
  to->device = sooth_nondet_libc_size();
  to->inode = sooth_nondet_libc_size();
  to->links = sooth_nondet_libc_size();
  to->mode = (unsigned)sooth_nondet_libc_int();
  to->user = (unsigned)sooth_nondet_libc_int();
  to->group = (unsigned)sooth_nondet_libc_int();
  to->type = sooth_nondet_libc_size();
  to->size = sooth_nondet_libc_long();
  to->block_size = sooth_nondet_libc_long();
  to->blocks = sooth_nondet_libc_long();
  for (int i = 0; i < 6; i++)
    to->times[i] = sooth_nondet_libc_long();
  return 0;
}
int sooth_own_fstat(int fd, struct sooth_stat *to) {
  (void)fd;
  return sooth_of_file(to);
}
int sooth_own_stat(const char *path, struct sooth_stat *to) {
  (void)path;
  return sooth_of_file(to);
}
int sooth_own_lstat(const char *path, struct sooth_stat *to) {
  return sooth_own_stat(path, to);
}

/* Printing may fail, to stdout and stderr only if that was asked for, or when
   one of them was closed or is another file. */
static int sooth_replaced;
/* As they were before the program set them. */
static FILE *sooth_printing[2];
__attribute__((constructor(101))) static void sooth_keep_streams(void) {
  sooth_printing[0] = stdout;
  sooth_printing[1] = stderr;
}
static int sooth_is_for_printing(FILE *f) {
  return f == sooth_printing[0] || f == sooth_printing[1];
}
static void sooth_replace(FILE *f) {
  sooth_replaced |= sooth_is_for_printing(f);
}
static int sooth_may_fail(FILE *f) {
  return SOOTH_IO_MAY_FAIL || sooth_replaced || !sooth_is_for_printing(f);
}

size_t sooth_own_fwrite(const void *from, size_t size, size_t count, FILE *f) {
  sooth_use(f);
  size_t written = sooth_may_fail(f) ? sooth_nondet_libc_size() : count;
  (void)from;
  return size ? written : 0;
}

extern int __vfprintf_chk(FILE *, int, const char *, va_list) SOOTH_WEAK;

static int sooth_print(FILE *f, const char *format, va_list more) {
  return __vfprintf_chk ? __vfprintf_chk(f, 0, format, more)
                        : vsnprintf(0, 0, format, more);
}

static int sooth_printed(FILE *f, int length) {
  int n = sooth_may_fail(f) ? sooth_nondet_libc_int() : 0;
  return n < 0 ? n : length;
}

/* Nothing is read from the file itself. */
extern FILE *tmpfile64(void) SOOTH_WEAK;
__attribute__((unused)) static FILE *sooth_new_file(void) {
  return tmpfile64 ? tmpfile64() : stdin;
}

#define SOOTH_PRINTS(NAME, FIRST, TO)                                          \
  int sooth_own_##NAME(FIRST const char *format, ...) {                        \
    va_list more;                                                              \
    va_start(more, format);                                                    \
    int n = sooth_print(TO, format, more);                                     \
    va_end(more);                                                              \
    return sooth_printed(TO, n);                                               \
  }                                                                            \
  int sooth_own_v##NAME(FIRST const char *format, va_list more) {              \
    return sooth_printed(TO, sooth_print(TO, format, more));                   \
  }
#define SOOTH_AND ,

SOOTH_PRINTS(printf, , stdout)
SOOTH_PRINTS(fprintf, FILE *f SOOTH_AND, f)
SOOTH_PRINTS(dprintf, int to SOOTH_AND,
             to == 1   ? stdout
             : to == 2 ? stderr
                       : sooth_new_file())

/* What is done, or fails. */
#define SOOTH_MAY_FAIL(NAME, PARAMETERS, ACT, RESULT)                          \
  int sooth_own_##NAME PARAMETERS {                                            \
    ACT;                                                                       \
    return sooth_nondet_libc_bool() ? EOF : RESULT;                            \
  }
#define SOOTH_PUTS(NAME, PARAMETERS, TO, RESULT)                               \
  int sooth_own_##NAME PARAMETERS {                                            \
    sooth_use(TO);                                                             \
    return sooth_may_fail(TO) && sooth_nondet_libc_bool() ? EOF : RESULT;      \
  }
SOOTH_PUTS(fputc, (int c, FILE *f), f, (unsigned char)c)
SOOTH_PUTS(putc, (int c, FILE *f), f, (unsigned char)c)
SOOTH_PUTS(putchar, (int c), stdout, (unsigned char)c)
SOOTH_MAY_FAIL(ungetc, (int c, FILE *f), sooth_use(f), (unsigned char)c)
SOOTH_MAY_FAIL(fseek, (FILE * f, long to, int from), sooth_use(f), 0)
SOOTH_MAY_FAIL(fseeko, (FILE * f, long to, int from), sooth_use(f), 0)
SOOTH_MAY_FAIL(setvbuf, (FILE * f, char *to, int how, size_t size), sooth_use(f), 0)
SOOTH_MAY_FAIL(remove, (const char *name), (void)name, 0)
SOOTH_MAY_FAIL(rename, (const char *from, const char *to), (void)to, 0)

SOOTH_MAY_FAIL(setenv, (const char *name, const char *value, int how), , 0)
SOOTH_MAY_FAIL(unsetenv, (const char *name), , 0)
SOOTH_MAY_FAIL(putenv, (char *setting), , 0)
SOOTH_MAY_FAIL(clearenv, (void), , 0)
SOOTH_MAY_FAIL(usleep, (unsigned time), , 0)

int sooth_own_fflush(FILE *f) {
  fflush_unlocked(f);
  return sooth_may_fail(f ? f : stdout) && sooth_nondet_libc_bool() ? EOF : 0;
}
SOOTH_MAY_FAIL(fclose, (FILE * f),
               (sooth_use(f), fflush_unlocked(f), sooth_replace(f)), 0)

int sooth_own_pclose(FILE *f) {
  sooth_use(f);
  int n = sooth_nondet_libc_int();
  return n < 0 ? -1 : n;
}

int sooth_own_fputs(const char *s, FILE *f) {
  (void)s, sooth_use(f);
  int n = sooth_may_fail(f) ? sooth_nondet_libc_int() : 1;
  return n < 0 ? -1 : n;
}
int sooth_own_puts(const char *s) { return sooth_own_fputs(s, stdout); }

int sooth_own_feof(FILE *f) {
  sooth_use(f);
  return sooth_nondet_libc_bool();
}
int sooth_own_ferror(FILE *f) {
  sooth_use(f);
  return sooth_nondet_libc_bool();
}

#define SOOTH_OPENS(NAME, PARAMETERS)                                          \
  FILE *sooth_own_##NAME PARAMETERS {                                          \
    return sooth_nondet_libc_bool() ? 0 : sooth_new_file();                    \
  }
SOOTH_OPENS(fopen, (const char *name, const char *mode))
SOOTH_OPENS(fdopen, (int number, const char *mode))
SOOTH_OPENS(popen, (const char *command, const char *mode))
SOOTH_OPENS(tmpfile, (void))

FILE *sooth_own_freopen(const char *name, const char *mode, FILE *f) {
  (void)name, (void)mode;
  sooth_use(f);
  sooth_replace(f);
  return sooth_nondet_libc_bool() ? 0 : f;
}

char *sooth_own_getenv(const char *name) {
  return !*name || sooth_nondet_libc_bool() ? 0 : sooth_libc_environment;
}
char *sooth_own_secure_getenv(const char *name) { return sooth_own_getenv(name); }

int sooth_own_system(const char *command) {
  (void)command;
  return sooth_nondet_libc_int();
}
int sooth_own_isatty(int file) {
  (void)file;
  return sooth_nondet_libc_bool();
}
int sooth_own_getpid(void) {
  static int sooth_process;
  return sooth_process ? sooth_process
                       : (sooth_process = sooth_nondet_libc_int());
}
int sooth_own_getppid(void) {
  static int sooth_parent;
  return sooth_parent ? sooth_parent : (sooth_parent = sooth_nondet_libc_int());
}

long sooth_own_time(long *to) {
  long now = sooth_nondet_libc_long();
  if (to)
    *to = now;
  return now;
}
long sooth_own_clock(void) {
  long now = sooth_nondet_libc_long();
  return now < 0 ? -1 : now;
}
int sooth_own_gettimeofday(long *to, void *zone) {
  (void)zone;
  if (to) {
    to[0] = sooth_nondet_libc_long();
    to[1] = sooth_nondet_libc_long();
  }
  return 0;
}
int sooth_own_clock_gettime(int which, long *to) {
  _Bool may_fail = which != 0 && which != 1;
  if (may_fail && sooth_nondet_libc_bool())
    return -1;
  to[0] = sooth_nondet_libc_long();
  to[1] = sooth_nondet_libc_long();
  return 0;
}
unsigned sooth_own_sleep(unsigned seconds) {
  unsigned left = (unsigned)sooth_nondet_libc_int();
  return left < seconds ? left : 0;
}
int sooth_own_nanosleep(const long *time, long *left) {
  (void)time, (void)left;
  return sooth_nondet_libc_bool() ? -1 : 0;
}

/* Of which locale this is nothing is known. */
char *sooth_own_setlocale(int category, const char *locale) {
  static char name[] = "C";
  _Bool fails = locale && sooth_nondet_libc_bool();
  (void)category;
  return fails && *locale && __builtin_strcmp(locale, "C") ? 0 : name;
}

/* scanf: what a conversion reads, as often as the run assigned something. The
   order is that of the models (runtime/libc/stdio.c). */
static void sooth_scan_text(char *to, unsigned long width) {
  unsigned long n = 0;
  do
    to[n++] = sooth_nondet_libc_char();
  while ((!width || n < width) && sooth_nondet_libc_bool());
  to[n] = 0;
}

/* Nothing depends on a number that is read with a width. */
static void sooth_scan_real(void *to, int is_long, unsigned long width) {
  if (is_long)
    *(double *)to = width ? 0 : sooth_nondet_libc_double();
  else
    *(float *)to = width ? 0 : sooth_nondet_libc_float();
}

static void sooth_scan_integer(void *to, unsigned bytes) {
  if (bytes == 1)
    *(char *)to = sooth_nondet_libc_char();
  else if (bytes == sizeof(short))
    *(short *)to = sooth_nondet_libc_short();
  else if (bytes == sizeof(int))
    *(int *)to = sooth_nondet_libc_int();
  else
    *(long long *)to = sooth_nondet_libc_long_long();
}

/* The size of what "h", "ll" and so on stand for. */
static unsigned sooth_scan_size(const char *length, unsigned count) {
  if (count == 2)
    return *length == 'h' ? 1 : sizeof(long long);
  return count == 0                       ? sizeof(int)
         : *length == 'h'                 ? sizeof(short)
         : *length == 'j' || *length == 'q' ? sizeof(long long)
                                          : sizeof(long);
}

static void sooth_scan_one(char letter, void *to, unsigned long width,
                           const char *length, unsigned count) {
  if (letter == 's' || letter == '[')
    sooth_scan_text(to, width);
  else if (letter == 'c')
    for (unsigned long i = 0; i < (width ? width : 1); i++)
      ((char *)to)[i] = sooth_nondet_libc_char();
  else if (__builtin_strchr("aefgAEFG", letter))
    sooth_scan_real(to, count, width);
  else
    sooth_scan_integer(to, sooth_scan_size(length, count));
}

static int sooth_scan(const char *format, va_list more) {
  int assigned = sooth_nondet_libc_int();
  for (int done = 0; *format && done < assigned;) {
    if (*format++ != '%')
      continue;
    if (*format == '%') {
      format++;
      continue;
    }
    int skips = *format == '*';
    format += skips;
    unsigned long width = 0;
    for (; *format >= '0' && *format <= '9'; format++)
      width = width * 10 + (unsigned long)(*format - '0');
    const char *length = format;
    while (*format && __builtin_strchr("hljztqL", *format))
      format++;
    unsigned count = (unsigned)(format - length);
    char letter = *format++;
    if (letter == '[') {
      format += *format == '^';
      do
        format++;
      while (*format && *format != ']');
      format += *format != 0;
    }
    if (skips)
      continue;
    sooth_scan_one(letter, va_arg(more, void *), width, length, count);
    done++;
  }
  return assigned;
}

int sooth_own_scanf(const char *format, ...) {
  va_list more;
  va_start(more, format);
  int assigned = sooth_scan(format, more);
  va_end(more);
  return assigned;
}
int sooth_own_fscanf(FILE *f, const char *format, ...) {
  va_list more;
  sooth_use(f);
  va_start(more, format);
  int assigned = sooth_scan(format, more);
  va_end(more);
  return assigned;
}
