// violated: assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>
atomic_int want[2], turn; int inside; void *f(void *a) { long me = (long)a; turn = 1 - me; want[me] = 1; while (want[1 - me] && turn == 1 - me) {} inside++; assert(inside == 1); inside--; want[me] = 0; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, (void *)1L); f((void *)0L); pthread_join(t, 0); return 0; }
