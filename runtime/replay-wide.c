
/* Functions for wide characters, of which no sanitizer sees what they read and
   write. Those that the program uses take the place of the library's, so that
   the sanitizer that the harness is compiled with sees it. */

typedef __WCHAR_TYPE__ sooth_wide;

sooth_wide *sooth_own_wmemset(sooth_wide *to, sooth_wide c, size_t n) {
  for (size_t i = 0; i < n; i++)
    to[i] = c;
  return to;
}

sooth_wide *sooth_own_wmemmove(sooth_wide *to, const sooth_wide *from, size_t n) {
  if (to <= from)
    for (size_t i = 0; i < n; i++)
      to[i] = from[i];
  else
    for (size_t i = n; i > 0; i--)
      to[i - 1] = from[i - 1];
  return to;
}
sooth_wide *sooth_own_wmemcpy(sooth_wide *to, const sooth_wide *from, size_t n) {
  return sooth_own_wmemmove(to, from, n);
}
sooth_wide *sooth_own_wmempcpy(sooth_wide *to, const sooth_wide *from, size_t n) {
  return sooth_own_wmemmove(to, from, n) + n;
}

int sooth_own_wmemcmp(const sooth_wide *a, const sooth_wide *b, size_t n) {
  int order = 0;
  for (size_t i = 0; i < n; i++)
    order = order ? order : (a[i] > b[i]) - (a[i] < b[i]);
  return order;
}

sooth_wide *sooth_own_wmemchr(const sooth_wide *s, sooth_wide c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] == c)
      return (sooth_wide *)(s + i);
  return 0;
}

sooth_wide *sooth_own_wcpncpy(sooth_wide *to, const sooth_wide *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i]; i++)
    to[i] = from[i];
  for (size_t rest = i; rest < n; rest++)
    to[rest] = 0;
  return to + i;
}
sooth_wide *sooth_own_wcsncpy(sooth_wide *to, const sooth_wide *from, size_t n) {
  sooth_own_wcpncpy(to, from, n);
  return to;
}

sooth_wide *sooth_own_wcpcpy(sooth_wide *to, const sooth_wide *from) {
  while ((*to = *from++))
    to++;
  return to;
}
sooth_wide *sooth_own_wcscpy(sooth_wide *to, const sooth_wide *from) {
  sooth_own_wcpcpy(to, from);
  return to;
}

int sooth_own_wcsncmp(const sooth_wide *a, const sooth_wide *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!a[i] || a[i] != b[i])
      return (a[i] > b[i]) - (a[i] < b[i]);
  return 0;
}
int sooth_own_wcscmp(const sooth_wide *a, const sooth_wide *b) {
  return sooth_own_wcsncmp(a, b, (size_t)-1);
}

sooth_wide *sooth_own_wcschr(const sooth_wide *s, sooth_wide c) {
  for (; *s != c; s++)
    if (!*s)
      return 0;
  return (sooth_wide *)s;
}

sooth_wide *sooth_own_wcsrchr(const sooth_wide *s, sooth_wide c) {
  const sooth_wide *last = 0;
  do
    last = *s == c ? s : last;
  while (*s++);
  return (sooth_wide *)last;
}
