// holds; --races
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int a[2]; void *f(void *p) { *(int *)p = 1; return 0; } int main(void) { pthread_t t, u; pthread_create(&t, 0, f, &a[0]); pthread_create(&u, 0, f, &a[1]); pthread_join(t, 0); pthread_join(u, 0); return 0; }
