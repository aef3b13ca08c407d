# 0 "deallocators.c"
# 1 "/usr/include/stdio.h" 1 3 4
typedef struct _IO_FILE FILE;
extern int fclose (FILE *__stream);
extern FILE *tmpfile (void)
  __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (fclose, 1))) ;
# 2 "deallocators.c" 2
extern void reach_error(void);
int linux;
int main(void) {
  linux = 1;
  FILE *f = tmpfile();
  if (f && !linux)
    reach_error();
}
