/* expect: violated: assertion */
#include <stdatomic.h>
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node { int value; struct node *next; };
static _Atomic(struct node *) top;
static struct node nodes[3];
static void push(struct node *n) {
  struct node *old = atomic_load(&top);
  do n->next = old; while (!atomic_compare_exchange_strong(&top, &old, n));
}
static struct node *pop(void) {
  struct node *old = atomic_load(&top);
  while (old) {
    struct node *next = old->next;
    if (atomic_compare_exchange_strong(&top, &old, next)) break;
  }
  return old;
}

static int out[3];
static void take(struct node *n) { if (n) assert(++out[n - nodes] == 1); }
static void give(struct node *n) { if (n) { out[n - nodes]--; push(n); } }
static void *slow(void *u) { struct node *n = pop(); take(n); return 0; }
static void *quick(void *u) {
  struct node *a = pop(); take(a);
  struct node *b = pop(); take(b);
  give(a);
  return 0;
}
int main(void) {
  pthread_t t, s;
  push(&nodes[1]); push(&nodes[0]);
  pthread_create(&t, 0, slow, 0);
  pthread_create(&s, 0, quick, 0);
  pthread_join(t, 0); pthread_join(s, 0);
  take(pop());
  return 0;
}
