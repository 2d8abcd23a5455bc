#include <stdio.h>
struct node {
  int value;
};
struct list {
  struct node node;
  int list;
};
int x = 1;
static int y = 2;
static void both(void) {
  x += 10;
  y += 20;
}
static int mine(int x) {
  int y = x * 2;
  both();
  return x + y;
}
int main(void) {
  int x = 5;
  int y = 6;
  struct node node = {7};
  struct list list = {{8}, 9};
  both();
  printf("%d %d %d %d %d\n", x, y, node.value, list.node.value, list.list);
  {
    extern int x;
    int sum = mine(3);
    printf("%d %d\n", x, sum);
  }
  for (int x = 0; x < 2; x++) {
    int y = x;
    both();
    printf("%d %d\n", x, y);
  }
  return x + y;
}
