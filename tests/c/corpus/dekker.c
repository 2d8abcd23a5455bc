// holds
#include <assert.h>
#include <pthread.h>
_Atomic _Bool want0, want1;
_Atomic int turn;
int inside;
void* zero(void* a) {
  want0 = 1;
  while (want1) {
    if (turn == 1) {
      want0 = 0;
      while (turn == 1)
        ;
      want0 = 1;
    }
  }
  inside++;
  assert(inside == 1);
  inside--;
  turn = 1;
  want0 = 0;
  return 0;
}
void* one(void* a) {
  want1 = 1;
  while (want0) {
    if (turn == 0) {
      want1 = 0;
      while (turn == 0)
        ;
      want1 = 1;
    }
  }
  inside++;
  assert(inside == 1);
  inside--;
  turn = 0;
  want1 = 0;
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
