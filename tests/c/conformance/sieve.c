#include <stdio.h>
int main(void) {
  unsigned char composite[40] = {0};
  for (int i = 2; i < 40; i++) {
    if (composite[i]) continue;
    printf("%d ", i);
    for (int j = i * i; j < 40; j += i) composite[j] = 1;
  }
  printf("\n");
}
