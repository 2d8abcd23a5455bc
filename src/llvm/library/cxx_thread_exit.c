/* What happens when a thread ends: its objects are destroyed, the last one first. Then that is done which the program
   has put off until the end of the thread. */
#include <stddef.h>

#include "machine.h"

extern void *malloc(size_t);
extern void free(void *);

struct waymark_last {
  void (*destroy)(void *);
  void *object;
  struct waymark_last *before;
};

static _Thread_local struct waymark_last *waymark_lasts, *waymark_put_off;

static void waymark_add_last(struct waymark_last **list, void (*destroy)(void *), void *object) {
  struct waymark_last *made = malloc(sizeof *made);
  made->destroy = destroy;
  made->object = object;
  made->before = *list;
  *list = made;
}

/* To be called at the end of the thread. */
int __cxa_thread_atexit(void (*destroy)(void *), void *object, void *library) {
  waymark_add_last(&waymark_lasts, destroy, object);
  return 0;
}

/* To be called when the objects of the thread are destroyed. */
void waymark_at_thread_exit(void (*call)(void *), void *given) { waymark_add_last(&waymark_put_off, call, given); }

/* The thread ends. */
void waymark_end_of_thread(void) {
  while (waymark_lasts || waymark_put_off) {
    struct waymark_last **list = waymark_lasts ? &waymark_lasts : &waymark_put_off;
    struct waymark_last *last = *list;
    void (*destroy)(void *) = last->destroy;
    void *object = last->object;
    *list = last->before;
    free(last);
    destroy(object);
  }
}
