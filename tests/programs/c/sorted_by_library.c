/* expect: holds */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct pair { int key; char name[8]; };
static int by_key(const void *a, const void *b) {
  return ((const struct pair *)a)->key - ((const struct pair *)b)->key;
}
int main(void) {
  struct pair all[] = {{3, "c"}, {1, "a"}, {2, "b"}, {0, "z"}};
  qsort(all, 4, sizeof *all, by_key);
  for (int i = 0; i < 4; i++) assert(all[i].key == i);
  struct pair wanted = {2, ""};
  struct pair *found = bsearch(&wanted, all, 4, sizeof *all, by_key);
  assert(found && strcmp(found->name, "b") == 0);
  return 0;
}
