/* Two clerks take orders without a lock: an order may be lost. What they take in does not matter for that. */
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);
int orders;
unsigned char turnover_here, turnover_there;

void *clerk(void *unused) {
  for (int i = 0; i < 4; i++) {
    turnover_there += __VERIFIER_nondet_bool() ? 5 : 12;
    orders = orders + 1;
  }
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, clerk, 0);
  for (int i = 0; i < 4; i++) {
    turnover_here += __VERIFIER_nondet_bool() ? 7 : 10;
    orders = orders + 1;
  }
  pthread_join(other, 0);
  assert(orders == 8);
  return 0;
}
