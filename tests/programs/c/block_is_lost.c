/* waymark: check --property leak
   expect:  violated: leak */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *s) { char *p = malloc(strlen(s) + 1); return p ? strcpy(p, s) : 0; }
int main(void) {
  char *a = copy("x");
  a = copy("y");
  free(a);
  return 0;
}
