// holds
// Each call sets the mark anew, and a copy of it serves as well.
#include <assert.h>
#include <setjmp.h>
#include <string.h>

static jmp_buf mark;
static int jumps;

static void visit(void) {
  jmp_buf copy;
  volatile int rounds = 0;
  if (setjmp(mark) != 0) ++rounds;
  if (rounds == 2) return;
  ++jumps;
  memcpy(&copy, &mark, sizeof copy);
  longjmp(rounds == 0 ? mark : copy, 1);
}

int main(void) {
  for (int i = 0; i < 3; ++i) visit();
  assert(jumps == 6);
  return 0;
}
