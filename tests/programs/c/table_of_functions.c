/* expect: holds */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int (*const table[])(int, int) = {add, sub, mul};
static int apply(int (*f)(int, int), int a, int b) { return f ? f(a, b) : 0; }
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) sum += apply(table[i], 6, 3);
  assert(sum == 9 + 3 + 18);
  assert(apply(NULL, 1, 2) == 0);
  return 0;
}
