/* Objects of threads: they are destroyed when their thread ends, the last one first. */
#include <stddef.h>

#include "machine.h"

extern void *malloc(size_t);
extern void free(void *);

struct waymark_last {
  void (*destroy)(void *);
  void *object;
  struct waymark_last *before;
};

static _Thread_local struct waymark_last *waymark_lasts;

/* To be called at the end of the thread. */
int __cxa_thread_atexit(void (*destroy)(void *), void *object, void *library) {
  struct waymark_last *made = malloc(sizeof *made);
  made->destroy = destroy;
  made->object = object;
  made->before = waymark_lasts;
  waymark_lasts = made;
  return 0;
}

/* The thread ends. */
void waymark_end_of_thread(void) {
  while (waymark_lasts) {
    struct waymark_last *last = waymark_lasts;
    void (*destroy)(void *) = last->destroy;
    void *object = last->object;
    waymark_lasts = last->before;
    free(last);
    destroy(object);
  }
}
