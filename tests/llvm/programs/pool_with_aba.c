// violated: assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>
struct node { int next; int used; } pool[3]; atomic_int top = 1; int pop(void) { int n = top; while (n && !atomic_compare_exchange_strong(&top, &n, pool[n].next)) {} return n; } void push(int n) { int old = top; do pool[n].next = old; while (!atomic_compare_exchange_strong(&top, &old, n)); } void *f(void *a) { int x = pop(), y = pop(); if (x) push(x); if (y) pool[y].used = 1; return 0; } int main(void) { pool[1].next = 2; pthread_t t; pthread_create(&t, 0, f, 0); int x = pop(); int y = pop(); if (y) { assert(!pool[y].used); } pthread_join(t, 0); return 0; }
