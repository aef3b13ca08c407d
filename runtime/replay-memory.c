
/* Memory. The program's calls of these functions come here if it is linked with
   the option that is named above. */

extern void *__real_malloc(size_t) SOOTH_WEAK;
extern void *__real_calloc(size_t, size_t) SOOTH_WEAK;
extern void *__real_aligned_alloc(size_t, size_t) SOOTH_WEAK;
extern void *__real_memalign(size_t, size_t) SOOTH_WEAK;
extern size_t malloc_usable_size(void *) SOOTH_WEAK;
extern void __msan_poison(const volatile void *, size_t) SOOTH_WEAK;

/* The next allocation of the run, if it is this one: others decided nothing. */
static struct sooth_allocation *sooth_allocated(size_t size) {
  struct sooth_allocation *a = &sooth_allocations[sooth_allocation];
  if (sooth_allocation == sooth_allocation_count || a->size != size)
    return 0;
  sooth_allocation++;
  return a;
}

static void *sooth_fill(struct sooth_allocation *a, void *p) {
  if (!a || !p)
    return p;
  a->at = ~(unsigned long)p;
  for (unsigned long i = 0; i < a->size; i++)
    ((unsigned char *)p)[i] = i < a->known ? a->bytes[i] : 0;
  if (__msan_poison)
    __msan_poison(p, a->size);
  return p;
}

void *__wrap_malloc(size_t size) {
  struct sooth_allocation *a = sooth_allocated(size);
  return a && a->fails ? 0 : sooth_fill(a, __real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size) {
  struct sooth_allocation *a = sooth_allocated(count * size);
  void *p = a && a->fails ? 0 : __real_calloc(count, size);
  if (a)
    a->at = ~(unsigned long)p;
  return p;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  struct sooth_allocation *a = sooth_allocated(size);
  return a && a->fails ? 0
                       : sooth_fill(a, __real_aligned_alloc(alignment, size));
}

void *__wrap_memalign(size_t alignment, size_t size) {
  struct sooth_allocation *a = sooth_allocated(size);
  return a && a->fails ? 0 : sooth_fill(a, __real_memalign(alignment, size));
}

static size_t sooth_size(void *p) {
  for (unsigned long i = sooth_allocation; i-- > 0;)
    if (sooth_allocations[i].at == ~(unsigned long)p)
      return sooth_allocations[i].size;
  return malloc_usable_size ? malloc_usable_size(p) : 0;
}

void *__wrap_realloc(void *old, size_t size) {
  if (old && !size) {
    free(old);
    return 0;
  }
  size_t had = old ? sooth_size(old) : 0;
  void *p = __wrap_malloc(size);
  if (!p || !old)
    return p;
  __builtin_memcpy(p, old, had < size ? had : size);
  free(old);
  return p;
}

char *__wrap_strndup(const char *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n])
    n++;
  char *p = __wrap_malloc(n + 1);
  if (!p)
    return 0;
  __builtin_memcpy(p, s, n);
  p[n] = 0;
  return p;
}

char *__wrap_strdup(const char *s) { return __wrap_strndup(s, (size_t)-1); }
