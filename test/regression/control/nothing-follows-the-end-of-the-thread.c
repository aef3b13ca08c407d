// What follows the end of the thread is not reached, whatever the declaration
// says.
// RUN: sooth %s | FileCheck %s
// CHECK: {{^}}Safe{{$}}
void pthread_exit(void *);
void reach_error(void);
int nondet(void);

int main(void) {
  int x = nondet();
  if (x == 100)
    pthread_exit(0);
  if (x == 100)
    reach_error();
}
