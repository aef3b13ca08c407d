
/* Functions of the C library, which do what they did on the run where that is
   left open. The program's calls come here if it is linked with the option that
   is named above. */

#include <stdarg.h>

extern _Bool sooth_nondet_libc_bool(void) SOOTH_WEAK;
extern char sooth_nondet_libc_char(void) SOOTH_WEAK;
extern int sooth_nondet_libc_int(void) SOOTH_WEAK;
extern long sooth_nondet_libc_long(void) SOOTH_WEAK;
extern size_t sooth_nondet_libc_size(void) SOOTH_WEAK;
extern char sooth_libc_environment[] SOOTH_WEAK;

/* Any number with the sign of \p order. */
static int sooth_sign(int order) {
  int n = order && sooth_nondet_libc_int ? sooth_nondet_libc_int() : 0;
  return order < 0 ? (n < 0 ? n : -1) : order > 0 ? (n > 0 ? n : 1) : 0;
}

#define SOOTH_COMPARISON(NAME, PARAMETERS, ARGUMENTS)                          \
  extern int __real_##NAME PARAMETERS SOOTH_WEAK;                              \
  int __wrap_##NAME PARAMETERS { return sooth_sign(__real_##NAME ARGUMENTS); }

SOOTH_COMPARISON(memcmp, (const void *a, const void *b, size_t n), (a, b, n))
SOOTH_COMPARISON(strcmp, (const char *a, const char *b), (a, b))
SOOTH_COMPARISON(strncmp, (const char *a, const char *b, size_t n), (a, b, n))
SOOTH_COMPARISON(strcasecmp, (const char *a, const char *b), (a, b))
SOOTH_COMPARISON(strncasecmp, (const char *a, const char *b, size_t n),
                 (a, b, n))

char *__wrap_fgets(char *s, int size, FILE *f) {
  int n = 0;
  (void)f;
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

size_t __wrap_fread(void *to, size_t size, size_t count, FILE *f) {
  size_t read = sooth_nondet_libc_size();
  (void)count, (void)f;
  for (size_t i = 0; i < size * read; i++)
    ((char *)to)[i] = sooth_nondet_libc_char();
  return size ? read : 0;
}

size_t __wrap_fwrite(const void *from, size_t size, size_t count, FILE *f) {
  size_t written = sooth_nondet_libc_size();
  (void)from, (void)count, (void)f;
  return size ? written : 0;
}

/* The run's version of a function, where there is one; else the library's. */
#define SOOTH_REAL(RESULT, NAME, PARAMETERS)                                   \
  extern RESULT __real_##NAME PARAMETERS SOOTH_WEAK;                           \
  static RESULT sooth_real_##NAME PARAMETERS

SOOTH_REAL(int, vfprintf, (FILE * f, const char *format, va_list more)) {
  return __real_vfprintf ? __real_vfprintf(f, format, more)
                         : vfprintf(f, format, more);
}

/* Printing may fail. */
static int sooth_printed(int length) {
  int n = sooth_nondet_libc_int();
  return n < 0 ? n : length;
}

#define SOOTH_PRINTS(NAME, FIRST, TO)                                          \
  int __wrap_##NAME(FIRST const char *format, ...) {                           \
    va_list more;                                                              \
    va_start(more, format);                                                    \
    int n = sooth_real_vfprintf(TO, format, more);                             \
    va_end(more);                                                              \
    return sooth_printed(n);                                                   \
  }                                                                            \
  int __wrap_v##NAME(FIRST const char *format, va_list more) {                 \
    return sooth_printed(sooth_real_vfprintf(TO, format, more));               \
  }
#define SOOTH_AND ,

SOOTH_PRINTS(printf, , stdout)
SOOTH_PRINTS(fprintf, FILE *f SOOTH_AND, f)
SOOTH_PRINTS(dprintf, int to SOOTH_AND, to == 2 ? stderr : stdout)

/* What is done, or fails. */
#define SOOTH_MAY_FAIL(NAME, PARAMETERS, ACT, RESULT)                          \
  int __wrap_##NAME PARAMETERS {                                               \
    ACT;                                                                       \
    return sooth_nondet_libc_bool() ? EOF : RESULT;                            \
  }
SOOTH_MAY_FAIL(fputc, (int c, FILE *f), (void)f, (unsigned char)c)
SOOTH_MAY_FAIL(putc, (int c, FILE *f), (void)f, (unsigned char)c)
SOOTH_MAY_FAIL(putchar, (int c), , (unsigned char)c)
SOOTH_MAY_FAIL(ungetc, (int c, FILE *f), (void)f, (unsigned char)c)
SOOTH_MAY_FAIL(fseek, (FILE * f, long to, int from), (void)f, 0)
SOOTH_MAY_FAIL(fseeko, (FILE * f, long to, int from), (void)f, 0)
SOOTH_MAY_FAIL(setvbuf, (FILE * f, char *to, int how, size_t size), (void)f, 0)
SOOTH_MAY_FAIL(remove, (const char *name), (void)name, 0)
SOOTH_MAY_FAIL(rename, (const char *from, const char *to), (void)to, 0)

SOOTH_MAY_FAIL(setenv, (const char *name, const char *value, int how), , 0)
SOOTH_MAY_FAIL(unsetenv, (const char *name), , 0)
SOOTH_MAY_FAIL(putenv, (char *setting), , 0)
SOOTH_MAY_FAIL(clearenv, (void), , 0)
SOOTH_MAY_FAIL(usleep, (unsigned time), , 0)

SOOTH_REAL(int, fflush, (FILE * f)) {
  return __real_fflush ? __real_fflush(f) : fflush(f);
}
SOOTH_MAY_FAIL(fflush, (FILE * f), sooth_real_fflush(f), 0)

SOOTH_REAL(int, fclose, (FILE * f)) {
  return __real_fclose ? __real_fclose(f) : fclose(f);
}
SOOTH_MAY_FAIL(fclose, (FILE * f), sooth_real_fclose(f), 0)

int __wrap_pclose(FILE *f) {
  sooth_real_fclose(f);
  int n = sooth_nondet_libc_int();
  return n < 0 ? -1 : n;
}

int __wrap_puts(const char *s) {
  (void)s;
  int n = sooth_nondet_libc_int();
  return n < 0 ? -1 : n;
}
int __wrap_fputs(const char *s, FILE *f) {
  (void)s, (void)f;
  int n = sooth_nondet_libc_int();
  return n < 0 ? -1 : n;
}

int __wrap_feof(FILE *f) {
  (void)f;
  return sooth_nondet_libc_bool();
}
int __wrap_ferror(FILE *f) {
  (void)f;
  return sooth_nondet_libc_bool();
}

/* Nothing is read from the file itself. */
SOOTH_REAL(FILE *, tmpfile, (void)) {
  return __real_tmpfile ? __real_tmpfile() : tmpfile();
}
#define SOOTH_OPENS(NAME, PARAMETERS)                                          \
  FILE *__wrap_##NAME PARAMETERS {                                             \
    return sooth_nondet_libc_bool() ? 0 : sooth_real_tmpfile();                \
  }
SOOTH_OPENS(fopen, (const char *name, const char *mode))
SOOTH_OPENS(fdopen, (int number, const char *mode))
SOOTH_OPENS(popen, (const char *command, const char *mode))
SOOTH_OPENS(tmpfile, (void))

FILE *__wrap_freopen(const char *name, const char *mode, FILE *f) {
  (void)name, (void)mode;
  return sooth_nondet_libc_bool() ? 0 : f;
}

char *__wrap_getenv(const char *name) {
  return !*name || sooth_nondet_libc_bool() ? 0 : sooth_libc_environment;
}
char *__wrap_secure_getenv(const char *name) { return __wrap_getenv(name); }

int __wrap_system(const char *command) {
  (void)command;
  return sooth_nondet_libc_int();
}
int __wrap_isatty(int file) {
  (void)file;
  return sooth_nondet_libc_bool();
}
int __wrap_getpid(void) {
  static int sooth_process;
  return sooth_process ? sooth_process
                       : (sooth_process = sooth_nondet_libc_int());
}
int __wrap_getppid(void) {
  static int sooth_parent;
  return sooth_parent ? sooth_parent : (sooth_parent = sooth_nondet_libc_int());
}

long __wrap_time(long *to) {
  long now = sooth_nondet_libc_long();
  if (to)
    *to = now;
  return now;
}
long __wrap_clock(void) {
  long now = sooth_nondet_libc_long();
  return now < 0 ? -1 : now;
}
int __wrap_gettimeofday(long *to, void *zone) {
  (void)zone;
  if (to) {
    to[0] = sooth_nondet_libc_long();
    to[1] = sooth_nondet_libc_long();
  }
  return 0;
}
int __wrap_clock_gettime(int which, long *to) {
  _Bool may_fail = which != 0 && which != 1;
  if (may_fail && sooth_nondet_libc_bool())
    return -1;
  to[0] = sooth_nondet_libc_long();
  to[1] = sooth_nondet_libc_long();
  return 0;
}
unsigned __wrap_sleep(unsigned seconds) {
  unsigned left = (unsigned)sooth_nondet_libc_int();
  return left < seconds ? left : 0;
}
int __wrap_nanosleep(const long *time, long *left) {
  (void)time, (void)left;
  return sooth_nondet_libc_bool() ? -1 : 0;
}

/* Of which locale this is nothing is known. */
char *__wrap_setlocale(int category, const char *locale) {
  static char name[] = "C";
  _Bool fails = locale && sooth_nondet_libc_bool();
  (void)category;
  return fails && *locale && __builtin_strcmp(locale, "C") ? 0 : name;
}
