
/* Memory. The functions below take the place of the library's; what the library
   itself allocates is none of the run's. The real ones are a sanitizer's, if the
   program is compiled with one. */

#define SOOTH_REAL(RESULT, NAME, PARAMETERS, ARGUMENTS)                        \
  extern RESULT __interceptor_##NAME PARAMETERS SOOTH_WEAK;                    \
  extern RESULT __libc_##NAME PARAMETERS SOOTH_WEAK;                           \
  SOOTH_PLAIN static RESULT sooth_real_##NAME PARAMETERS {                              \
    return __interceptor_##NAME ? __interceptor_##NAME ARGUMENTS               \
                                : __libc_##NAME ARGUMENTS;                     \
  }
SOOTH_REAL(void *, malloc, (size_t size), (size))
SOOTH_REAL(void *, calloc, (size_t count, size_t size), (count, size))
SOOTH_REAL(void *, memalign, (size_t alignment, size_t size), (alignment, size))
SOOTH_REAL(void *, realloc, (void *old, size_t size), (old, size))

/* Where the program's code is; the linker knows. */
extern char __executable_start[] SOOTH_WEAK, etext[] SOOTH_WEAK;
#define SOOTH_IS_PROGRAM                                                       \
  (!__executable_start || !etext ||                                            \
   ((char *)__builtin_return_address(0) >= __executable_start &&               \
    (char *)__builtin_return_address(0) < etext))

extern size_t malloc_usable_size(void *) SOOTH_WEAK;
extern void __msan_poison(const volatile void *, size_t) SOOTH_WEAK;

/* The next allocation of the run, if it is this one: others decided nothing. */
SOOTH_PLAIN static struct sooth_allocation *sooth_allocated(size_t size) {
  struct sooth_allocation *a = &sooth_allocations[sooth_allocation];
  if (sooth_allocation == sooth_allocation_count || a->size != size)
    return 0;
  sooth_allocation++;
  return a;
}

/* Gives \p p, which is cleared, the content that it has on the run. */
SOOTH_PLAIN static void *sooth_fill(struct sooth_allocation *a, void *p) {
  if (!a || !p)
    return p;
  a->at = ~(unsigned long)p;
  for (unsigned long i = 0; i < a->known; i++)
    ((unsigned char *)p)[i] = a->bytes[i];
  if (__msan_poison)
    __msan_poison(p, a->size);
  return p;
}

SOOTH_PLAIN static void *sooth_allocate(size_t size) {
  struct sooth_allocation *a = sooth_allocated(size);
  if (!a)
    return sooth_real_malloc(size);
  return a->fails ? 0 : sooth_fill(a, sooth_real_calloc(1, size));
}

SOOTH_PLAIN void *sooth_own_malloc(size_t size) {
  return SOOTH_IS_PROGRAM ? sooth_allocate(size) : sooth_real_malloc(size);
}

SOOTH_PLAIN void *sooth_own_calloc(size_t count, size_t size) {
  struct sooth_allocation *a =
      SOOTH_IS_PROGRAM ? sooth_allocated(count * size) : 0;
  void *p = a && a->fails ? 0 : sooth_real_calloc(count, size);
  if (a)
    a->at = ~(unsigned long)p;
  return p;
}

SOOTH_PLAIN static void *sooth_aligned(struct sooth_allocation *a,
                                       size_t alignment, size_t size) {
  unsigned char *p = a && a->fails ? 0 : sooth_real_memalign(alignment, size);
  for (size_t i = 0; a && p && i < size; i++)
    p[i] = 0;
  return sooth_fill(a, p);
}
SOOTH_PLAIN void *sooth_own_memalign(size_t alignment, size_t size) {
  return sooth_aligned(SOOTH_IS_PROGRAM ? sooth_allocated(size) : 0, alignment,
                       size);
}
SOOTH_PLAIN void *sooth_own_aligned_alloc(size_t alignment, size_t size) {
  return sooth_aligned(SOOTH_IS_PROGRAM ? sooth_allocated(size) : 0, alignment,
                       size);
}

SOOTH_PLAIN static size_t sooth_size(void *p) {
  for (unsigned long i = sooth_allocation; i-- > 0;)
    if (sooth_allocations[i].at == ~(unsigned long)p)
      return sooth_allocations[i].size;
  return malloc_usable_size ? malloc_usable_size(p) : 0;
}

SOOTH_PLAIN void *sooth_own_realloc(void *old, size_t size) {
  if (!SOOTH_IS_PROGRAM)
    return sooth_real_realloc(old, size);
  if (old && !size) {
    free(old);
    return 0;
  }
  size_t had = old ? sooth_size(old) : 0;
  void *p = sooth_allocate(size);
  if (!p || !old)
    return p;
  __builtin_memcpy(p, old, had < size ? had : size);
  free(old);
  return p;
}

SOOTH_PLAIN static char *sooth_copy(const char *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n])
    n++;
  char *p = sooth_allocate(n + 1);
  if (!p)
    return 0;
  __builtin_memcpy(p, s, n);
  p[n] = 0;
  return p;
}
SOOTH_PLAIN char *sooth_own_strndup(const char *s, size_t max) {
  return sooth_copy(s, max);
}
SOOTH_PLAIN char *sooth_own_strdup(const char *s) { return sooth_copy(s, (size_t)-1); }

/* Pointers to lost memory may have been left on the stack, or in registers that
   copies went through, where whoever looks for leaks would find them. */
SOOTH_PLAIN __attribute__((noinline)) static void sooth_forget(void) {
  volatile char area[1 << 14];
  for (unsigned i = 0; i < sizeof area; i++)
    area[i] = 0;
  char blocks[1024] = {0};
  for (volatile unsigned n = 0; n <= 512; n++)
    __builtin_memcpy(blocks + 512, blocks, n);
  __asm__ volatile("" : : "r"(blocks) : "memory");
}
__attribute__((constructor)) static void sooth_forget_at_end(void) {
  atexit(sooth_forget);
}
