#include <stdio.h>

long wide = 1;
unsigned top;

int main(void) {
  switch (wide) {
    case 4294967297L:
      printf("never\n");
      break;
    case 1:
      printf("one\n");
      break;
    default:
      printf("other\n");
  }
  top--;
  switch (top) {
    case 0x80000000u ... 0xffffffffu:
      printf("upper half\n");
      break;
    default:
      printf("lower half\n");
  }
  switch (wide) {
    case -5000000000L ... 5000000000L:
      printf("all that there is\n");
  }
  return 0;
}
