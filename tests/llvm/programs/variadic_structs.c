// holds
// Structs of registers and of memory among variable arguments.
#include <assert.h>
#include <stdarg.h>

struct pair {
  long a, b;
};
struct long_one {
  char c[25];
};

static double sum(int n, ...) {
  va_list list;
  va_start(list, n);
  double all = va_arg(list, double);
  struct pair p = va_arg(list, struct pair);
  struct long_one l = va_arg(list, struct long_one);
  const char *text = va_arg(list, const char *);
  va_end(list);
  return all + p.a + p.b + l.c[24] + text[0];
}

int main(void) {
  struct pair p = {1, 2};
  struct long_one l = {{0}};
  l.c[24] = 4;
  assert(sum(1, 0.5, p, l, "a") == 7.5 + 'a');
  return 0;
}
