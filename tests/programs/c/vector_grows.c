/* expect: holds */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct vector { int *data; size_t size, room; };
static void push(struct vector *v, int value) {
  if (v->size == v->room) {
    v->room = v->room ? 2 * v->room : 1;
    int *data = realloc(v->data, v->room * sizeof *data);
    if (!data) abort();
    v->data = data;
  }
  v->data[v->size++] = value;
}
int main(void) {
  struct vector v = {0};
  for (int i = 0; i < 9; i++) push(&v, i * i);
  for (int i = 0; i < 9; i++) assert(v.data[i] == i * i);
  free(v.data);
  return 0;
}
