/* A string that is one byte too long for its place.
   expect: violation bounds */
#include <string.h>

int main(void) {
  char to[3];
  strcpy(to, "abc");
  return to[0];
}
