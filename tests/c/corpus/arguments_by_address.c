// violated: assertion
#include <assert.h>
#include <pthread.h>
int got[2];
void* take(void* a) {
  int* n = a;
  int i = *n;
  got[i % 2] = 1;
  return 0;
}
int main(void) {
  pthread_t t[2];
  int i = 0;
  for (i = 0; i < 2; i++) pthread_create(&t[i], 0, take, &i);
  for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
  assert(got[0] && got[1]);
  return 0;
}
