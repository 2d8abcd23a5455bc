// violated: use-after-scope
// The jump ends the function whose variable is kept.
#include <setjmp.h>

static jmp_buf mark;
static int *kept;

static void leave(void) {
  int local = 1;
  kept = &local;
  longjmp(mark, 1);
}

int main(void) {
  if (setjmp(mark) == 0) leave();
  return *kept;
}
