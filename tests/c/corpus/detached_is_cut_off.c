// holds
#include <assert.h>
#include <pthread.h>
int n;
void* spin(void* a) {
  while (1) n = 1 - n;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, spin, 0);
  pthread_detach(t);
  return 0;
}
