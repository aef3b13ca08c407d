#include <cstdio>
#include <vector>

enum Color { Red, Green };

template <class T> bool isLess(T X, T Y) { return X < Y; }

static constexpr int Size = 2 + 3;

struct Pair {
  unsigned Left : 3 = 1;
  int Right = 1;
  bool operator==(const Pair &O) const = default;
};

static bool isOdd(int N) { return N % 2; }

long count(const std::vector<int> &Numbers, int Bound) {
  static_assert(1 + 1 == 2);
  int Found[Size] = {};
  std::vector<int> Small;
  for (int N : Numbers) {
    if (N < Bound && N != 7 || N == -1)
      Small.push_back(N);
    else if (isOdd(N))
      Found[1] += N + 1;
    switch (N) {
    case 1 + 2:
      Found[0] = 10;
      break;
    }
  }
  Pair A, B;
  A.Left += 2;
  unsigned Bits{3};
  void *Nothing = 0;
  if (!Small.empty() && A != B && !Nothing)
    Bits -= 1;
  return 100 * Small.size() - Found[0] + (isLess(Found[1], 12) ? Red : Green) +
         Bits;
}

int main() {
  for (int Bound = 0; Bound < 12; ++Bound)
    printf("%ld ", count({-1, 3, 7, 10, 11}, Bound));
  printf("%ld %ld\n", count({}, 1), count({5}, 5));
}
