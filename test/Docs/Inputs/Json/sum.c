int main(void) {
  int a[4] = {1, 2, 3, 4}, sum = 0;
  for (int i = 0; i <= 4; i++)
    sum += a[i];
  return sum;
}
