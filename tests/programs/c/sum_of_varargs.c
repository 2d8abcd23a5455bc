/* expect: holds */
#include <assert.h>
#include <stdarg.h>
static long sum(int n, ...) {
  va_list list;
  va_start(list, n);
  long s = 0;
  for (int i = 0; i < n; i++) s += i % 2 ? (long)va_arg(list, double) : va_arg(list, int);
  va_end(list);
  return s;
}
int main(void) {
  assert(sum(4, 1, 2.5, 3, 4.0) == 10);
  assert(sum(0) == 0);
  return 0;
}
