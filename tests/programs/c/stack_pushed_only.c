/* expect: holds */
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

static void *work(void *arg) { push(arg); return 0; }
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) { nodes[i].value = i + 1; pthread_create(&t[i], 0, work, &nodes[i]); }
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  struct node *a = pop(), *b = pop();
  assert(a && b && a->value + b->value == 3 && !pop());
  return 0;
}
