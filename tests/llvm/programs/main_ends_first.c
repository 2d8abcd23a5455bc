// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int x; void *f(void *a) { while (1) x = 1 - x; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return 0; }
