#include <stdio.h>
static int pick(int n) {
  switch (n) {
    case 1:
      return 10;
    case 2:
    case 3:
      return 23;
    default:
      return -1;
    case 7:
      return 70;
  }
}
static int fall(int n) {
  int s = 0;
  switch (n) {
    case 0:
      s += 1;
    case 1:
      s += 10;
      break;
    case 2:
      s += 100;
    default:
      s += 1000;
    case 9:
      s += 5;
  }
  return s;
}
int main(void) {
  for (int i = 0; i < 9; i++) printf("%d %d\n", pick(i), fall(i));
  for (int i = 0; i < 6; i++) {
    switch (i) {
      case 1:
        continue;
      case 3:
        break;
      case 4: {
        int k = i * 2;
        printf("k%d ", k);
        break;
      }
      default:
        if (i == 5) break;
        printf("d%d ", i);
    }
    printf("%d ", i);
  }
  printf("\n");
  switch (3) {
    case 4:
      printf("no\n");
  }
  unsigned char c = 200;
  switch (c) {
    case 200:
      printf("c\n");
  }
  switch (-1) {
    case -1:
      printf("minus\n");
      break;
    default:
      printf("no\n");
  }
  switch (5) {
    case 1 ... 6:
      printf("range\n");
      break;
    default:
      printf("out\n");
  }
}
