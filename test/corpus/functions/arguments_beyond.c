// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
// NATIVE: none
// Beyond argv there is something on most systems, but not in C.
int main(int argc, char **argv) {
#ifdef BUG
  return argv[argc + 1] != 0;
#else
  return argv[argc] != 0;
#endif
}
