// violated: argument
// The function that set the mark has returned, and runs again at the same depth without setting it.
#include <setjmp.h>

static jmp_buf mark;

static int visit(int sets) {
  if (sets) return setjmp(mark);
  longjmp(mark, 1);
}

int main(void) {
  if (visit(1) == 0) visit(0);
  return 0;
}
