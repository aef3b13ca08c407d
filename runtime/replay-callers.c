
/* Memory that callers have made, and where the program has what it keeps to
   itself. */
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What is called, or calls, by other types than are declared. */
#ifdef __clang__
#define SOOTH_OF_ANY_TYPE __attribute__((no_sanitize("function")))
#else
#define SOOTH_OF_ANY_TYPE
#endif

/* A function of which nothing is known: what it returns decides nothing. */
SOOTH_OF_ANY_TYPE __attribute__((unused)) static long long sooth_unseen() {
  return 0;
}

/* Of the address sanitizer, which gives what has no bytes one that may be
   accessed. */
__attribute__((weak)) void __asan_poison_memory_region(const volatile void *,
                                                       unsigned long);

/* As without a sanitizer, there may be less memory than is asked for. */
__attribute__((weak)) const char *__asan_default_options(void);
__attribute__((weak)) const char *__asan_default_options(void) {
  return "allocator_may_return_null=1";
}

/* Puts an object where a sanitizer sees its ends. Where it is larger than any
   memory it becomes smaller. */
__attribute__((unused)) static void sooth_make(unsigned long object) {
  unsigned long size = sooth_sizes[object];
  char *p = SOOTH_ALLOCATE(1, size);
  while (!p && size >= 2)
    p = SOOTH_ALLOCATE(1, size /= 2);
  if (!p)
    sooth_end("not enough memory", "to make what the program is given", 4);
  if (!size && __asan_poison_memory_region)
    __asan_poison_memory_region(p, 1);
  /* Processes with more memory than there is cannot fork, as sanitizers do to
     tell lines. */
  unsigned long first = ((unsigned long)p + 4095) & ~4095ul;
  if (size >= 1ul << 30)
    syscall(SYS_madvise, first, (size - 4096) & ~4095ul, 10 /* MADV_DONTFORK */);
  sooth_sizes[object] = size;
  sooth_objects[object] = p;
}

/* Puts bytes into an object from an offset on. */
__attribute__((unused)) static void sooth_put(unsigned long object,
                                              unsigned long at,
                                              const unsigned char *bytes,
                                              unsigned long count) {
  for (unsigned long i = at; i < at + count && i < sooth_sizes[object]; i++)
    sooth_objects[object][i] = (char)bytes[i - at];
}

__attribute__((unused)) static void sooth_set_pointer(char *at, void *to) {
  __builtin_memcpy(at, &to, sizeof to);
}

__attribute__((unused)) static void sooth_point(unsigned long object,
                                                unsigned long at, void *to) {
  if (at + sizeof to <= sooth_sizes[object])
    sooth_set_pointer(sooth_objects[object] + at, to);
}

__attribute__((unused)) static void sooth_set_number(char *at, unsigned bytes,
                                                     unsigned long long low,
                                                     unsigned long long high) {
  for (unsigned i = 0; i < bytes && i < 16; i++)
    at[i] = (char)(i < 8 ? low >> 8 * i : high >> 8 * (i - 8));
}

/* The last part of a path. */
static const char *sooth_file_name(const char *path) {
  const char *slash = __builtin_strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* The symbol of this name in the table of symbols of this program, one that is
   local to a file unless the file is null. */
static const ElfW(Sym) * sooth_symbol(const char *image, const char *file,
                                      const char *name) {
  const ElfW(Ehdr) *head = (const void *)image;
  const ElfW(Shdr) *sections = (const void *)(image + head->e_shoff);
  for (unsigned s = 0; s < head->e_shnum; s++) {
    if (sections[s].sh_type != SHT_SYMTAB)
      continue;
    const ElfW(Sym) *all = (const void *)(image + sections[s].sh_offset);
    const char *names = image + sections[sections[s].sh_link].sh_offset;
    int is_here = !file;
    for (unsigned long i = 0; i < sections[s].sh_size / sizeof *all; i++) {
      int type = all[i].st_info & 15, is_local = all[i].st_info >> 4 == STB_LOCAL;
      if (type == STT_FILE && file)
        is_here = !*file || !__builtin_strcmp(names + all[i].st_name,
                                              sooth_file_name(file));
      else if (is_here && is_local == !!file && all[i].st_shndx != SHN_UNDEF &&
               !__builtin_strcmp(names + all[i].st_name, name))
        return &all[i];
    }
  }
  return 0;
}

/* Without functions that the program may have versions of. */
static const char *sooth_image(void) {
  long file = syscall(SYS_openat, AT_FDCWD, "/proc/self/exe", O_RDONLY);
  long size = file < 0 ? -1 : syscall(SYS_lseek, file, 0, SEEK_END), done = 0;
  char *image = size < 0 ? 0 : SOOTH_ALLOCATE(1, (size_t)size + 1);
  if (image && syscall(SYS_lseek, file, 0, SEEK_SET) == 0)
    for (long part; done < size; done += part)
      if ((part = syscall(SYS_read, file, image + done, size - done)) <= 0)
        break;
  if (!image || done < size)
    sooth_end("cannot read", "/proc/self/exe", 4);
  return image;
}

/* Where a function or variable is that is static in this file, or else one that
   all files see. */
__attribute__((unused)) static char *sooth_find(const char *file,
                                                const char *name) {
  static const char *image;
  if (!image)
    image = sooth_image();
  const ElfW(Sym) *wanted = sooth_symbol(image, file, name);
  if (!wanted)
    wanted = sooth_symbol(image, 0, name);
  const ElfW(Sym) *known = sooth_symbol(image, 0, "sooth_violation");
  if (!wanted || !known)
    sooth_end("not found in the program (was it stripped?)", name, 4);
  return (char *)((ElfW(Addr))sooth_violation - known->st_value +
                  wanted->st_value);
}
