// violated: assertion
#include <stdatomic.h>
atomic_int t[2];
int i = 1;
int main(void) {
  i++;
  atomic_load(&t[i]);
  return 0;
}
