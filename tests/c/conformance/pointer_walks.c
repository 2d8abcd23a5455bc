#include <stdio.h>
static int t[6] = {1, 2, 3, 4, 5, 6};
static void fill(int* to, const int* from, int n) {
  while (n-- > 0) *to++ = *from++;
}
static void copy(char* to, const char* from) {
  while ((*to++ = *from++))
    ;
}
struct item {
  int key;
  int data[2];
};
static struct item items[3] = {{3, {1, 2}}, {1, {3, 4}}, {2, {5, 6}}};
static struct item* least(void) {
  struct item* best = &items[0];
  for (int i = 1; i < 3; i++)
    if (items[i].key < best->key) best = &items[i];
  return best;
}
int main(void) {
  int own[6] = {0};
  int i = 0;
  fill(own + 1, t, 4);
  for (i = 0; i < 6; i++) printf("%d ", own[i]);
  int* p = t + 5;
  *p-- = 60;
  *p-- += 50;
  --*p;
  ++*p;
  (*p)++;
  printf("%d %d %d %d\n", t[3], t[4], t[5], (int)(p - t));
  char s[6] = {0};
  char from[] = "walk";
  copy(s, from);
  for (char* q = s; *q; ++q) putchar(*q);
  putchar(10);
  struct item* b = least();
  b->data[1]++;
  b->key *= 10;
  printf("%d %d %d\n", b->key, b->data[0], items[1].data[1]);
  b = least();
  printf("%d\n", b->data[b->key - 1]);
  for (struct item* k = items; k < items + 3; k++) k->data[0] = k->key;
  printf("%d %d %d\n", items[0].data[0], items[1].data[0], items[2].data[0]);
  return 0;
}
