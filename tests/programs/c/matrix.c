/* expect: holds */
#include <assert.h>
enum { N = 3 };
static void product(int a[N][N], int b[N][N], int c[N][N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      c[i][j] = 0;
      for (int k = 0; k < N; k++) c[i][j] += a[i][k] * b[k][j];
    }
}
int main(void) {
  int one[N][N] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, m[N][N] = {[0] = {1, 2, 3}, [2][1] = 5}, r[N][N];
  product(m, one, r);
  for (int i = 0; i < N * N; i++) assert(r[i / N][i % N] == m[i / N][i % N]);
  int *end = &m[N - 1][N];
  assert(end - &m[0][0] == 9);
  return 0;
}
