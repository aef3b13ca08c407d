// EXPECT: safe
// EXPECT: unsafe -DBUG
// What is encoded and decoded again is what it was: up to 4 bytes.
#include <assert.h>
#include <sooth.h>

static const char digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int encode(const unsigned char *in, int n, char *out) {
  int k = 0;
  for (int i = 0; i < n; i += 3) {
    int left = n - i;
    unsigned group = in[i] << 16;
    if (left > 1)
      group |= in[i + 1] << 8;
    if (left > 2)
      group |= in[i + 2];
    out[k++] = digits[group >> 18 & 63];
    out[k++] = digits[group >> 12 & 63];
    out[k++] = left > 1 ? digits[group >> 6 & 63] : '=';
    out[k++] = left > 2 ? digits[group & 63] : '=';
  }
  return k;
}

int digit(char c) {
  if (c >= 'A' && c <= 'Z')
    return c - 'A';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 26;
  if (c >= '0' && c <= '9')
    return c - '0' + 52;
  if (c == '+')
    return 62;
#ifdef BUG
  return c == '-' ? 63 : 0;
#else
  return c == '/' ? 63 : 0;
#endif
}

int decode(const char *in, int n, unsigned char *out) {
  int k = 0;
  for (int i = 0; i < n; i += 4) {
    unsigned group = digit(in[i]) << 18 | digit(in[i + 1]) << 12 |
                     digit(in[i + 2]) << 6 | digit(in[i + 3]);
    out[k++] = group >> 16;
    if (in[i + 2] != '=')
      out[k++] = group >> 8;
    if (in[i + 3] != '=')
      out[k++] = group;
  }
  return k;
}

int main(void) {
  unsigned char data[4], back[6];
  char text[8];
  int n = sooth_nondet_int();
  sooth_assume(n >= 0 && n <= 4);
  for (int i = 0; i < n; i++)
    data[i] = sooth_nondet_uchar();
  int length = encode(data, n, text);
  assert(decode(text, length, back) == n);
  for (int i = 0; i < n; i++)
    assert(back[i] == data[i]);
}
