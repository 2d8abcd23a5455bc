// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int done; void *f(void *a) { done = 1; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_detach(t); pthread_exit(0); }
