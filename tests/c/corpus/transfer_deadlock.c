// violated: deadlock
#include <assert.h>
#include <pthread.h>
struct account {
  pthread_mutex_t m;
  int balance;
};
struct account all[2];
void move(int from, int to, int n) {
  pthread_mutex_lock(&all[from].m);
  pthread_mutex_lock(&all[to].m);
  all[from].balance -= n;
  all[to].balance += n;
  pthread_mutex_unlock(&all[to].m);
  pthread_mutex_unlock(&all[from].m);
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
  return 0;
}
