// The timers of an event loop: each is part of a structure of its user, and
// knows its place in a heap that is ordered by time. Deferred work is in a list
// of the same loop, and what happened lately is kept for a tool. -DBUG_1 to
// -DBUG_6 each put one fault in; a line at which it is to be found says so.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { NOT_IN_HEAP = -1, SMALLEST = 8, HISTORY = 16, CLASSES = 5 };

struct timer {
  int place; // in the heap, or NOT_IN_HEAP
  unsigned priority;
  uint64_t due, period;
  void (*call)(struct timer *timer, void *data);
  void *data;
};

struct work {
  struct work *next;
  void (*call)(void *data);
  void *data;
};

struct past {
  uint64_t due;
  uint32_t late;
};

struct loop {
  struct timer **heap;
  int count, room;
  struct work *first, **last;
  uint64_t now;
  struct past history[HISTORY];
  unsigned next_past;
  uint32_t ran[CLASSES];
  uint64_t late_sum;
};

bool loop_init(struct loop *l) {
  memset(l, 0, sizeof *l);
  l->heap = malloc(SMALLEST * sizeof *l->heap);
#ifdef BUG_1         // nobody looks whether there is memory
  l->heap[0] = NULL; // found: BUG_1
#else
  if (!l->heap)
    return false;
#endif
  l->room = SMALLEST;
  l->last = &l->first;
  return true;
}

void loop_done(struct loop *l) {
  struct work *w = l->first;
  while (w) {
#ifdef BUG_2 // the next one is read from what was freed
    free(w);
    w = w->next; // found: BUG_2
#else
    struct work *next = w->next;
    free(w);
    w = next;
#endif
  }
  free(l->heap);
  memset(l, 0, sizeof *l);
}

static bool is_before(const struct timer *a, const struct timer *b) {
  return a->due < b->due || (a->due == b->due && a->priority < b->priority);
}

static void place(struct loop *l, int i, struct timer *t) {
  l->heap[i] = t; // found: BUG_3
  t->place = i;
}

static void sift_up(struct loop *l, int i, struct timer *t) {
  while (i > 0) {
    const int parent = (i - 1) / 2;
    if (!is_before(t, l->heap[parent]))
      break;
    place(l, i, l->heap[parent]);
    i = parent;
  }
  place(l, i, t);
}

static void sift_down(struct loop *l, int i, struct timer *t) {
  for (;;) {
    int child = 2 * i + 1;
    if (child >= l->count)
      break;
    if (child + 1 < l->count &&
        is_before(l->heap[child + 1], l->heap[child])) // found: BUG_3
      ++child;
    if (!is_before(l->heap[child], t))
      break;
    place(l, i, l->heap[child]);
    i = child;
  }
  place(l, i, t);
}

static bool make_room(struct loop *l) {
  if (l->count < l->room)
    return true;
  if (l->room > 1 << 20)
    return false;
  const int room = l->room * 2;
  struct timer **heap = realloc(l->heap, (size_t)room * sizeof *heap);
  if (!heap)
    return false;
  l->heap = heap;
  l->room = room;
  return true;
}

void timer_init(struct timer *t, void (*call)(struct timer *, void *),
                void *data) {
  memset(t, 0, sizeof *t);
  t->place = NOT_IN_HEAP;
  t->call = call;
  t->data = data;
}

void timer_stop(struct loop *l, struct timer *t) {
  const int i = t->place;
#ifndef BUG_3 // a timer that does not run
  if (i == NOT_IN_HEAP)
    return;
#endif
  t->place = NOT_IN_HEAP;
  struct timer *last = l->heap[--l->count]; // found: BUG_3
  if (last == t)
    return;
  if (i > 0 && is_before(last, l->heap[(i - 1) / 2]))
    sift_up(l, i, last);
  else
    sift_down(l, i, last);
}

bool timer_start(struct loop *l, struct timer *t, uint32_t delay,
                 uint32_t period, unsigned priority) {
  if (t->place != NOT_IN_HEAP)
    timer_stop(l, t);
  if (!make_room(l))
    return false;
  t->due = l->now + delay;
  t->period = period;
  t->priority = priority;
  sift_up(l, l->count++, t);
  return true;
}

/// The time until the next timer is due, at most \p most.
uint32_t loop_wait(const struct loop *l, uint32_t most) {
#ifdef BUG_4 // there may be no timer
  const struct timer *t = l->count >= 0 ? l->heap[0] : NULL;
  if (!t)
    return most;
  const uint64_t due = t->due; // found: BUG_4
#else
  if (l->count == 0)
    return most;
  const uint64_t due = l->heap[0]->due;
#endif
  if (due <= l->now)
    return 0;
  return due - l->now < most ? (uint32_t)(due - l->now) : most;
}

static void remember(struct loop *l, const struct timer *t) {
  const uint64_t late = l->now - t->due;
#ifdef BUG_5 // the oldest is written over one too late
  if (l->next_past > HISTORY)
    l->next_past = 0;
#else
  if (l->next_past >= HISTORY)
    l->next_past = 0;
#endif
  struct past *p = &l->history[l->next_past++]; // found: BUG_5
  p->due = t->due;                              // found: BUG_5
  p->late = late > UINT32_MAX ? UINT32_MAX : (uint32_t)late;
  l->late_sum += p->late;
  ++l->ran[t->priority < CLASSES ? t->priority : CLASSES - 1];
}

/// Calls what is due; how many there were.
unsigned loop_run(struct loop *l, uint64_t now) {
  unsigned count = 0;
  l->now = now;
  while (l->count > 0 && l->heap[0]->due <= now) {
    struct timer *t = l->heap[0];
    timer_stop(l, t);
    remember(l, t);
    if (t->period) {
      const uint64_t late = now - t->due;
      t->due += t->period + late / t->period * t->period;
      if (make_room(l))
        sift_up(l, l->count++, t);
    }
    t->call(t, t->data);
    ++count;
  }
  return count;
}

/// Something to do when nothing is due.
bool loop_defer(struct loop *l, void (*call)(void *), void *data) {
  struct work *w = malloc(sizeof *w);
  if (!w)
    return false;
  w->next = NULL;
  w->call = call;
  w->data = data;
  *l->last = w;
  l->last = &w->next;
  return true;
}

/// Does the oldest piece of work; false if there is none.
bool loop_idle(struct loop *l) {
  struct work *w = l->first;
  if (!w)
    return false;
  l->first = w->next;
  if (!l->first)
    l->last = &l->first;
  w->call(w->data);
  free(w);
  return true;
}

/// Of the last timers, the one that was called latest after it was due.
uint32_t loop_worst(const struct loop *l) {
  uint32_t worst = 0;
  for (unsigned i = 0; i < HISTORY; ++i)
    if (l->history[i].late > worst)
      worst = l->history[i].late;
  return worst;
}

/// How late timers were in the mean.
uint64_t loop_mean_late(const struct loop *l) {
  uint64_t all = 0;
  for (unsigned i = 0; i < CLASSES; ++i)
    all += l->ran[i];
#ifdef BUG_6                // none may have run
  return l->late_sum / all; // found: BUG_6
#else
  return all ? l->late_sum / all : 0;
#endif
}
