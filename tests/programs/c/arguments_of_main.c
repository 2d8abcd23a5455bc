/* waymark: check -- one two
   expect:  holds */
#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
  assert(argc == 3 && argv[3] == 0);
  assert(strcmp(argv[1], "one") == 0 && strlen(argv[2]) == 3);
  return 0;
}
