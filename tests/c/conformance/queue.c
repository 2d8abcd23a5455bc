#include <stdio.h>
#define SIZE 4
int buffer[SIZE];
unsigned in, out;
static int put(int v) {
  if (in - out == SIZE) return -1;
  buffer[in % SIZE] = v;
  in++;
  return 0;
}
static int get(int* v) {
  if (in == out) return -1;
  *v = buffer[out++ % SIZE];
  return 0;
}
int main(void) {
  int v = 0;
  for (int i = 0; i < 6; i++) printf("%d ", put(i));
  while (get(&v) == 0) printf("%d ", v);
  put(9);
  int got = get(&v);
  printf("%d %d\n", got, v);
  in = out = 4294967294u;
  for (int i = 0; i < 3; i++) put(i + 10);
  for (int i = 0; i < 3; i++) {
    get(&v);
    printf("%d ", v);
  }
  printf("%u\n", in);
}
