// violated: assertion
// As elements_of_an_array.c, but the last thread comes to the byte of the first, too.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { threads = 2 };

struct task {
  int number;
  int *count;
};

static char flags[threads];
static struct task tasks[threads];

static void *run(void *given) {
  struct task *task = given;
  for (int i = 0; i < 2; i++) {
    *task->count += task->number;
    flags[task->number]++;
  }
  if (task->number == threads - 1) flags[0]++;
  return 0;
}

int main(void) {
  pthread_t all[threads];
  for (int i = 0; i < threads; i++) {
    tasks[i].number = i;
    tasks[i].count = calloc(1, sizeof(int));
    pthread_create(&all[i], 0, run, &tasks[i]);
  }
  for (int i = 0; i < threads; i++) {
    pthread_join(all[i], 0);
    assert(*tasks[i].count == 2 * i && flags[i] == 2 + (i == 0));
  }
  return 0;
}
