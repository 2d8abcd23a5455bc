// violated: uninitialised
#include <setjmp.h>
#include <stdlib.h>

int main(void) {
  jmp_buf *mark = malloc(sizeof *mark);
  longjmp(*mark, 1);
}
