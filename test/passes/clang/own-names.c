// Functions with a meaning of the user's, as on the command line of sooth.
// DEFINE: %{compile} = %sooth_clang -fverify-assertions -c %s -o %t.o
// RUN: %{compile} 2>&1 | count 0
// RUN: %{compile} -fverify-error-function=fail 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %{compile} -fverify-assert-function=ensure,check 2>&1 | FileCheck %s --check-prefix=ASSERT
// RUN: %{compile} -fverify-assert-function=ensure -fverify-assume-function=require 2>&1 | count 0
// RUN: %{compile} -fverify-assert-function=nobody 2>&1 | count 0
int input(void);
void fail(void), ensure(int), require(int);
int main(void) {
  int x = input();
  require(x > 3);
  // ERROR: own-names.c:[[#@LINE+2]]:5: warning: fail() is reached
  if (x == 2)
    fail();
  // ASSERT: own-names.c:[[#@LINE+1]]:3: warning: condition of ensure() is false
  ensure(x > 2);
  return 0;
}
