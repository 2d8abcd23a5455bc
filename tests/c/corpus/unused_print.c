// violated: assertion
#include <stdio.h>
int z = 1;
int main(void) {
  z--;
  fprintf(stderr, "%d\n", 4 / z);
  return 0;
}
