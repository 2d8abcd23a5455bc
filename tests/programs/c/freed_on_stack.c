/* expect: violated: free */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void drop(int *p) { free(p); }
int main(void) {
  int x = 1;
  drop(&x);
  return x;
}
