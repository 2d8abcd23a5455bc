/* Attributes of locks and conditions that change nothing here. */
#define _GNU_SOURCE
#include <pthread.h>

/* There is one clock. */
int pthread_condattr_init(pthread_condattr_t *a) { return 0; }
/* As pthread_condattr_init. */
int pthread_condattr_destroy(pthread_condattr_t *a) { return 0; }
/* As pthread_condattr_init. */
int pthread_condattr_setclock(pthread_condattr_t *a, clockid_t clock) { return 0; }
/* There is one process. */
int pthread_condattr_setpshared(pthread_condattr_t *a, int shared) { return 0; }
/* As pthread_condattr_setpshared. */
int pthread_mutexattr_setpshared(pthread_mutexattr_t *a, int shared) { return 0; }
/* Priorities have no effect. */
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *a, int protocol) { return 0; }
/* As pthread_condattr_setpshared. */
int pthread_rwlockattr_init(pthread_rwlockattr_t *a) { return 0; }
/* As pthread_condattr_setpshared. */
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *a) { return 0; }
/* Readers and writers may come in any order. */
int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *a, int kind) { return 0; }
/* As pthread_condattr_setpshared. */
int pthread_barrierattr_init(pthread_barrierattr_t *a) { return 0; }
/* As pthread_condattr_setpshared. */
int pthread_barrierattr_destroy(pthread_barrierattr_t *a) { return 0; }
