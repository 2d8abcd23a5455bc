// violated: assertion
#include <pthread.h>
int a[3], i = 2;
void *w(void *u) {
  i++;
  return (void *)(long)a[i];
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  pthread_join(t, 0);
  return 0;
}
