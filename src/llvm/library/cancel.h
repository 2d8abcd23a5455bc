/* What cancellation adds to functions at which a thread may be cancelled. All are null in programs that cancel nobody. */
#ifndef WAYMARK_CANCEL_H
#define WAYMARK_CANCEL_H

/* A cancellation point: ends the thread if it was asked to. */
extern void waymark_point(void) __attribute__((weak));

/* The rest is called within atomic sections. Whether the thread was asked to end, and minds it. */
extern _Bool waymark_asked(void) __attribute__((weak));

/* The set of threads that wait at a cancellation point, a bit for each. Who cancels a thread takes it out of this set.
   Null: the thread does not mind being cancelled, or nobody cancels anybody. */
extern unsigned long *waymark_sleepers(void) __attribute__((weak));

/* These threads wait no more. */
extern void waymark_wake(unsigned long threads) __attribute__((weak));

/* The thread begins or ends a wait from which cancellation does not free it: to be cancelled there is not modelled. */
extern void waymark_waits_firmly(_Bool begins) __attribute__((weak));

#endif
