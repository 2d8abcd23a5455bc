/* expect: holds */
#include <assert.h>
static int next(void) { static int n = 40; static int *p = &n; return ++*p; }
int main(void) {
  assert(next() == 41);
  assert(next() == 42);
  int (*f)(void) = &next;
  assert((*f)() == 43);
  return 0;
}
