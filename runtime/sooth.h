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

/** At the beginning of a function: what it requires of its calls. Where the
    function is verified by itself, it is taken to be true; at each call of the
    function it is checked. Compilers see nothing of it. */
#ifdef SOOTH_CONTRACTS
void sooth_requires(SOOTH_BOOL condition);
#else
#define sooth_requires(condition) ((void)0)
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
