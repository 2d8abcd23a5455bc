/* A handler of cleanup, a mark of setjmp that nobody jumps to, and an atomic object of many bytes. */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

struct wide {
  long a, b, c;
};

static _Atomic struct wide shared;
static int cleaned;
static jmp_buf mark;

static void clean(void *p) { cleaned += *(int *)p; }

static void *work(void *u) {
  int one = 1;
  pthread_cleanup_push(clean, &one);
  struct wide w = {1, 1, 1};
  shared = w;
  pthread_cleanup_pop(1);
  return u;
}

int main(void) {
  pthread_t t;
  if (setjmp(mark)) return 1;
  pthread_create(&t, 0, work, 0);
  struct wide seen = shared;
  assert(seen.a == seen.b && seen.b == seen.c);
  pthread_join(t, 0);
  assert(cleaned == 1);
  return 0;
}
