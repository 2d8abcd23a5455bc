// violated: assertion; --overflow
#include <limits.h>
int f(int a) { return a + 1; }
int main(void) {
  int r = f(INT_MAX);
  return r == 0;
}
