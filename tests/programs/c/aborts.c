/* expect: violated: abort */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char t[3] = "ab";
  if (strlen(t) == 2) abort();
  return 0;
}
