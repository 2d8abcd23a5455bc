/* expect: violated: bounds */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char name[4];
  strcpy(name, "four");
  return name[0] == 'f' ? 0 : 1;
}
