/* Time stands still, and to sleep is to let others run: a program must not rely on how long anything takes. */
#define _GNU_SOURCE
#include <sys/time.h>
#include <time.h>

#include "cancel.h"
#include "machine.h"

enum { WAYMARK_NOW = 1000000000 };

/* The same second always. */
time_t time(time_t *to) {
  if (to) *to = WAYMARK_NOW;
  return WAYMARK_NOW;
}

/* As time. */
int clock_gettime(clockid_t clock, struct timespec *to) {
  to->tv_sec = WAYMARK_NOW;
  to->tv_nsec = 0;
  return 0;
}

/* A nanosecond. */
int clock_getres(clockid_t clock, struct timespec *to) {
  if (to) {
    to->tv_sec = 0;
    to->tv_nsec = 1;
  }
  return 0;
}

/* As time. */
int timespec_get(struct timespec *to, int base) {
  to->tv_sec = WAYMARK_NOW;
  to->tv_nsec = 0;
  return base;
}

/* As time. */
int gettimeofday(struct timeval *restrict to, void *restrict zone) {
  to->tv_sec = WAYMARK_NOW;
  to->tv_usec = 0;
  return 0;
}

/* No processor time is used. */
clock_t clock(void) { return 0; }

/* The seconds between two times. */
double difftime(time_t later, time_t earlier) { return (double)(later - earlier); }

/* One that is cancelled may be so at the beginning, or in its sleep. */
static void waymark_doze(void) {
  if (waymark_point) waymark_point();
  waymark_yield();
  if (waymark_point) waymark_point();
}

/* Others may run. */
unsigned sleep(unsigned seconds) {
  waymark_doze();
  return 0;
}

/* As sleep. */
int usleep(unsigned microseconds) {
  waymark_doze();
  return 0;
}

/* As sleep. */
int nanosleep(const struct timespec *wanted, struct timespec *left) {
  waymark_doze();
  return 0;
}

/* As sleep. */
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted, struct timespec *left) {
  waymark_doze();
  return 0;
}

/* As sleep. */
int thrd_sleep(const struct timespec *wanted, struct timespec *left) {
  waymark_yield();
  return 0;
}
