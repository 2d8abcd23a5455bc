// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
void* work(void* a) {
  exit(0);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  while (1)
    ;
  return 0;
}
