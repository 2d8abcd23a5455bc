/* expect: violated: null */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int two(int a, int b) { return a + b; }
int main(void) {
  int (*f)(int) = (int (*)(int))(void *)0;
  if (two(1, 1) == 2) return f(1);
  return 0;
}
