// violated: argument
#include <setjmp.h>

static jmp_buf mark;

static int set(void) { return setjmp(mark); }

int main(void) {
  if (set() == 0) longjmp(mark, 1);
  return 0;
}
