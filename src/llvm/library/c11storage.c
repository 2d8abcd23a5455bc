/* threads.h of C11: what needs more of pthreads than locks. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>

/* Waits, or gives up. */
int cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *limit) {
  int problem = pthread_cond_timedwait((pthread_cond_t *)c, (pthread_mutex_t *)m, limit);
  return problem == ETIMEDOUT ? thrd_timedout : problem ? thrd_error : thrd_success;
}

/* A key. */
int tss_create(tss_t *key, tss_dtor_t destructor) {
  return pthread_key_create((pthread_key_t *)key, destructor) ? thrd_error : thrd_success;
}
/* The thread's own value. */
void *tss_get(tss_t key) { return pthread_getspecific(key); }
/* Sets the thread's own value. */
int tss_set(tss_t key, void *value) { return pthread_setspecific(key, value) ? thrd_error : thrd_success; }
/* Forgets the key. */
void tss_delete(tss_t key) { pthread_key_delete(key); }
