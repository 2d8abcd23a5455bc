// refused: more than 16 keys
#include <pthread.h>

int main(void) {
  pthread_key_t key;
  for (int i = 0; i < 17; i++) {
    if (pthread_key_create(&key, 0)) return 1;
  }
  return 0;
}
