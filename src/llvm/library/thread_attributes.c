/* Attributes of threads that change nothing here: there is room enough, and the scheduler tries all orders. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>

/* Stacks have no size. */
int pthread_attr_setstacksize(pthread_attr_t *a, size_t size) { return 0; }
/* As pthread_attr_setstacksize. */
int pthread_attr_setguardsize(pthread_attr_t *a, size_t size) { return 0; }
/* Whether a thread is detached is not looked at: nobody needs to join it. */
int pthread_attr_setdetachstate(pthread_attr_t *a, int state) { return 0; }
/* As pthread_attr_setstacksize. */
int pthread_attr_getstacksize(const pthread_attr_t *a, size_t *size) {
  *size = 8ul << 20;
  return 0;
}
/* Threads are of this process. */
int pthread_attr_setscope(pthread_attr_t *a, int scope) { return 0; }
/* All orders are tried. */
int pthread_attr_setschedpolicy(pthread_attr_t *a, int policy) { return 0; }
/* As pthread_attr_setschedpolicy. */
int pthread_attr_setschedparam(pthread_attr_t *a, const struct sched_param *p) { return 0; }
/* As pthread_attr_setschedpolicy. */
int pthread_attr_setinheritsched(pthread_attr_t *a, int inherit) { return 0; }
/* As pthread_attr_setschedpolicy. */
int pthread_setschedparam(pthread_t t, int policy, const struct sched_param *p) { return 0; }
/* As pthread_attr_setschedpolicy. */
int pthread_setconcurrency(int level) { return 0; }
/* Names are for people. */
int pthread_setname_np(pthread_t t, const char *name) { return 0; }
/* As pthread_attr_setschedpolicy. */
int pthread_setaffinity_np(pthread_t t, size_t size, const cpu_set_t *set) { return 0; }
/* As pthread_attr_setschedpolicy. */
int sched_setaffinity(pid_t p, size_t size, const cpu_set_t *set) { return 0; }
