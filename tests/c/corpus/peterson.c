// holds
#include <assert.h>
#include <pthread.h>
_Atomic int want[2], turn;
int inside;
void enter(int me) {
  want[me] = 1;
  turn = 1 - me;
  while (want[1 - me] && turn == 1 - me)
    ;
}
void leave(int me) { want[me] = 0; }
void* zero(void* a) {
  enter(0);
  inside++;
  assert(inside == 1);
  inside--;
  leave(0);
  return 0;
}
void* one(void* a) {
  enter(1);
  inside++;
  assert(inside == 1);
  inside--;
  leave(1);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, zero, 0);
  pthread_create(&b, 0, one, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
