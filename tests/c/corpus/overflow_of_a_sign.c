// violated: assertion; --overflow
#include <limits.h>
int main(void) {
  int r = -INT_MIN;
  return r == 0;
}
