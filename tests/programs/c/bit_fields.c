/* expect: holds */
#include <assert.h>
struct flags { unsigned a : 3; unsigned b : 5; int c : 4; unsigned : 0; unsigned d : 1; };
int main(void) {
  struct flags f = {0};
  f.a = 9;
  f.b = 31;
  f.c = -3;
  f.d = 1;
  f.b++;
  assert(f.a == 1 && f.b == 0 && f.c == -3 && f.d == 1);
  return 0;
}
