/* Things that are done once. A pthread_once_t and a once_flag are an int: 0 at first, 2 when it is done. While
   somebody is at it, the number is odd, and those who come wait until it is even. */
#define _GNU_SOURCE
#include <pthread.h>

#include "machine.h"

static void waymark_once(int *state, void (*function)(void)) {
  waymark_atomic_begin();
  if (*state == 2) {
    waymark_atomic_end();
    return;
  }
  if (*state == 0) {
    *state = 1;
    waymark_atomic_end();
    function();
    waymark_atomic_begin();
    *state = 2;
    waymark_atomic_end();
    return;
  }
  waymark_wait_clear32((const unsigned *)state, 1);
  waymark_atomic_end();
}

/* The first caller calls the function; the others wait for it. */
int pthread_once(pthread_once_t *once, void (*function)(void)) {
  waymark_once((int *)once, function);
  return 0;
}

/* As pthread_once. */
void call_once(int *once, void (*function)(void)) { waymark_once(once, function); }
