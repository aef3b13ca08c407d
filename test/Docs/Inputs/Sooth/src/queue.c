int next(int i) { return i == SIZE - 1 ? 0 : i + 1; }
