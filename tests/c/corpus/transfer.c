// holds
#include <assert.h>
#include <pthread.h>
struct account {
  pthread_mutex_t m;
  int balance;
};
struct account all[2] = {{PTHREAD_MUTEX_INITIALIZER, 10}, {PTHREAD_MUTEX_INITIALIZER, 10}};
void move(int from, int to, int n) {
  int low = from < to ? from : to;
  int high = from < to ? to : from;
  pthread_mutex_lock(&all[low].m);
  pthread_mutex_lock(&all[high].m);
  all[from].balance -= n;
  all[to].balance += n;
  pthread_mutex_unlock(&all[high].m);
  pthread_mutex_unlock(&all[low].m);
}
void* there(void* a) {
  move(0, 1, 3);
  return 0;
}
void* back(void* a) {
  move(1, 0, 4);
  return 0;
}
int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, there, 0);
  pthread_create(&y, 0, back, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  assert(all[0].balance == 11 && all[1].balance == 9);
  return 0;
}
