// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct account { pthread_mutex_t m; int balance; } *a; void *f(void *p) { for (int i = 0; i < 2; i++) { pthread_mutex_lock(&a->m); a->balance++; pthread_mutex_unlock(&a->m); } return 0; } int main(void) { pthread_t t, u; a = malloc(sizeof *a); pthread_mutex_init(&a->m, 0); a->balance = 0; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); pthread_join(t, 0); pthread_join(u, 0); assert(a->balance == 4); free(a); return 0; }
