/* expect: violated: division */
static int mean(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  return s / n;
}
int main(void) { int a[1] = {1}; return mean(a, 0); }
