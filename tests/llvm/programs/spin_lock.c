// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>
atomic_flag l = ATOMIC_FLAG_INIT; int n; void *f(void *a) { while (atomic_flag_test_and_set(&l)) {} n++; atomic_flag_clear(&l); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); assert(n == 2); return 0; }
