/*===- place.c - Where a replay reaches the violation ---------------------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Linked before a harness, so that these functions prevail over those of the
|* harness: they print from where they are called, for a symbolizer. What the
|* program itself defines prevails over them.
|*
\*===----------------------------------------------------------------------===*/

int printf(const char *, ...);
int fflush(void *);
void _Exit(int) __attribute__((noreturn));

#define WEAK __attribute__((weak))
#define REACHED                                                                \
  do {                                                                         \
    printf("\nplace of the violation: %p\n", __builtin_return_address(0));     \
    fflush(0);                                                                 \
    _Exit(1);                                                                  \
  } while (0)

WEAK void reach_error(void) { REACHED; }
WEAK void __VERIFIER_error(void) { REACHED; }
WEAK void sooth_error(void) { REACHED; }
WEAK void sooth_assert(_Bool condition) {
  if (!condition)
    REACHED;
}
WEAK void __VERIFIER_assert(int condition) {
  if (!condition)
    REACHED;
}

/* As a harness has it, for errors that the program defines. */
__attribute__((no_instrument_function)) WEAK void sooth_reached(void *from) {
  printf("\nplace of the violation: %p\n", from);
  fflush(0);
  _Exit(1);
}
/* Without <assert.h>. */
WEAK void undeclared(int condition) __asm__("assert");
void undeclared(int condition) {
  if (!condition)
    REACHED;
}

#ifdef __i386__
/* A start for where the C library's is not installed. */
int main(int, char **, char **);
void exit(int) __attribute__((noreturn));
int __cxa_atexit(void (*)(void), void *, void *);
int atexit(void (*f)(void)) { return __cxa_atexit(f, 0, 0); }
extern void (*__init_array_start[])(int, char **, char **) __attribute__((weak));
extern void (*__init_array_end[])(int, char **, char **) __attribute__((weak));
__attribute__((used)) static void start(int *stack) {
  char **argv = (char **)(stack + 1), **envp = argv + *stack + 1;
  for (int i = 0; &__init_array_start[i] != __init_array_end; i++)
    __init_array_start[i](*stack, argv, envp);
  exit(main(*stack, argv, envp));
}
__asm__(".globl sooth_start32\nsooth_start32:\n"
        "  mov %esp, %eax\n  and $-16, %esp\n  sub $12, %esp\n"
        "  push %eax\n  call start\n");
#endif
