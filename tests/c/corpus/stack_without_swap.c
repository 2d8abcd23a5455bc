// violated: assertion
#include <assert.h>
#include <pthread.h>
struct node {
  int value, next;
};
struct node pool[2];
int top;
int seen[2];
void* push(void* a) {
  int i = (int)(long)a;
  pool[i].value = i;
  pool[i].next = top;
  top = i + 1;
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
