#include <stdio.h>
static int find(int key) {
  static const int t[5] = {4, 8, 15, 16, 23};
  for (int i = 0; i < 5; i++) {
    if (t[i] == key) return i;
    if (t[i] > key) return -1;
  }
  return -2;
}
static void noisy(int n) {
  if (n == 0) return;
  printf("n%d ", n);
  if (n == 1) {
    return;
  }
  printf("more ");
}
int main(void) {
  for (int i = 3; i < 26; i += 4) printf("%d ", find(i));
  for (int i = 0; i < 3; i++) noisy(i);
  printf("%d\n", find(15));
}
