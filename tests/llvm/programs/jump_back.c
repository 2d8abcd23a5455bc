// holds
// setjmp and longjmp in two threads: through functions, to values that only the second return reads, and twice.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jumps;

struct work {
  jmp_buf mark;
  int number;
};

static void deep(struct work *work, int depth) {
  int here = depth;
  if (depth > 0) deep(work, here - 1);
  pthread_mutex_lock(&lock);
  jumps++;
  pthread_mutex_unlock(&lock);
  longjmp(work->mark, work->number);
}

static void *run(void *given) {
  struct work work;
  int only_later = 40 + *(int *)given;
  volatile int rounds = 0;
  work.number = *(int *)given;
  int code = setjmp(work.mark);
  if (code == 0) deep(&work, 2);
  assert(code == (work.number == 0 ? 1 : work.number));
  assert(only_later == 40 + work.number);
  if (++rounds < 2) longjmp(work.mark, work.number);
  assert(rounds == 2);
  return 0;
}

int main(void) {
  pthread_t a, b;
  int zero = 0, two = 2;
  pthread_create(&a, 0, run, &zero);
  pthread_create(&b, 0, run, &two);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(jumps == 2);
  return 0;
}
