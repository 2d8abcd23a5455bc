// violated: assertion
// The queue of Michael and Scott: two enqueue at once, and each dequeues what is there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  int value;
  _Atomic(struct node *) next;
};

static struct node nodes[3]; /* the first is the dummy; none is used twice */
static _Atomic(struct node *) head = &nodes[0], tail = &nodes[0];
static atomic_int taken[3];

static void enqueue(struct node *node, int value) {
  node->value = value;
  node->next = NULL;
  for (;;) {
    struct node *last = tail, *next = last->next;
    if (last != tail) continue;
    if (next != NULL) {
      atomic_compare_exchange_strong(&tail, &last, next);
    } else {
      last->next = node; /* another may have linked one meanwhile */
      atomic_compare_exchange_strong(&tail, &last, node);
      return;
    }
  }
}

static int dequeue(void) {
  for (;;) {
    struct node *first = head, *last = tail, *next = first->next;
    if (first != head) continue;
    if (first == last) {
      if (next == NULL) return 0;
      atomic_compare_exchange_strong(&tail, &last, next);
    } else {
      int value = next->value;
      if (atomic_compare_exchange_strong(&head, &first, next)) return value;
    }
  }
}

static void *work(void *given) {
  int number = *(int *)given;
  enqueue(&nodes[number], number);
  int got = dequeue();
  assert(got != 0); /* as many were enqueued as were asked for */
  assert(taken[got]++ == 0);
  return NULL;
}

int main(void) {
  static int one = 1, two = 2;
  pthread_t other;
  pthread_create(&other, NULL, work, &two);
  work(&one);
  pthread_join(other, NULL);
  assert(taken[1] == 1 && taken[2] == 1);
  return 0;
}
