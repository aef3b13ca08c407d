# ===- openruns.py - Runs of functions on random heaps ---------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Programs in C that call a function of randomopen.py again and again with memory that
they make at random, and what is seen when they run."""

import re
import subprocess

# What the functions without a body do; they are given the driver's memory, and
# perhaps a variable of f.
UNSEEN_DRIVER = """\
static struct node all[5], own[2], *known;
static signed char place_of_own[4], *known_place;
static struct node *some(struct node *p) {{
  struct node *found = known && any(2) ? known
                       : any(3) ? p : any(2) && p->next ? p->next : &own[any(2)];
  if (any(2)) known = p;
  if (any(3) == 0) found->v = (int)any(5) - 1;
  if (any(3) == 0) p->b[any(4)] = byte();
  if (any(4) == 0) p->next = found;
  return found;
}}
struct node *give(struct node *p) {{ return some(p); }}
struct node *find(struct node *p, struct node *q) {{
  if (any(4) == 0) known = q;
  return any(3) ? some(p) : 0;
}}
signed char *place(signed char *to) {{
  signed char *found = known_place && any(2) ? known_place
                       : any(3) ? to + any(4) : &place_of_own[any(4)];
  if (any(2)) known_place = to;
  if (any(3) == 0) *found = byte();
  return found;
}}
int leave(struct node **to) {{
  *to = some(any(2) && *to ? *to : &own[0]);
  return (int)any(2);
}}
"""

STRING_DRIVER = """\
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
{program}
static sigjmp_buf out;
static void caught(int s) {{ (void)s; siglongjmp(out, 1); }}
void reach_error(void) {{}}
static unsigned state = {seed};
static unsigned any(unsigned n) {{
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % n;
}}
/* Its 0 is the last byte of a page before one that cannot be read. */
static char *string(char *page) {{
  unsigned length = any(5);
  char *begin = page + 4096 - length - 1;
  memset(page, 0x41, 4096);
  for (unsigned k = 0; k < length; ++k) begin[k] = "ab \\0"[any(4)];
  begin[length] = 0;
  return begin;
}}
int main(void) {{
  char *pages[2];
  for (int k = 0; k < 2; ++k) {{
    pages[k] = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                    -1, 0);
    mprotect(pages[k] + 4096, 4096, PROT_NONE);
  }}
  signal(SIGSEGV, caught);
  signal(SIGBUS, caught);
  alarm(5);
  for (volatile int run = 0; run < 20000; ++run) {{
    char *s = string(pages[0]), *t = string(pages[1]);
    if (sigsetjmp(out, 1)) return 1;
    f(s, t, any(6));
  }}
  return 0;
}}
"""

DRIVER = """\
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
{program}
static sigjmp_buf out;
static void caught(int s) {{ (void)s; siglongjmp(out, 1); }}
void reach_error(void) {{ siglongjmp(out, 2); }}
static unsigned state = {seed};
static unsigned any(unsigned n) {{
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % n;
}}
static signed char byte(void) {{
  return (signed char)(any(4) ? any(5) - 1 : state >> 16);
}}
int main(void) {{
  static struct node all[5];
  static signed char buf[64];
  signal(SIGSEGV, caught);
  alarm(5); /* for loops that take very long: no failure was seen then */
  for (int run = 0; run < 20000; ++run) {{
    unsigned count = 1 + any(5);
    for (unsigned i = 0; i < 5; ++i) {{
      all[i].next = any(3) ? &all[any(count)] : 0;
      all[i].other = any(3) ? &all[any(count)] : 0;
      if (any(2) && i + 1 < count) all[i].next = &all[i + 1];
      all[i].v = any(4) ? (int)any(5) - 1 : (int)state;
      for (int k = 0; k < 4; ++k) all[i].b[k] = byte();
    }}
    for (int k = 0; k < 64; ++k) buf[k] = byte();
    switch (sigsetjmp(out, 1)) {{
    case 0: f(any(9) ? &all[any(count)] : 0, &all[any(count)], buf, any(6)); break;
    case 2: {failed}
    }}
  }}
  return {seen};
}}
"""

# The main of DRIVER where pointers lead to the middle of arrays and structures.
AROUND_MAIN = """\
int main(void) {
  static struct item all[5], on_stack[8];
  static struct node nodes[4];
  static int ints[8];
  static signed char text[16];
  signal(SIGSEGV, caught);
  signal(SIGBUS, caught);
  alarm(5);
  for (int run = 0; run < 20000; ++run) {
    struct stack s = {&on_stack[4 + any(3)], &ints[4 + any(3)]};
    for (unsigned i = 0; i < 5; ++i) {
      all[i].u.next = any(5) ? &all[any(5)] : 0;
      all[i].v = any(4) ? (int)any(5) - 1 : (int)state;
    }
    for (unsigned i = 0; i < 8; ++i) {
      on_stack[i].u.next = &all[any(5)];
      on_stack[i].v = (int)any(5) - 1;
      ints[i] = (int)any(5) - 1;
    }
    for (unsigned i = 0; i < 4; ++i) {
      nodes[i].l.next = any(3) ? &nodes[any(4)].l : 0;
      nodes[i].v = (int)any(5) - 1;
      nodes[i].w = (short)any(5);
    }
    for (unsigned i = 0; i < 16; ++i) text[i] = byte();
    switch (sigsetjmp(out, 1)) {
    case 0:
      f(any(4) ? &all[any(5)] : &on_stack[any(8)], &s, &nodes[any(4)].l,
        &text[8 + any(4)], any(6));
      break;
    case 2: seen |= 1 << which; break;
    }
  }
  return seen;
}
"""

NEEDS_DRIVER = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
{program}
static unsigned state = {seed};
static unsigned any(unsigned n) {{
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % n;
}}
/* Memory of so many bytes or more, or NULL if it may be. */
static void *memory(unsigned bytes, int null) {{
  if (null && !any(3)) return 0;
  unsigned more = any(3) ? 0 : any(24);
  char *p = malloc(bytes + more);
  for (unsigned i = 0; i < bytes + more; ++i) p[i] = (char)any(5);
  /* Nothing is known of what is found there: no more memory. */
  if (bytes + more >= sizeof(struct item)) ((struct item *)p)->next = 0;
  return p;
}}
int main(int argc, char **argv) {{
  state += (unsigned)atoi(argv[1]) * 7919u;
  stop = (int)any(3);
  {call}
  return 0;
}}
"""

# All pointers that are ordered lead into one array, to an element or its end.
ORDERED_DRIVER = """\
#include <stdlib.h>
#include <string.h>
#include "program.c"
static unsigned state = {seed};
static unsigned any(unsigned n) {{
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % n;
}}
#define SIZE sizeof *((struct span *)0)->begin
static char *array(unsigned count) {{
  char *all = malloc(count * SIZE + !count);
  for (unsigned i = 0; i < count * SIZE; ++i) all[i] = (char)any(3);
  return all;
}}
/* One with so many bytes behind it in an array of so many elements. */
static void *place(char *all, unsigned count, unsigned bytes) {{
  unsigned most = count - (bytes + SIZE - 1) / SIZE;
  return all + any(most + 1) * SIZE;
}}
int main(int argc, char **argv) {{
  state += (unsigned)atoi(argv[1]) * 7919u;
  unsigned n = any(6), least = 0, of_p = 0, of_end = 0, of_q = 0;
{needs}
  unsigned count = (least + SIZE - 1) / SIZE + any(5), found = {found} + any(4);
  char *all = array(count), *others = array(found);
  struct span s = {{place(others, found, {found} * SIZE), place(others, found, 0)}};
  f(place(all, count, of_p), place(all, count, of_end), place(all, count, of_q), &s,
    n);
  return 0;
}}
"""


def on_strings(program, seed):
    return STRING_DRIVER.format(program=program, seed=seed)


def on_heaps(program, seed):
    return DRIVER.format(program=program, seed=seed, failed="return 1;", seen="0")


def with_unseen(program, seed):
    """The same with bodies for the functions that have none."""
    driver = on_heaps(program, seed).replace(
        "int main(void) {\n  static struct node all[5];",
        UNSEEN_DRIVER.format() + "int main(void) {")
    return driver.replace("switch (sigsetjmp",
                          "memset(own, 0, sizeof own); "
                          "known = 0; known_place = 0; switch (sigsetjmp")


def with_unseen_targets(program, seed):
    """The same where calls of these go through pointers."""
    declared = "struct node *give(), *find(); signed char *place(); int leave();\n"
    called = """
int f(struct node *p, struct node *q, signed char *buf, unsigned n) {
  static struct code all = {give, find, place, leave};
  return through(&all, p, q, buf, n);
}
"""
    return with_unseen(declared + program.replace("int f(", "int through(") + called,
                       seed)


def for_each_check(program, seed):
    """The same; its exit code has the numbers of checks that fail, as bits."""
    return DRIVER.format(
        program=program, seed=seed, failed="seen |= 1 << which; break;",
        seen="seen").replace("static sigjmp_buf out;",
                             "static sigjmp_buf out; static int seen;")


def around(program, seed):
    """The same where pointers lead to the middle of something."""
    text = for_each_check(program, seed)
    return text[:text.index("int main(void)")] + AROUND_MAIN


def run_natively(clang, folder, text):
    (folder / "run.c").write_text(text)
    subprocess.run([clang, "-w", "-O0", "-fwrapv", str(folder / "run.c"),
                    "-o", str(folder / "run")], check=True)
    return subprocess.run([str(folder / "run")], check=False).returncode


def with_call(call, seed):
    return NEEDS_DRIVER.format(program='#include "program.c"', seed=seed, call=call)


def on_arrays(program, seed, sizes):
    """'sizes' is what ordered_answers() says. Pointers that are found lead to as many
    elements as are used by their offsets, or to one where elements are stepped over."""
    needs = "\n".join(
        f"  if (of_{name} < {size}) of_{name} = {size};\n"
        f"  if (least < of_{name}) least = of_{name};"
        for name, size in sorted(sizes) if name in ("p", "end", "q"))
    found = 1 if "s->begin++" in program else 3
    return ORDERED_DRIVER.format(seed=seed, needs=needs, found=found)


def build_with_sanitizer(clang, folder, text):
    """Such a program, which calls program.c, for failing_frames."""
    (folder / "run.c").write_text(text)
    subprocess.run([clang, "-w", "-O0", "-g", "-fsanitize=address",
                    "-fno-omit-frame-pointer", str(folder / "run.c"), "-o",
                    str(folder / "run")], check=True)


def failing_frames(folder, number):
    """The lines of the calls in which the run of this number fails, if it does."""
    out = subprocess.run(
        [str(folder / "run"), str(number)], capture_output=True, text=True,
        check=False, timeout=20,
        env={"ASAN_OPTIONS": "detect_leaks=0:allow_user_segv_handler=0",
             "ASAN_SYMBOLIZER_PATH": "/usr/lib/llvm-19/bin/llvm-symbolizer"})
    if out.returncode == 0:
        return []
    first = out.stderr.split("\n\n")[0]
    return [int(line) for line in re.findall(r"program\.c:(\d+)", first)]
