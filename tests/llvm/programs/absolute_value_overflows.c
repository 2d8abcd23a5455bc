// violated: overflow; --property overflow
#include <limits.h>
#include <stdlib.h>

int main(void) {
  volatile int least = INT_MIN;
  return abs(least) == 3;
}
