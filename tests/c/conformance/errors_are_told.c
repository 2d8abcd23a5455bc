#include <stdio.h>

int calls;
int count(void) { return ++calls; }

int main(void) {
  extern int calls;
  fprintf(stderr, "%d\n", count());
  fflush(stdout);
  fprintf(stderr, "%s %d\n", "twice", calls++);
  printf("%d\n", calls);
  return 0;
}
