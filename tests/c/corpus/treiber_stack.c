// holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct node {
  int value, next;
};
struct node pool[2];
atomic_int top;
int seen[2];
void* push(void* a) {
  int i = (int)(long)a;
  pool[i].value = i;
  int old = top;
  do pool[i].next = old;
  while (!atomic_compare_exchange_strong(&top, &old, i + 1));
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, push, (void*)(long)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  for (int n = top; n != 0; n = pool[n - 1].next) seen[pool[n - 1].value]++;
  assert(seen[0] == 1 && seen[1] == 1);
  return 0;
}
