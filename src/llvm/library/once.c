/* Things that are done once. A pthread_once_t and a once_flag are an int: 0 at first, 2 when it is done. While
   somebody is at it, the number is odd, and those who come wait until it is even. If the function throws, the next one
   tries again. */
#define _GNU_SOURCE
#include <pthread.h>

#include "machine.h"

struct waymark_once {
  int *state;
  int after;
};

static void waymark_leave(struct waymark_once *once) {
  waymark_atomic_begin();
  *once->state = once->after;
  waymark_atomic_end();
}

static void waymark_once(int *state, void (*function)(void)) {
  waymark_atomic_begin();
  waymark_wait_clear32((const unsigned *)state, 1);
  if (*state == 2) {
    waymark_atomic_end();
    return;
  }
  *state = 1;
  waymark_atomic_end();
  struct waymark_once once __attribute__((cleanup(waymark_leave))) = {state, 0};
  function();
  once.after = 2;
}

/* The first caller calls the function; the others wait for it. */
int pthread_once(pthread_once_t *once, void (*function)(void)) {
  waymark_once((int *)once, function);
  return 0;
}

/* As pthread_once. */
void call_once(int *once, void (*function)(void)) { waymark_once(once, function); }
