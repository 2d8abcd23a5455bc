// holds
#include <assert.h>
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int a, b;
void* write_(void* x) {
  pthread_rwlock_wrlock(&l);
  a++;
  b++;
  pthread_rwlock_unlock(&l);
  return 0;
}
void* read_(void* x) {
  pthread_rwlock_rdlock(&l);
  int one = a;
  int two = b;
  assert(one == two);
  pthread_rwlock_unlock(&l);
  return 0;
}
int main(void) {
  pthread_t p, q, r;
  pthread_create(&p, 0, write_, 0);
  pthread_create(&q, 0, read_, 0);
  pthread_create(&r, 0, read_, 0);
  pthread_join(p, 0);
  pthread_join(q, 0);
  pthread_join(r, 0);
  return 0;
}
