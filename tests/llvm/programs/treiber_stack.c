// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>
struct node { struct node *next; int value; }; _Atomic(struct node *) top; void push(int v) { struct node *n = malloc(sizeof *n); n->value = v; n->next = top; while (!atomic_compare_exchange_strong(&top, &n->next, n)) {} } int pop(void) { struct node *n = top; while (n && !atomic_compare_exchange_strong(&top, &n, n->next)) {} return n ? n->value : 0; } int got; void *f(void *a) { push(1); push(2); return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); push(4); got = pop(); pthread_join(t, 0); got += pop() + pop(); assert(got == 7 && pop() == 0); return 0; }
