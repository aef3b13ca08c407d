/* What the programs here are made of. Compiled with -DNATIVE they run, fed and
   watched by harness.c; without, observe() asks the model whether the value is
   the one that the run had. */
extern void reach_error(void);
extern void __VERIFIER_error(void);
extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long long __VERIFIER_nondet_longlong(void); /* for observe() only */

#ifdef NATIVE
extern void native_observe(long long);
#define observe(V) native_observe(V)
#else
#define observe(V)                                                             \
  do {                                                                         \
    if ((long long)(V) != __VERIFIER_nondet_longlong())                        \
      __VERIFIER_error();                                                      \
  } while (0)
#endif

#define Int __VERIFIER_nondet_int
#define Uint __VERIFIER_nondet_uint
#define Char __VERIFIER_nondet_char
#define Uchar __VERIFIER_nondet_uchar
#define Short __VERIFIER_nondet_short
#define Ushort __VERIFIER_nondet_ushort
#define Long __VERIFIER_nondet_long
#define Ulong __VERIFIER_nondet_ulong
#define Bool __VERIFIER_nondet_bool
