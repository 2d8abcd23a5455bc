/* threads.h of C11, over pthreads. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

#include "machine.h"

static int waymark_c11(int problem) {
  if (!problem) return thrd_success;
  if (problem == EBUSY) return thrd_busy;
  if (problem == ETIMEDOUT) return thrd_timedout;
  return thrd_error;
}

struct waymark_c11_start {
  thrd_start_t function;
  void *argument;
};

static void *waymark_c11_run(void *data) {
  struct waymark_c11_start start = *(struct waymark_c11_start *)data;
  free(data);
  return (void *)(intptr_t)start.function(start.argument);
}

/* Starts a thread; its result is an int. */
int thrd_create(thrd_t *thread, thrd_start_t function, void *argument) {
  struct waymark_c11_start *start = malloc(sizeof *start);
  if (!start) return thrd_nomem;
  start->function = function;
  start->argument = argument;
  return waymark_c11(pthread_create((pthread_t *)thread, 0, waymark_c11_run, start));
}

/* Waits for the end of a thread. */
int thrd_join(thrd_t thread, int *result) {
  void *value = 0;
  int problem = pthread_join((pthread_t)thread, &value);
  if (!problem && result) *result = (int)(intptr_t)value;
  return waymark_c11(problem);
}

/* Ends the thread. */
_Noreturn void thrd_exit(int result) { pthread_exit((void *)(intptr_t)result); }

/* Lets a thread go. */
int thrd_detach(thrd_t thread) { return waymark_c11(pthread_detach((pthread_t)thread)); }

/* The calling thread. */
thrd_t thrd_current(void) { return (thrd_t)pthread_self(); }

/* Whether two are one. */
int thrd_equal(thrd_t a, thrd_t b) { return a == b; }

/* Lets others run. */
void thrd_yield(void) { waymark_yield(); }

/* A mutex of a kind. */
int mtx_init(mtx_t *m, int kind) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  if (kind & mtx_recursive) pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  int problem = pthread_mutex_init((pthread_mutex_t *)m, &attributes);
  pthread_mutexattr_destroy(&attributes);
  return waymark_c11(problem);
}

/* Locks. */
int mtx_lock(mtx_t *m) { return waymark_c11(pthread_mutex_lock((pthread_mutex_t *)m)); }
/* Locks if it is open. */
int mtx_trylock(mtx_t *m) { return waymark_c11(pthread_mutex_trylock((pthread_mutex_t *)m)); }
/* Locks, or gives up. */
int mtx_timedlock(mtx_t *m, const struct timespec *limit) {
  int problem = pthread_mutex_trylock((pthread_mutex_t *)m);
  return problem == EBUSY ? thrd_timedout : waymark_c11(problem);
}
/* Unlocks. */
int mtx_unlock(mtx_t *m) { return waymark_c11(pthread_mutex_unlock((pthread_mutex_t *)m)); }
/* Forgets it. */
void mtx_destroy(mtx_t *m) { pthread_mutex_destroy((pthread_mutex_t *)m); }

/* A condition. */
int cnd_init(cnd_t *c) { return waymark_c11(pthread_cond_init((pthread_cond_t *)c, 0)); }
/* Waits. */
int cnd_wait(cnd_t *c, mtx_t *m) { return waymark_c11(pthread_cond_wait((pthread_cond_t *)c, (pthread_mutex_t *)m)); }
/* Wakes one. */
int cnd_signal(cnd_t *c) { return waymark_c11(pthread_cond_signal((pthread_cond_t *)c)); }
/* Wakes all. */
int cnd_broadcast(cnd_t *c) { return waymark_c11(pthread_cond_broadcast((pthread_cond_t *)c)); }
/* Forgets it. */
void cnd_destroy(cnd_t *c) { pthread_cond_destroy((pthread_cond_t *)c); }
