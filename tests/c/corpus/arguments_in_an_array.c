// holds
#include <assert.h>
#include <pthread.h>
struct task {
  int from, to, sum;
};
struct task tasks[2] = {{1, 3, 0}, {4, 5, 0}};
void* add(void* a) {
  struct task* t = a;
  for (int i = t->from; i <= t->to; i++) t->sum += i;
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, add, &tasks[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(tasks[0].sum + tasks[1].sum == 15);
  return 0;
}
