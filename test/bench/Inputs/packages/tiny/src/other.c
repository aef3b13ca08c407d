int other(int x) {
  int *p = 0;
  return x ? *p : 0;
}
