/*===- sooth.h - What a C program says to the verifier ---------------------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* #include <sooth.h>
|*
|*   int main(void) {
|*     unsigned n = sooth_nondet_uint();  // any value
|*     sooth_assume(n < 100);             // of those, only these runs matter
|*     sooth_assert(n + 1 > n);           // holds on every one of them?
|*   }
|*
|* The functions have no bodies: the verifier knows what they mean. To run the
|* program, link it with a replay that `sooth --harness=replay.c` wrote.
|*
|* Define SOOTH_VERIFIER_NAMES before including this file to have the names of
|* the verification competitions (__VERIFIER_nondet_int, reach_error, ...)
|* declared too. They mean the same, declared here or by the program itself.
|*
\*===----------------------------------------------------------------------===*/

#ifndef SOOTH_H
#define SOOTH_H

#ifdef __cplusplus
#define SOOTH_BOOL bool
extern "C" {
#else
#define SOOTH_BOOL _Bool
#endif

/** It is an error if \p condition is false. A run ends at its first error. */
void sooth_assert(SOOTH_BOOL condition);

/** Reaching the call is an error. */
void sooth_error(void) __attribute__((__noreturn__));

/** Runs in which \p condition is false end here and are no concern. An
    assumption that never holds makes everything after it safe. */
void sooth_assume(SOOTH_BOOL condition);

/* Contracts: what stands at the beginning of a function, before anything else,
   about all its calls. Compilers see nothing of it. (SOOTH_CONTRACTS is 1 for
   the verifier, and 0 for a compiler with -fverify.)

   sooth_requires(E)   E is true where the function is called: checked at each
                       call, and taken to be true where the function is verified
                       by itself.
   sooth_ensures(E)    E is true where it returns: checked there, and taken to
                       be true after a call that is not followed. Parameters
                       have the values that they had at the beginning.
   sooth_assigns(X, …) It changes nothing but what the lvalues X are at the
                       beginning, what it allocates, and its own variables.
   sooth_result(T)     In E of sooth_ensures: what it returns, a T.
   sooth_old(X)        In E of sooth_ensures: what X was at the beginning.
   sooth_valid(P, N)   In any E: N bytes from P on are there.
   sooth_size(P)       In any E: how many bytes are there from P on.
   sooth_apart(P, Q)   In any E: P and Q do not lead into one object.

   sooth_elements(P, N)  In sooth_assigns: N elements from P on.

   sooth_invariant(E)  In the body of a loop, before anything else: E is true
                       at the beginning of each round.

   For a function that has its body elsewhere, in a header or in a file for
   --contracts, with the parameters that it is declared with:

     sooth_contract(f)(char *to, unsigned n) {
       sooth_requires(sooth_valid(to, n));
     } */
#ifdef SOOTH_CONTRACTS
#ifdef __cplusplus
#define SOOTH_AUTO auto
#else
#define SOOTH_AUTO __auto_type
#endif
void sooth_clause(void);
void sooth_requires(SOOTH_BOOL condition);
void sooth_ensures(SOOTH_BOOL condition);
void sooth_assigned(const volatile void *place, __SIZE_TYPE__ size);
void sooth_assigns(void);
void *sooth_result_place(__SIZE_TYPE__ size);
void sooth_old_begin(char *mark);
void sooth_old_end(char *mark, void *value);
void sooth_invariant(SOOTH_BOOL condition);
SOOTH_BOOL sooth_valid(const volatile void *pointer, __SIZE_TYPE__ size);
__SIZE_TYPE__ sooth_size(const volatile void *pointer);
SOOTH_BOOL sooth_apart(const volatile void *p, const volatile void *q);
/* No macros with parameters, so that conditions keep their places. */
#define SOOTH_CLAUSE                                                           \
  if (!SOOTH_CONTRACTS) {                                                      \
  } else                                                                       \
    sooth_clause(),
#define sooth_invariant                                                        \
  if (!SOOTH_CONTRACTS) {                                                      \
  } else                                                                       \
    sooth_invariant
#define sooth_requires SOOTH_CLAUSE sooth_requires
#define sooth_ensures SOOTH_CLAUSE sooth_ensures
#if SOOTH_CONTRACTS
/* What Sooth itself has found out of the body of F. */
#define sooth_found_contract(F)                                                \
  static __attribute__((__used__)) void sooth_found_contract_of_##F
#define sooth_contract(F)                                                      \
  static __attribute__((__used__)) void sooth_contract_of_##F
#else
#define sooth_contract(F)                                                      \
  static __inline__ __attribute__((__unused__)) void sooth_contract_of_##F
#endif
#define sooth_assigns(...)                                                     \
  SOOTH_CLAUSE __VA_OPT__(SOOTH_ALL(SOOTH_PLACES(__VA_ARGS__, ))) sooth_assigns()
#define SOOTH_PLACES(X, ...)                                                   \
  sooth_assigned(&(X), sizeof(X)),                                             \
      __VA_OPT__(SOOTH_PLACES_AGAIN SOOTH_PARENTHESES (__VA_ARGS__))
#define SOOTH_PLACES_AGAIN() SOOTH_PLACES
#define SOOTH_PARENTHESES ()
#define SOOTH_ALL(...) SOOTH_ALL1(SOOTH_ALL1(SOOTH_ALL1(__VA_ARGS__)))
#define SOOTH_ALL1(...) SOOTH_ALL2(SOOTH_ALL2(SOOTH_ALL2(__VA_ARGS__)))
#define SOOTH_ALL2(...) SOOTH_ALL3(SOOTH_ALL3(SOOTH_ALL3(__VA_ARGS__)))
#define SOOTH_ALL3(...) __VA_ARGS__
#define sooth_elements(P, N) (*(__typeof__(*(P))(*)[N])(P))
#define sooth_result(T) (*(T *)sooth_result_place(sizeof(T)))
#define sooth_old(X)                                                           \
  __extension__({                                                              \
    __attribute__((nodebug)) char sooth_mark;                                  \
    sooth_old_begin(&sooth_mark);                                              \
    __attribute__((nodebug)) SOOTH_AUTO sooth_value = ((void)0, (X));          \
    sooth_old_end(&sooth_mark, &sooth_value);                                  \
    sooth_value;                                                               \
  })
#else
#define sooth_requires(condition) ((void)0)
#define sooth_ensures(condition) ((void)0)
#define sooth_assigns(...) ((void)0)
#define sooth_invariant(condition) ((void)0)
#define sooth_contract(F)                                                      \
  static __inline__ __attribute__((__unused__)) void sooth_contract_of_##F
#endif

/** Any value of the type, another one at every call. */
SOOTH_BOOL sooth_nondet_bool(void);
char sooth_nondet_char(void);
signed char sooth_nondet_schar(void);
unsigned char sooth_nondet_uchar(void);
short sooth_nondet_short(void);
unsigned short sooth_nondet_ushort(void);
int sooth_nondet_int(void);
unsigned int sooth_nondet_uint(void);
long sooth_nondet_long(void);
unsigned long sooth_nondet_ulong(void);
long long sooth_nondet_longlong(void);
unsigned long long sooth_nondet_ulonglong(void);
__SIZE_TYPE__ sooth_nondet_size_t(void);
float sooth_nondet_float(void);
double sooth_nondet_double(void);
__INT8_TYPE__ sooth_nondet_int8(void);
__UINT8_TYPE__ sooth_nondet_uint8(void);
__INT16_TYPE__ sooth_nondet_int16(void);
__UINT16_TYPE__ sooth_nondet_uint16(void);
__INT32_TYPE__ sooth_nondet_int32(void);
__UINT32_TYPE__ sooth_nondet_uint32(void);
__INT64_TYPE__ sooth_nondet_int64(void);
__UINT64_TYPE__ sooth_nondet_uint64(void);
#ifdef __SIZEOF_INT128__
__int128 sooth_nondet_int128(void);
unsigned __int128 sooth_nondet_uint128(void);
#endif

#ifdef SOOTH_VERIFIER_NAMES
void __VERIFIER_assert(int condition);
void __VERIFIER_assume(int condition);
void __VERIFIER_error(void) __attribute__((__noreturn__));
void reach_error(void);
SOOTH_BOOL __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
signed char __VERIFIER_nondet_schar(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
__SIZE_TYPE__ __VERIFIER_nondet_size_t(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
#ifdef __SIZEOF_INT128__
__int128 __VERIFIER_nondet_int128(void);
unsigned __int128 __VERIFIER_nondet_uint128(void);
#endif
#endif

#ifdef __cplusplus
}
#endif

#undef SOOTH_BOOL
#endif
