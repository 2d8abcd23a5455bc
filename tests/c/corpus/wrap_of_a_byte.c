// violated: assertion
#include <assert.h>
#include <pthread.h>
unsigned char n;
int main(void) {
  for (int i = 0; i < 300; i++) {
    n++;
    assert(n != 0);
  }
  return 0;
}
