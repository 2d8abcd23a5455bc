// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
void *f(void *a) { return (void *)((long)a + 1); } int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, (void *)5L); pthread_join(t, &r); assert((long)r == 6); return 0; }
