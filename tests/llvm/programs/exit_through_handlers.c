// holds
// Handlers are called from the last one to the first, then destructors of keys.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int order;

static void note(void *digit) { order = order * 10 + *(int *)digit; }

static void inner(void) {
  static int three = 3;
  pthread_cleanup_push(note, &three);
  pthread_exit(&order);
  pthread_cleanup_pop(0);
}

static void *work(void *unused) {
  static int one = 1, two = 2, last = 9;
  pthread_setspecific(key, &last);
  pthread_cleanup_push(note, &one);
  pthread_cleanup_push(note, &two);
  pthread_cleanup_pop(0);
  inner();
  pthread_cleanup_pop(1);
  return unused;
}

int main(void) {
  pthread_t t;
  void *result;
  pthread_key_create(&key, note);
  pthread_create(&t, 0, work, 0);
  pthread_join(t, &result);
  assert(order == 319 && result == &order);
  return 0;
}
