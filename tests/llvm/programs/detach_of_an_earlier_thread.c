// violated: join
#include <pthread.h>

static void *work(void *unused) { return unused; }

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_join(a, 0);
  pthread_create(&b, 0, work, 0);
  pthread_detach(a);
  pthread_join(b, 0);
  return 0;
}
