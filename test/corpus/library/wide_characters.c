// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG=1
// EXPECT: unsafe --check=memory -DBUG=2
// Texts of wide characters, and where they end.
#include <assert.h>
#include <sooth.h>
#include <wchar.h>
#ifndef BUG
#define BUG 0
#endif

int main(void) {
  wchar_t text[BUG == 1 ? 4 : 5], filled[10];
  wcscpy(text, L"abcd");
  wmemset(filled, L'A', 10);
  assert(wcslen(text) == 4);
  assert(wcscmp(text, L"abcd") == 0 && wcscmp(L"abc", L"abd") < 0);
  assert(wcsncmp(text, L"abxx", 2) == 0);
  assert(wcschr(text, L'c') == text + 2 && !wcschr(text, L'x'));
  assert(wcsrchr(text, 0) == text + 4);
  assert(filled[9] == L'A' && wmemchr(filled, L'B', 10) == NULL);
  wchar_t joined[BUG == 2 ? 6 : 7];
  wcsncpy(joined, text, 3);
  joined[3] = 0;
  wcscat(joined, L"xyz");
  assert(wcsstr(joined, L"cxy") == joined + 2);
  assert(wmemcmp(joined, L"abcxyz", 7) == 0);
  wmemmove(joined + 1, joined, 3);
  assert(joined[1] == L'a' && joined[3] == L'c');
}
