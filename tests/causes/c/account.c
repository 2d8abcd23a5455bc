/* Inspect's benchmarks, account_bad (SCTBench): the balance is judged before both bookings are made.
   cause: assertion
   threads: thread 3
   values: balance == 11 */
#include <assert.h>
#include <pthread.h>

int balance = 10;
_Bool deposited, withdrawn;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *deposit(void *unused) {
  pthread_mutex_lock(&m);
  balance += 1;
  deposited = 1;
  pthread_mutex_unlock(&m);
  return 0;
}

static void *withdraw(void *unused) {
  pthread_mutex_lock(&m);
  balance -= 2;
  withdrawn = 1;
  pthread_mutex_unlock(&m);
  return 0;
}

static void *check(void *unused) {
  pthread_mutex_lock(&m);
  if (deposited) assert(balance == 9); /* ! */
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, deposit, 0);
  pthread_create(&t[1], 0, withdraw, 0);
  pthread_create(&t[2], 0, check, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
